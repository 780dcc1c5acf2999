import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// Quick entry: a stack of papers in any order, one student and one value after the other.
@MainActor @Observable
final class EntryViewModel: CellEditingScene {
  nonisolated static let keys: [Binding<EntryViewModel>] = [
    Binding(.up, hint: .keyMove, shown: [.up, .down], in: .help) { $0.move(.up) },
    Binding(.down, hint: .keyMove, in: .nowhere) { $0.move(.down) },
    Binding(.pageUp, hint: .keyPage, shown: [.pageUp, .pageDown], in: .help) { $0.move(.pageUp) },
    Binding(.pageDown, hint: .keyPage, in: .nowhere) { $0.move(.pageDown) },
    Binding(.enter, .tab, hint: .keyAccept, in: .first) { $0.accept() },
    Binding(.escape, hint: .keyBack, in: .first) { $0.cancel() },
    Binding(
      .control("z"), hint: .keyUndo, in: .first, when: { $0.chosen == nil },
      unless: { $0.editing.editor?.canUndo == true || $0.isTypingValue ? nil : .undoNothing }
    ) { $0.undo() },
    // As in the spreadsheets, it gives up what is being written, and nothing else.
    Binding(.control("z"), hint: .keyCancel, in: .nowhere, when: { $0.chosen != nil }) {
      $0.cancel()
    },
    Binding(
      .control("s"), hint: .sceneReview,
      unless: { $0.editing.cells.changeCount == 0 ? .draftsEmpty : nil }
    ) { $0.openReview() },
  ]

  typealias Entered = (paper: PaperStack.Paper, value: GradeValue, old: GradeValue?)

  let edited: CourseContext
  private(set) var stack: Snapshot<PaperStack>?
  private(set) var query = TextField()
  private(set) var missing: [PaperStack.Paper] = []
  /// The papers of those whom the query finds; without one, those without a value.
  private(set) var found: [PaperStack.Paper] = []
  /// Whether the focus was moved since the query changed: Enter takes one of several only then.
  private var hasMoved = false
  private(set) var scroll = ScrollState()
  /// The paper whose value is typed; nil while the query is.
  private(set) var chosen: PaperStack.Paper?
  private(set) var value = TextField()
  private(set) var entered: [Entered] = []
  /// All students are measured, so that the columns do not move while typing.
  @ObservationIgnored var measured = MeasuredLines<Student>()
  let editing: CellEditing
  private let context: Context
  private var question: GroupQuery
  private var personalNumbers: [Username: String] = [:]

  init(_ course: CourseContext, group: GroupID, item: ItemIdentifier, in context: Context) {
    edited = course
    self.context = context
    question = GroupQuery(
      course: course.code, semester: course.semester, group: group, items: [item])
    editing = CellEditing(
      drafts: context.services.drafts, strings: context.strings, now: context.now)
  }

  func appear() async throws {
    try await openDrafts(of: context.gradebooks.gradebook(edited))
    question.group = try await context.services.groupIfKnown(question.group, in: edited)
    let repository = context.services.repository
    // Papers can be entered by name before the numbers are known.
    async let numbers = repository.personalNumbers(of: question)
    do {
      for try await matrix in repository.matrix(question) { show(matrix) }
    } catch {
      throw await context.services.failure(for: error, in: edited)
    }
    // Stored values may be older than the entries, which stay then.
    if stack?.staleSince == nil { forgetEntries { $0.current.value != $1 } }
    personalNumbers = await numbers
    stack = stack.map { snapshot in
      var stack = snapshot.value
      stack.add(personalNumbers)
      return snapshot.map { _ in stack }
    }
    find(keepingFocus: true)
  }

  private func show(_ matrix: Snapshot<GroupMatrix>) {
    guard let stack = PaperStack(matrix.value, personalNumbers: personalNumbers) else { return }
    chosen = chosen.flatMap { stack.paper(of: $0.student) }
    entered = entered.compactMap { entry in
      var entry = entry
      guard let paper = stack.paper(of: entry.paper.student) else { return nil }
      entry.paper = paper
      return entry
    }
    self.stack = matrix.map { _ in stack }
    measured = MeasuredLines()
    missing = stack.missing(editing.cells)
    find(keepingFocus: true)
  }

  func showEdits(_ edits: [DraftEdit]) {
    missing = stack?.value.missing(editing.cells) ?? []
    // One without an edit may be published: its value is known with the next response.
    forgetEntries { [cells = editing.cells] cell, value in
      cells.edit(for: cell.cell).map { $0.value != value } ?? false
    }
    find(keepingFocus: true)
  }

  private func forgetEntries(_ isReplaced: (EditableCell, GradeValue) -> Bool) {
    entered = entered.filter { entry in
      cell(entry.paper).map { !isReplaced($0, entry.value) } ?? false
    }
  }

  // MARK: What is edited

  func cell(_ paper: PaperStack.Paper) -> EditableCell? {
    stack?.value.cell(paper, editing.cells)
  }

  /// The student whom Enter takes; nil where it is not clear.
  var candidate: PaperStack.Paper? {
    if found.count == 1, !query.text.isEmpty { return found[0] }
    return hasMoved ? found[safe: scroll.focus] : nil
  }

  /// Whether a value is typed, also behind a query on one line.
  private var isTypingValue: Bool {
    if chosen != nil { return !value.text.isEmpty }
    return stack?.value.hasValue(query.text) ?? false
  }

  var course: CourseCode { edited.code }

  var focusedCell: EditableCell? { nil }

  /// The last papers show what was undone.
  func focus(_ cell: GradeCell) -> Bool { true }

  func moveOn() {}

  func item(_ identifier: ItemIdentifier) -> Classification? { stack?.value.item }

  /// Quick entry has values alone.
  var usedNotes: [String] { [] }

  // MARK: Keys

  func takesText(_ words: SceneWords) -> Bool { true }

  var scrolls: Bool { chosen == nil && query.text.isEmpty }

  func typing(_ text: String) -> (@MainActor () -> Response)? {
    { self.write { $0.insert(text) } }
  }

  func edit(_ key: Key) -> Response? {
    var field = chosen == nil ? query : value
    return field.handle(key) ? write { $0 = field } : nil
  }

  private func write(_ change: (inout TextField) -> Void) -> Response {
    guard chosen == nil else {
      change(&value)
      return .done
    }
    let before = query.text
    change(&query)
    if query.text != before { find() }
    return .done
  }

  private func move(_ movement: Movement) -> Response {
    scroll.take(movement, count: found.count)
    hasMoved = true
    return .done
  }

  private func accept() -> Response {
    chosen.map { enter(value.text, for: $0) } ?? acceptStudent()
  }

  /// Gives up the value or the query, and then goes out.
  private func cancel() -> Response {
    // What was typed would begin the next student's query.
    guard chosen == nil, query.text.isEmpty else {
      next()
      return .done
    }
    return .back
  }

  private func undo() -> Response {
    if isTypingValue { return cancel() }
    let undone = editing.editor?.cellsOfStep(undoing: true) ?? []
    let response = step(isUndo: true)
    forgetEntries { undone.contains($0.cell) && $0.current.value != $1 }
    return response
  }

  private func find(keepingFocus: Bool = false) {
    guard let stack = stack?.value else { return }
    let focused = found[safe: scroll.focus]?.student.username
    found = query.text.isEmpty ? missing : stack.found(by: query.text)
    if keepingFocus {
      guard hasMoved else { return }
      if let row = found.firstIndex(where: { $0.student.username == focused }) {
        scroll.focus = row
        return
      }
    }
    scroll = ScrollState()
    hasMoved = false
  }

  func fit(in rect: Rect, _ words: SceneWords) -> Response {
    var fitted = scroll
    fitted.fit(count: found.count, rows: layout(rect).list.rows)
    if fitted != scroll { scroll = fitted }
    return .done
  }

  var questionBeforeInterruption: (any Overlay)? {
    isTypingValue ? QuestionOverlay.beforeDropping() : questionBefore(.leave(.quit))
  }

  // MARK: Papers

  private func acceptStudent() -> Response {
    if let response = takeQueryAsLine() { return response }
    if let candidate { return choose(candidate) }
    let message: Message =
      query.text.isEmpty ? .enterTypeName : found.isEmpty ? .studentsNoneFound : .enterSeveral
    return .say(Sentence(message, [.query: query.text, .count: found.count]))
  }

  /// Takes a query and a number on one line, as `grades enter` does; nil where there is no such line. Other values
  /// cannot be distinguished from the first name of a student who is not in the group.
  private func takeQueryAsLine() -> Response? {
    guard let stack = stack?.value, stack.item.valueType == .number,
      !query.text.isEmpty, stack.find(query.text).isEmpty
    else { return nil }
    let line = stack.split(query.text)
    guard !line.found.isEmpty, line.found.count > 1 || !line.rest.isEmpty else { return nil }
    let paper = line.found.count == 1 ? line.found[0] : candidate
    return paper.map { enter(line.rest, for: $0) }
      ?? .say(PaperStack.several(line.found, line.query))
  }

  private func choose(_ paper: PaperStack.Paper) -> Response {
    if let reason = editing.disabledReason(for: cell(paper)) { return .say(Sentence(reason)) }
    chosen = paper
    value = TextField()
    return .done
  }

  private func enter(_ text: String, for paper: PaperStack.Paper) -> Response {
    guard let stack = stack?.value, let cell = cell(paper) else { return .done }
    if let reason = editing.disabledReason(for: cell) { return .say(Sentence(reason)) }
    let values = ValueText(editing.strings)
    switch stack.entry(text, for: paper, editing.cells) {
    case .store(let value): return store(value, of: paper, over: nil)
    case .replace(let old, let new):
      return .present(
        QuestionOverlay(
          Sentence(
            .enterUnchanged, [.student: cell.student.nameWithUsername, .value: values.text(old)]),
          text: [Sentence(.enterReplaceText, [.value: values.text(new)])],
          choices: [
            .init(letter: .letterYes, label: .enterReplace) { [weak self] in
              self?.replace(old, by: new, of: cell.student) ?? .done
            },
            .init(letter: .letterNo, label: .enterKeep) { [weak self] in
              self?.next()
              return .done
            },
          ], needsEnter: true))
    case .unchanged:
      next()
      return .say(PaperStack.unchanged(cell, editing.strings))
    case .nothing: return .say(Sentence(.enterNoValue))
    case .rejected(let problem):
      // As in a cell: the next key replaces it.
      _ = write { $0 = TextField($0.text, isSelected: true) }
      return .reject(ProblemSentence(strings: editing.strings).sentence(problem))
    }
  }

  /// Replaces a value that was asked about. The students, and the value, may have changed below the question.
  private func replace(_ old: GradeValue, by new: GradeValue, of student: Student) -> Response {
    guard let paper = stack?.value.paper(of: student), let cell = cell(paper) else { return .done }
    guard cell.current.value == old else { return choose(paper) }
    return store(new, of: paper, over: old)
  }

  private func store(
    _ value: GradeValue, of paper: PaperStack.Paper, over old: GradeValue?
  ) -> Response {
    guard let cell = cell(paper) else { return .done }
    if let reason = editing.disabledReason(for: cell) { return .say(Sentence(reason)) }
    let response = set([(cell, value)])
    entered.removeAll { $0.paper.student.username == paper.student.username }
    entered.insert((paper, value, old), at: 0)
    next()
    return response
  }

  private func next() {
    chosen = nil
    query = TextField()
    find()
  }
}

extension Repository {
  /// The students' numbers, as far as the service has them; values come without them.
  func personalNumbers(of query: GroupQuery) async -> [Username: String] {
    let roster = try? await roster(of: query.group, in: query.course, semester: query.semester)
      .latest()
    return (roster?.value.students ?? []).keyed(by: \.username).compactMapValues(\.personalNumber)
  }
}
