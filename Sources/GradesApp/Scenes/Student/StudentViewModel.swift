import GradesClient
import GradesCore
import Observation
import Terminal

/// One student's results as a teacher sees them, hidden items as well: a tree of items that is edited as a
/// spreadsheet.
@MainActor @Observable
final class StudentViewModel: TreeViewModel, CellEditingScene {
  nonisolated static let keys: [Binding<StudentViewModel>] =
    (movementKeys { $0.moveFocus($1) }
    + foldKeys(letters: false, in: .help, none: .disabledNothingSelected) + [
      Binding(.backTab, hint: .keyMove, in: .nowhere) { $0.next(isDown: false) },
      Binding(.tab, hint: .keyMove, in: .nowhere) { $0.next(isDown: true) },
    ]).map(leaving) + [
      Binding(.enter, hint: .structureMoveDown, in: .help) { $0.accept(isDown: true) },
      leaving(
        Binding(.control("f"), letter: "s", hint: .keyFindStudent) { model in
          if let item = model.focused { model.courses.items[model.course] = item.id }
          return model.leave(for: .open(.studentSearch(model.course)))
        }),
    ] + cellKeys + [
      leaving(
        Binding(letter: "H", hint: .sceneHistory, in: .help) { $0.leave(for: .open(.history)) })
    ]

  private nonisolated static let writingKeys = fieldKeys(
    accepting: [
      Binding(.enter, .tab, hint: .structureMoveDown, in: .first) { $0.accept(isDown: true) },
      Binding(.backTab, hint: .structureMoveUp, in: .help) { $0.accept(isDown: false) },
    ],
    overtyping: [
      Binding(
        .up, .left, hint: .keyMove, shown: [.up, .down], in: .help,
        when: { $0.editing.field?.isOvertyping == true }
      ) { $0.accept(isDown: false) },
      Binding(
        .down, .right, hint: .keyMove, in: .nowhere,
        when: { $0.editing.field?.isOvertyping == true }
      ) { $0.accept(isDown: true) },
    ])

  private nonisolated static func leaving(
    _ binding: Binding<StudentViewModel>
  ) -> Binding<StudentViewModel> { binding.after { $0.editing.forgetTyping() } }

  let student: Username
  let editing: CellEditing
  var list = ListState<ItemIdentifier>()
  private(set) var results: Snapshot<CourseResults>?
  /// The items with all values that they had: columns that shrink with an undo would jump.
  private(set) var seen: [ResultItem] = []
  private var formulas: ComputedEstimates?
  private let shown: CourseContext
  private let context: Context
  private let courses: CourseMemory

  init(
    _ student: Username, of course: CourseContext, in context: Context, _ courses: CourseMemory
  ) {
    self.student = student
    shown = course
    self.context = context
    self.courses = courses
    editing = CellEditing(
      drafts: context.services.drafts, strings: context.strings, now: context.now)
  }

  var course: CourseCode { shown.code }

  /// Loads the results, the stored ones first. They can be edited once the service has answered which
  /// semester is meant.
  func appear() async throws {
    async let opened: Void = openDrafts(of: context.gradebooks.gradebook(shown))
    do {
      let records = context.services.repository.record(
        of: student, in: course, semester: shown.semester)
      for try await snapshot in records {
        let isFirst = results == nil
        results = snapshot
        formulas = ComputedEstimates(snapshot.value.items.map(\.item.definition))
        made = nil
        if isFirst, let item = courses.items[course] { focus(item) }
        editing.endWriting(unlessInto: focusedCell)
      }
    } catch {
      throw await context.services.failure(for: error, in: shown)
    }
    try await opened
  }

  /// What ``cells`` was made of last, because each key and each line asks for it.
  @ObservationIgnored private var made: (edits: EditedCells, cells: [ItemIdentifier: EditableCell])?

  /// The cells of the items, with what the user has changed and what comes of it.
  var cells: [ItemIdentifier: EditableCell] {
    guard let results = results?.value else { return [:] }
    if let made, made.edits == editing.cells { return made.cells }
    var student = results.student
    student.username = self.student
    let values = results.items.lazy.map { (item: $0.id, value: $0.recorded.value) }
    let estimates = formulas?.estimates(of: student.username, values: values, editing.cells)
    let cells = results.items.keyed(by: \.id).mapValues { item in
      var cell = EditableCell(
        student, item.item.definition, in: results.semester, recorded: item.recorded,
        editing.cells)
      cell.take(estimates ?? [:])
      return cell
    }
    made = (editing.cells, cells)
    return cells
  }

  var rows: [ResultItem] {
    let cells = cells
    return (results?.value.items ?? []).map { item in
      var item = item
      if let cell = cells[item.id] { item.recorded = cell.current }
      return item
    }
  }

  /// Keeps room for what is shown now.
  func see() {
    let new = rows.filter { !seen.contains($0) }
    // Observers are notified of each assignment, also of an equal value.
    if !new.isEmpty { seen += new }
  }

  var changeCount: Int { cells.values.count { editing.cells.edit(for: $0.cell) != nil } }

  var focusedCell: EditableCell? { focused.flatMap { cells[$0.id] } }

  var usedNotes: [String] {
    CourseMemory.byFrequency(rows.compactMap(\.recorded.note) + (courses.notes[course] ?? []))
  }

  func item(_ identifier: ItemIdentifier) -> Classification? { cells[identifier]?.item }

  func focus(_ cell: GradeCell) -> Bool {
    // An edit of another student may be undone here.
    guard cell.username == student else { return false }
    focus(cell.identifier)
    return focusedCell?.cell == cell
  }

  /// Goes to the next item that can be edited; stays where there is none.
  private func takeEditable(isDown: Bool) {
    let shown = shownRows
    guard let index = shown.firstIndex(where: { $0.id == focused?.id }) else { return }
    let next =
      isDown
      ? shown[(index + 1)...].first { $0.item.definition.isEditable }
      : shown[..<index].last { $0.item.definition.isEditable }
    if let next { focus(next.id) }
  }

  func moveOn() { takeEditable(isDown: true) }

  func depth(_ row: ResultItem) -> Int { row.item.depth }

  // A text is written into cells instead.
  func searched(_ row: ResultItem) -> [String] { [] }

  var bindings: [Binding<StudentViewModel>] {
    (editing.field == nil ? Self.keys : Self.writingKeys).filter { $0.isOffered(self) }
  }

  func takesText(_ words: SceneWords) -> Bool { editing.field != nil }
  func typing(_ text: String) -> (@MainActor () -> Response)? { typingIntoCell(text) }
  func paste(_ text: String) -> Response? { editing.field == nil ? nil : typing(text)?() }
  func edit(_ key: Key) -> Response? { editField(key) }

  // A click into what is being written does not end it.
  func open(_ row: ResultItem) -> Response { editing.field == nil ? write() : .done }

  func click(_ position: Position, _ words: SceneWords) -> Response? {
    guard let row = row(at: position, words).map({ shownRows[$0] }) else { return nil }
    editing.forgetTyping()
    return row.id == focused?.id ? open(row) : accept { focus(row.id) }
  }

  private func next(isDown: Bool) -> Response {
    takeEditable(isDown: isDown)
    return .done
  }

  private func accept(isDown: Bool) -> Response { accept { takeEditable(isDown: isDown) } }
}
