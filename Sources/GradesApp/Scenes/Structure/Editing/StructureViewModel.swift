import Files
import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// The structure of a course: its items as a tree that the course's editors change.
@MainActor @Observable
final class StructureViewModel: SceneModel {
  /// The actions of keys.
  enum Action: FindingAction, Hashable, Sendable {
    case move(Movement)
    case left, right, fold
    /// A click: focuses a line, and opens the item where it is focused already.
    case focus(Int)
    case find(FindAction)
    /// Opens the form of the focused item.
    case edit
    /// Adds an item beside the focused one, or below it.
    case add, addBelow
    case remove
    /// Asks where to move the focused item.
    case moveItem
    /// Takes back all edits of the focused item.
    case restore
    /// Shows the item to students, or hides it.
    case hide
    case undo, redo
    /// Asks for the student for whom expressions are computed.
    case chooseStudent
    /// Shows what the edits would change, and offers to apply it.
    case plan
    case discard
  }

  /// What the scene uses of the program.
  struct Opening {
    let api: GradesAPI
    let gradebook: @MainActor () async throws -> Gradebook
    /// The failure for an error about the course.
    let failure: @MainActor (any Error) async -> any Error
    /// The folder of the drafts.
    let folder: URL
    /// What applies plans.
    let applier: @MainActor () -> StructureApplier
    /// Throws where the login does not suffice for changes.
    let permitting: @Sendable () async throws -> Void
    let strings: Strings
  }

  var state: State
  let opening: Opening
  /// Whose structure is edited; nil before the first response.
  private(set) var gradebook: Gradebook?
  /// The items whose removal with their values was confirmed by their identifiers.
  var confirmedRemovals: Set<ItemIdentifier> = []
  /// The edits that are being sent.
  var sending: Task<Void, Never>?
  /// What became of the edits that were sent, until it was said.
  var result: Result<StructureOutcome, any Error>?
  /// Whether the scene was left.
  var isLeft = false
  /// The right to edit the draft; nil before it is read, and where it cannot be had.
  var lock: FileLock?
  /// The draft as this window last read or wrote it.
  var stored: StructureDraftFile.Stored?
  /// Whether the draft on the disk is not what is edited, because storing or deleting it failed.
  var isUnstored = false
  /// What stores the draft after the storing before it.
  var storing: Task<Void, Never>?

  /// Makes the scene of a course.
  init(course: CourseCode, opening: Opening) {
    self.opening = opening
    state = State(course: course)
  }

  // MARK: Loading

  func appear() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    do {
      let gradebook = try await opening.gradebook()
      self.gradebook = gradebook
      async let editors = opening.api.editors(of: gradebook.course).all()
      async let students = readStudents(gradebook)
      let definitions = try await opening.api.course(gradebook).definitions.structure()
      var isEditor = true
      do {
        isEditor = try await editors.contains(gradebook.owner.username)
      } catch GradesError.notPermitted {
        isEditor = false
      } catch is GradesError {
        // The service may not have the list; it refuses the edits of others itself.
      }
      try await take(definitions, isEditor: isEditor, gradebook)
      // What was dropped stays on the disk until the plan has shown it, or the user goes on editing.
      if state.editing?.dropped.isEmpty != false { store() }
      state.students = try await students
      await storing?.value
    } catch {
      throw await opening.failure(error)
    }
  }

  func reappear() async throws { try await appear() }

  /// Takes the service's definitions as they are now, below the draft as it is stored where another window edits
  /// it.
  private func take(
    _ definitions: [ItemDefinition], isEditor: Bool, _ gradebook: Gradebook
  ) async throws {
    let before = state
    let readOnly: Message? =
      !isEditor ? .structureNoEditor : await owns(gradebook) ? nil : .structureOtherWindow
    if state.editing == nil || [before.readOnly, readOnly].contains(.structureOtherWindow) {
      try await resume(definitions, gradebook)
    }
    state.editing?.take(definitions)
    state.readOnly = readOnly
    if readOnly == .structureOtherWindow {
      state.notice = .said(.structureOtherWindow)
    } else if let now = state.editing, now.foreign.count > before.editing?.foreign.count ?? 0 {
      state.notice = .said(.structureNews)
    }
  }

  private func readStudents(_ gradebook: Gradebook) async throws -> [GroupRow] {
    try await opening.api.with(language: opening.strings.serviceLanguage).course(gradebook).values
      .group(.all)
  }

  func finish() async {
    isLeft = true
    await sending?.value
    await storing?.value
    // What could not be stored or deleted is tried once more.
    if isUnstored {
      store()
      await storing?.value
    }
    lock?.release()
    lock = nil
  }

  func fitted() -> Response { report() }

  /// Says what became of the draft and of the edits that were sent, and whether others edit or have edited.
  func report() -> Response {
    var responses: [Response] = []
    switch state.notice {
    case .damaged(let file)?:
      responses.append(.say(Sentence(.structureDraftDamaged, [.file: .text(file.path)])))
    case .unstored(let failure)?: responses.append(.fail(failure))
    case .said(let message)?: responses.append(.say(Sentence(message)))
    case nil: break
    }
    // Without a change, nothing is drawn again.
    if state.notice != nil { state.notice = nil }
    if let result, state.progress == nil {
      self.result = nil
      responses.append(response(to: result))
    }
    return responses.isEmpty ? .done : .several(responses)
  }

  // MARK: Keys

  func handle(_ action: Action) -> Response {
    switch action {
    case .move(let movement): state.take(movement)
    case .left: state.fold(.left)
    case .right: state.fold(.right)
    case .fold: state.tree.toggle(state.rows)
    case .focus(let line):
      if line == state.tree.scroll.focus { return handle(.edit) }
      state.tree.scroll.focus = line
    case .find(let action): return state.apply(action)
    case .edit: return state.focused.map(open) ?? .done
    case .add: return askIdentifier(below: state.focused?.parent)
    case .addBelow: return askIdentifier(below: state.focused?.identifier)
    case .remove: return state.focused.map(remove) ?? .done
    case .moveItem: return state.focused.map(askMove) ?? .done
    case .restore: return state.focused.map(restore) ?? .done
    case .hide:
      guard let item = state.focused else { return .done }
      return change { editing throws(StructureEditRefusal) in
        try editing.change(item.identifier) { $0.hidden.toggle() }
      }
    case .undo: return change { $0.undo() }
    case .redo: return change { $0.redo() }
    case .chooseStudent: return chooseStudent()
    case .plan: return askPlan()
    case .discard: return askDiscard()
    }
    return .done
  }

  /// Changes the structure as far as the rules allow, and keeps the focus on its item.
  @discardableResult
  func change(
    _ edit: (inout StructureEditing) throws(StructureEditRefusal) -> Void
  ) -> Response {
    guard var editing = state.editing else { return .done }
    if let reason = state.readOnly { return .say(Sentence(reason)) }
    if state.progress != nil { return .say(Sentence(.structureSendingNow)) }
    do throws(StructureEditRefusal) { try edit(&editing) } catch { return .say(error.sentence) }
    state.editing = editing
    store()
    return .run { [storing] in
      await storing?.value
      return .done
    }
  }

  // MARK: Questions

  private func chooseStudent() -> Response {
    guard let students = state.students else { return .say(Sentence(.structureNoValues)) }
    let sorted = students.map(\.student).sortedByName()
    return .present(
      PickerOverlay(
        Sentence(.structureStudentTitle),
        options: sorted.map { student in
          PickerState.Option(
            id: student.username, label: StyledText(student.listName),
            detail: student.username.rawValue)
        }, chosen: state.student.map { [$0] } ?? []
      ) { [weak self] chosen in
        self?.state.student = chosen.first
        return .done
      })
  }

  private func askDiscard() -> Response {
    .present(
      QuestionOverlay(
        Sentence(.structureDiscardTitle),
        text: [Sentence(.structureDiscardText, [.count: .count(state.changeCount)])],
        choices: [
          .init(letter: .letterYes, label: .structureDiscard) { [weak self] in
            self?.change { $0.discard() } ?? .done
          },
          .init(letter: .letterNo, label: .structureKeep) { .done },
        ]))
  }

  var isSending: Bool { state.progress != nil }

  var questionBeforeInterruption: (any Overlay)? {
    guard state.progress != nil else { return nil }
    return QuestionOverlay(
      Sentence(.structureQuitTitle), text: [Sentence(.structureQuitText)],
      choices: [.init(letter: .letterYes, label: .keyQuit) { .leave(.quit) }],
      while: { [weak self] in self?.state.progress != nil })
  }
}
