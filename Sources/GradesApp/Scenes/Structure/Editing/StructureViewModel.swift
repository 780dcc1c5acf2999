import Files
import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// The structure of a course: its items as a tree that the course's editors change.
@MainActor @Observable
final class StructureViewModel: TreeViewModel {
  nonisolated static let keys: [Binding<StructureViewModel>] =
    movementKeys() + [
      Binding(
        .enter, hint: .keyEdit, now: { $0.openHint }, in: .first,
        unless: { $0.restores ? $0.restoringDisabled : $0.focused == nil ? .disabledNoItem : nil }
      ) { model in model.focused.map(model.open) ?? .done },
      Binding(
        .character("p"), hint: .structurePlanTitle, in: .first,
        unless: { $0.sendingDisabled ?? ($0.hasPlan ? nil : .structureNoEdits) }
      ) { $0.askPlan() },
    ] + foldKeys(in: .help, none: nil) + [
      toggleKey,
      Binding(.character("a"), hint: .keyAddItem, unless: { $0.addingDisabled }) {
        $0.askIdentifier(below: $0.focused?.parent)
      },
      Binding(.character("A"), hint: .keyAddBelow, in: .help, unless: { $0.itemDisabled }) {
        $0.askIdentifier(below: $0.focused?.identifier)
      },
      Binding(.character("x"), .delete, hint: .keyTakeBack, unless: { $0.itemDisabled }) {
        model in model.focused.map(model.remove) ?? .done
      },
      Binding(.character("m"), hint: .keyMoveItem, unless: { $0.itemDisabled }) { model in
        model.focused.map(model.askMove) ?? .done
      },
      Binding(.character("v"), hint: .keyShowToStudents, unless: { $0.itemDisabled }) { model in
        guard let item = model.focused?.identifier else { return .done }
        return model.change { try $0.change(item) { $0.hidden.toggle() } }
      },
      Binding(
        .character("u"), .control("z"), hint: .keyUndo,
        unless: { $0.editingDisabled ?? ($0.editing?.canUndo == true ? nil : .undoNothing) }
      ) { model in model.change { $0.undo() } },
      Binding(
        .control("y"), hint: .keyRedo, in: .help,
        unless: { $0.editingDisabled ?? ($0.editing?.canRedo == true ? nil : .redoNothing) }
      ) { model in model.change { $0.redo() } },
      Binding(
        .character("o"), hint: .keyRestoreItem, in: .help, unless: { $0.restoringDisabled }
      ) { model in model.focused.map(model.restore) ?? .done },
      Binding(
        .character("s"), hint: .studentsColumnStudent,
        unless: { $0.students == nil ? .structureNoValues : nil }
      ) { $0.chooseStudent() },
      Binding(
        .character("D"), hint: .keyDiscardAll, in: .help,
        unless: { $0.sendingDisabled ?? ($0.changeCount > 0 ? nil : .structureNoEdits) }
      ) { $0.askDiscard() },
      searchKey,
    ]

  enum Sign { case added, changed, removed }

  var list = ListState<ItemIdentifier>()
  var editing: StructureEditing? {
    didSet { if editing != oldValue { update() } }
  }
  /// The items in the tree's order, with those that are to be removed.
  private(set) var rows: [CourseItem] = []
  private(set) var findings: [ItemIdentifier: [StructureFinding]] = [:]
  /// The items that the edits add, change and remove.
  private(set) var signs: [ItemIdentifier: Sign] = [:]
  /// The students with their values; nil before they are read.
  private(set) var students: [GroupRow]? {
    didSet {
      guard students != oldValue else { return }
      let valued = (students ?? []).flatMap { $0.values.filter { !$1.isEmpty }.keys }
      counts = Dictionary(valued.map { ($0, 1) }, uniquingKeysWith: +)
    }
  }
  private(set) var counts: [ItemIdentifier: Int] = [:]
  private var student: Username?
  /// Why the structure cannot be edited; nil: it can.
  private(set) var readOnly: Message?
  /// How far the edits are that are being sent; nil: none are.
  var progress: PublishProgress?
  /// What is to be said with the next frame.
  var notices: [Response] = []

  let course: CourseContext
  let context: Context
  private(set) var gradebook: Gradebook?
  /// The items whose removal with their values was confirmed by their identifiers.
  var confirmedRemovals: Set<ItemIdentifier> = []
  var sending: Task<Void, Never>?
  private(set) var isLeft = false
  /// The right to edit the draft; nil before it is read, and where it cannot be had.
  var lock: FileLock?
  /// The draft as this window last read or wrote it.
  var stored: StructureDraftFile.Stored?
  /// Whether the draft on the disk is not what is edited, because storing or deleting it failed.
  var isUnstored = false
  /// What stores the draft after the storing before it.
  var storing: Task<Void, Never>?

  init(_ course: CourseContext, in context: Context) {
    self.course = course
    self.context = context
  }

  // MARK: Loading

  func appear() async throws {
    do {
      // A structure is never edited over what is stored of it.
      guard context.access == .online else { throw Failure.offlineImpossible }
      let gradebook = try await context.gradebooks.gradebook(course)
      self.gradebook = gradebook
      let api = context.services.api
      async let isEditor = isEditor(gradebook)
      async let students = api.with(language: context.strings.serviceLanguage)
        .course(gradebook).values.group(.all)
      let definitions = try await api.course(gradebook).definitions.structure()
      try await take(definitions, isEditor: isEditor, gradebook)
      // What was dropped stays on the disk until the plan has shown it, or the user goes on editing.
      if editing?.dropped.isEmpty != false { store() }
      self.students = try await students
      await storing?.value
    } catch {
      throw await context.services.failure(for: error, in: course)
    }
  }

  func reappear() async throws { try await appear() }

  private func isEditor(_ gradebook: Gradebook) async throws -> Bool {
    do {
      let editors = try await context.services.api.editors(of: gradebook.course).all()
      return editors.contains(gradebook.owner.username)
    } catch let error as GradesError {
      // The service may not have the list; it refuses the edits of others itself.
      return error != .notPermitted
    }
  }

  /// Takes the service's definitions as they are now, below the draft as it is stored where another window edits
  /// it.
  private func take(
    _ definitions: [ItemDefinition], isEditor: Bool, _ gradebook: Gradebook
  ) async throws {
    let foreign = editing?.foreign.count ?? 0
    let wasElsewhere = readOnly == .structureOtherWindow
    let isElsewhere = isEditor ? await !owns(gradebook) : false
    if editing == nil || wasElsewhere || isElsewhere { try await resume(definitions, gradebook) }
    editing?.take(definitions)
    readOnly = !isEditor ? .structureNoEditor : isElsewhere ? .structureOtherWindow : nil
    if isElsewhere {
      notices.append(.say(Sentence(.structureOtherWindow)))
    } else if let now = editing, now.foreign.count > foreign {
      notices.append(.say(Sentence(.structureNews)))
    }
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

  /// Says what became of the draft and of the edits that were sent, and whether others edit or have edited.
  func report() -> Response {
    // Without a change, nothing is drawn again.
    guard !notices.isEmpty else { return .done }
    defer { notices = [] }
    return .several(notices)
  }

  // MARK: Items

  private func update() {
    guard let editing else { return }
    let plan = editing.plan([])
    signs = [:]
    for item in plan.additions { signs[item.identifier] = .added }
    for change in plan.changes { signs[change.item.identifier] = .changed }
    for removal in plan.removals { signs[removal.item.identifier] = .removed }
    rows = editing.itemsWithRemoved
    findings = Dictionary(grouping: editing.findings) { editing.items[$0.item].identifier }
  }

  func depth(_ row: CourseItem) -> Int { row.depth }

  func searched(_ row: CourseItem) -> [String] {
    row.definition.names.map(\.name) + [row.identifier.rawValue]
  }

  func isRemoved(_ item: CourseItem) -> Bool { signs[item.identifier] == .removed }

  var changeCount: Int { signs.count }

  var hasPlan: Bool { changeCount > 0 || editing?.dropped.isEmpty == false }

  var studentRow: GroupRow? {
    student.flatMap { student in students?.first { $0.student.username == student } }
  }

  // MARK: What is possible

  private var openHint: Message {
    readOnly != nil ? .keyDetails : restores ? .keyRestoreItem : .keyEdit
  }

  private var restores: Bool { readOnly == nil && focused.map(isRemoved) == true }

  private var sendingDisabled: Message? {
    if progress != nil { return .structureSendingNow }
    return readOnly == .structureOtherWindow ? readOnly : nil
  }

  private var editingDisabled: Message? {
    if editing == nil { return .disabledNoItem }
    return progress != nil ? .structureSendingNow : readOnly
  }

  private var itemDisabled: Message? {
    if let editingDisabled { return editingDisabled }
    guard let focused else { return .disabledNoItem }
    return isRemoved(focused) ? .structureRemovedReason : nil
  }

  private var addingDisabled: Message? {
    let parent = focused?.parent.flatMap { signs[$0] }
    return editingDisabled ?? (parent == .removed ? .structureRemovedReason : nil)
  }

  private var restoringDisabled: Message? {
    if let editingDisabled { return editingDisabled }
    guard let focused else { return .disabledNoItem }
    let sign = signs[focused.identifier]
    return sign == .changed || sign == .removed ? nil : .structureNotChanged
  }

  // MARK: Changing

  /// Changes the structure as far as the rules allow.
  func change(_ edit: (inout StructureEditing) throws -> Void) -> Response {
    guard var editing else { return .done }
    if let editingDisabled { return .say(Sentence(editingDisabled)) }
    do { try edit(&editing) } catch let refusal as StructureEditRefusal {
      return .say(refusal.sentence)
    } catch {
      return .fail(Failure(error))
    }
    self.editing = editing
    store()
    return .run { [storing] in
      await storing?.value
      return .done
    }
  }

  private func chooseStudent() -> Response {
    let sorted = (students ?? []).map(\.student).sortedByName()
    return .present(
      PickerOverlay(
        Sentence(.structureStudentTitle),
        options: sorted.map { student in
          PickerState.Option(
            id: student.username, label: StyledText(student.listName),
            detail: student.username.rawValue)
        }, chosen: student.map { [$0] } ?? []
      ) { [self] chosen in
        student = chosen.first
        return .done
      })
  }

  private func askDiscard() -> Response {
    ask(
      Sentence(.structureDiscardTitle),
      [Sentence(.structureDiscardText, [.count: changeCount])], .structureDiscard
    ) { [self] in change { $0.discard() } }
  }

  /// Asks whether to do something; otherwise all stays as it is.
  func ask(
    _ title: Sentence, _ text: [Sentence], _ label: Message,
    then response: @escaping @MainActor () -> Response
  ) -> Response {
    .present(
      QuestionOverlay(
        title, text: text,
        choices: [
          .init(letter: .letterYes, label: label, response: response),
          .init(letter: .letterNo, label: .structureKeep) { .done },
        ]))
  }

  var isSending: Bool { progress != nil }

  var questionBeforeInterruption: (any Overlay)? {
    guard isSending else { return nil }
    return QuestionOverlay(
      Sentence(.structureQuitTitle), text: [Sentence(.structureQuitText)],
      choices: [.init(letter: .letterYes, label: .keyQuit) { .leave(.quit) }],
      while: { [self] in isSending })
  }
}
