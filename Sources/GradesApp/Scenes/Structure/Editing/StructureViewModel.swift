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
  enum Action: Hashable, Sendable {
    case move(Movement)
    case left, right, fold
    /// A click: focuses a line, and opens the item where it is focused already.
    case focus(Int)
    case find(FindAction)
    /// Opens the form of the focused item, or of one by its index.
    case edit
    case choose(Int)
    /// Adds an item beside the focused one, or below it.
    case add, addBelow, addRoot
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
    /// Asks what to find, where it cannot be typed into the scene.
    case askFind
  }

  /// What the scene uses of the program.
  struct Opening {
    let api: any GradesAPI
    let gradebook: @MainActor () async throws -> Gradebook
    /// The failure for an error about the course.
    let failure: @MainActor (any Error) async -> any Error
    /// The folder of the drafts.
    let folder: URL
    /// What applies plans.
    let applier: @MainActor () -> StructureApplier
    let strings: Strings
  }

  var state: State
  let opening: Opening
  /// Whose structure is edited; nil before the first answer.
  private(set) var gradebook: Gradebook?
  /// The items whose removal with their values was confirmed by their identifiers.
  var confirmedRemovals: Set<ItemIdentifier> = []
  /// The edits that are being sent, with what is said of them.
  var sending: Task<Response, Never>?
  /// The draft as it is on the disk.
  private var saved: StructureDraft?
  /// What stores the draft after the storing before it.
  private var storing: Task<Void, Never>?

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
      async let editors = opening.api.editors(of: gradebook.course)
      async let students = readStudents(gradebook)
      let definitions = try await opening.api.structure(
        of: gradebook.course, in: gradebook.semester)
      do {
        let isEditor = try await editors.contains(gradebook.owner.username)
        state.readOnly = isEditor ? nil : .noEditor
      } catch GradesError.notPermitted {
        state.readOnly = .noEditor
      } catch is GradesError {
        // The service may not have the list; it refuses the edits of others itself.
      }
      try await show(definitions, gradebook)
      state.students = try await students
    } catch {
      throw await opening.failure(error)
    }
  }

  func reappear() async throws { try await appear() }

  private func readStudents(_ gradebook: Gradebook) async throws -> [GroupRow] {
    try await opening.api.rows(
      of: .all, in: gradebook.course, semester: gradebook.semester,
      language: opening.strings.serviceLanguage)
  }

  /// Shows what the service has, with the edits of this window or of a stored draft over it.
  private func show(_ definitions: [ItemDefinition], _ gradebook: Gradebook) async throws {
    let file = draftFile(gradebook)
    if state.editing != nil {
      take(definitions)
    } else {
      let stored = try await read(file)
      // Another answer may have come in the meantime.
      guard state.editing == nil else { return take(definitions) }
      if let draft = stored.draft {
        let (editing, news) = StructureEditing.resuming(
          draft, course: gradebook.course, semester: gradebook.semester, definitions: definitions)
        state.editing = editing
        state.news = [news].filter { !$0.isEmpty }
        saved = editing.draft
      } else {
        state.editing = StructureEditing(
          course: gradebook.course, semester: gradebook.semester, definitions: definitions)
      }
      if let damaged = stored.damaged { state.notice = .damaged(damaged) }
    }
  }

  private func take(_ definitions: [ItemDefinition]) {
    guard var editing = state.editing else { return }
    let news = editing.take(definitions)
    state.editing = editing
    if !news.isEmpty { state.news.append(news) }
    store()
  }

  /// Shows the news that have come with the last answer.
  func fitted() -> Response {
    if let notice = state.notice {
      state.notice = nil
      switch notice {
      case .damaged(let file):
        return .say(Sentence(.structureDraftDamaged, [.file: .text(file.path)]))
      case .unstored(let failure): return .fail(failure)
      }
    }
    let news = state.news
    guard !news.isEmpty else { return .done }
    state.news = []
    return .present(
      ReadingOverlay { words in
        StyledText(words.strings(.structureNewsTitle), .heading)
      } text: { words in
        StructureNewsText(words.strings).lines(news)
      })
  }

  // MARK: The draft

  private func draftFile(_ gradebook: Gradebook) -> StructureDraftFile {
    StructureDraftFile(
      folder: opening.folder, owner: gradebook.owner, course: gradebook.course,
      semester: gradebook.semester)
  }

  private func read(
    _ file: StructureDraftFile
  ) async throws -> (draft: StructureDraft?, damaged: URL?) {
    do { return try await file.read() } catch {
      throw Failure.file(FileProblem(path: file.file.path, kind: .unreadable))
    }
  }

  /// Stores the edits on the disk, or deletes the draft where nothing is edited.
  private func store() {
    guard let gradebook, let editing = state.editing else { return }
    let draft = state.changeCount == 0 ? nil : editing.draft
    guard draft != saved else { return }
    saved = draft
    let file = draftFile(gradebook)
    let before = storing
    storing = Task {
      await before?.value
      do throws(SystemError) {
        if let draft { try await file.store(draft) } else { try await file.delete() }
      } catch {
        saved = nil
        state.notice = .unstored(
          .file(
            FileProblem(
              path: file.file.path, kind: error.meansFull ? .diskFull : .unwritable)))
      }
    }
  }

  func finish() async {
    _ = await sending?.value
    await storing?.value
  }

  // MARK: Keys

  func handle(_ action: Action) -> Response {
    // Without drawing, the news were read with the choices.
    state.news = []
    switch action {
    case .move(let movement): state.take(movement)
    case .left: state.fold(.left)
    case .right: state.fold(.right)
    case .fold: state.tree.toggle(state.rows)
    case .focus(let line):
      if line == state.tree.scroll.focus { return handle(.edit) }
      state.tree.scroll.focus = line
    case .find(let action): return state.apply(action)
    case .askFind:
      return state.findPrompt(Sentence(.courseSearch)) { [self] in handle(.find($0)) }
    case .choose(let index):
      state.focus(row: index)
      return handle(.edit)
    case .edit: return state.focused.map { openForm($0.identifier) } ?? .done
    case .add: return askIdentifier(below: state.focused?.parent)
    case .addRoot: return askIdentifier(below: nil)
    case .addBelow: return askIdentifier(below: state.focused?.identifier)
    case .remove: return state.focused.map(remove) ?? .done
    case .moveItem: return state.focused.map(askMove) ?? .done
    case .restore:
      guard let item = state.focused else { return .done }
      return change { editing throws(StructureEditRefusal) in
        try editing.restore(item.identifier)
      }
    case .hide:
      guard let item = state.focused else { return .done }
      return apply(.hidden(!item.definition.hidden), to: item.identifier)
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
    if state.readOnly != nil { return .say(Sentence(.structureNoEditor)) }
    if state.progress != nil { return .say(Sentence(.structureSendingNow)) }
    let focused = state.focused?.identifier
    do throws(StructureEditRefusal) { try edit(&editing) } catch { return .say(error.sentence) }
    state.editing = editing
    if let focused, editing.index(of: focused) != nil { state.focus(focused) }
    store()
    return .done
  }

  /// Changes a field of an item.
  @discardableResult
  func apply(_ edit: StructureEdit, to item: ItemIdentifier) -> Response {
    let response = change { editing throws(StructureEditRefusal) in
      try editing.apply(edit, to: item)
    }
    if case .identifier(let new) = edit, state.editing?.index(of: new) != nil { state.focus(new) }
    return response
  }

  // MARK: Items

  private func openForm(_ item: ItemIdentifier) -> Response {
    .present(StructureForm(item, of: self))
  }

  private func askIdentifier(below parent: ItemIdentifier?) -> Response {
    if state.readOnly != nil { return .say(Sentence(.structureNoEditor)) }
    let title =
      parent.map { Sentence(.structureAddBelow, [.item: .text($0.rawValue)]) }
      ?? Sentence(.structureAddRoot)
    return .present(
      PromptOverlay(
        title, explanation: [Sentence(.structureAddText)],
        problem: { [weak self] typed in
          self?.state.editing?.refusal(ofIdentifier: ItemIdentifier(typed))?.sentence
        }
      ) { [weak self] typed in self?.add(ItemIdentifier(typed), below: parent) ?? .done })
  }

  private func add(_ item: ItemIdentifier, below parent: ItemIdentifier?) -> Response {
    let response = change { editing throws(StructureEditRefusal) in
      try editing.add(item, below: parent)
    }
    guard state.editing?.index(of: item) != nil else { return response }
    state.focus(item)
    return openForm(item)
  }

  private func askMove(_ item: CourseItem) -> Response {
    let identifier = item.identifier
    let names: [StructureMove: Message] = [
      .up: .structureMoveUp, .down: .structureMoveDown, .into: .structureMoveInto,
      .out: .structureMoveOut,
    ]
    let title = Sentence(.structureMoveTitle, [.item: .text(identifier.rawValue)])
    return .present(
      WordedOverlay { [weak self] words in
        PickerOverlay(
          title,
          options: StructureMove.allCases.map { move in
            PickerState.Option(
              id: move, label: StyledText(names[move].map { words.strings($0) } ?? ""))
          }
        ) { moves in
          guard let self, let move = moves.first else { return .done }
          return self.change { editing throws(StructureEditRefusal) in
            try editing.move(identifier, move)
          }
        }
      })
  }

  /// Removes an item; where students have values of it, its identifier has to be typed.
  private func remove(_ item: CourseItem) -> Response {
    guard let editing = state.editing, let index = editing.index(of: item.identifier) else {
      return .done
    }
    if state.readOnly != nil { return .say(Sentence(.structureNoEditor)) }
    let branch = editing.items[editing.branch(of: index)].map(\.identifier)
    let remove: @MainActor () -> Response = { [weak self] in
      guard let self else { return .done }
      let response = self.change { editing throws(StructureEditRefusal) in
        try editing.remove(item.identifier)
      }
      self.confirmedRemovals.formUnion(branch)
      return response
    }
    let values = branch.filter(editing.isPresent).reduce(0) { $0 + (state.counts[$1] ?? 0) }
    // Before the values are read, no item is known to have none.
    let isSafe =
      branch.allSatisfy { !editing.isPresent($0) } || state.students != nil && values == 0
    if isSafe, branch.count == 1 { return remove() }
    var explanation: [Sentence] = []
    if branch.count > 1 {
      explanation.append(Sentence(.structureRemoveBranch, [.count: .count(branch.count - 1)]))
    }
    if isSafe {
      return .present(
        QuestionOverlay(
          Sentence(.structureRemoveTitle, [.item: .text(item.identifier.rawValue)]),
          text: explanation,
          choices: [
            .init(letter: .letterYes, label: .structureRemove, response: remove),
            .init(letter: .letterNo, label: .structureKeep) { .done },
          ]))
    }
    explanation.append(
      state.students == nil
        ? Sentence(.structureNoValues)
        : Sentence(.structureRemoveValues, [.count: .count(values)]))
    return confirmation(of: item.identifier, explanation, then: remove)
  }

  /// Asks for an item's identifier before it is removed with its values.
  func confirmation(
    of item: ItemIdentifier, _ explanation: [Sentence], then: @escaping @MainActor () -> Response
  ) -> Response {
    let name: [Placeholder: Argument] = [.item: .text(item.rawValue)]
    return .present(
      PromptOverlay(
        Sentence(.structureRemoveTitle, name),
        explanation: explanation + [Sentence(.structureRemoveType, name)],
        problem: { typed in
          typed == item.rawValue ? nil : Sentence(.structureRemoveType, name)
        }
      ) { _ in then() })
  }

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

  // MARK: Sending

  /// Reads the course once more, after which the plan is shown.
  private func askPlan() -> Response {
    .run { [weak self] in
      guard let self else { return .done }
      try await self.appear()
      return await self.showPlan()
    }
  }
}
