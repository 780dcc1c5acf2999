import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// Quick entry: a stack of papers in any order, one student and one value after the other.
@MainActor @Observable
final class EntryViewModel: CellEditingScene {
  /// The actions of keys.
  enum Action: Hashable, Sendable {
    case move(Movement)
    case type(String)
    case key(Key)
    /// Takes the student, or the value.
    case accept
    /// Gives up the value or the query, and then goes out.
    case cancel
    case undo
    case review
  }

  var state: State
  let editing: CellEditing

  private let teacher: CourseTeacherRepository
  private let opening: GroupViewModel.Opening
  private var query: GroupQuery
  private var personalNumbers: [Username: String] = [:]

  /// Makes the scene of one item of a group.
  init(
    teacher: CourseTeacherRepository, drafts: DraftStore, query: GroupQuery,
    opening: GroupViewModel.Opening
  ) {
    self.teacher = teacher
    self.query = query
    self.opening = opening
    state = State(course: query.course)
    editing = CellEditing(drafts: drafts, strings: opening.strings)
    editing.scene = self
  }

  // MARK: Loading

  func appear() async throws {
    try await editing.open(opening.gradebook())
    query.group = try await opening.lookUp(query.group)
    // Papers can be entered by name before the numbers are known.
    async let numbers = teacher.personalNumbers(of: query)
    do {
      for try await matrix in teacher.matrix(query) { show(matrix) }
    } catch {
      throw await opening.failure(error)
    }
    // Stored values may be older than the entries, which stay then.
    if state.stack?.staleSince == nil { forgetEntries { $0.current.value != $1 } }
    personalNumbers = await numbers
    state.stack = state.stack.map { snapshot in
      var stack = snapshot.value
      stack.add(personalNumbers)
      return snapshot.map { _ in stack }
    }
    find(keepingFocus: true)
  }

  private func show(_ matrix: Snapshot<GroupMatrix>) {
    guard let stack = PaperStack(matrix.value, personalNumbers: personalNumbers) else { return }
    if let old = state.stack?.value, old.students != stack.students {
      state.follow(old.students, to: stack)
    }
    state.stack = matrix.map { _ in stack }
    state.columns = StudentColumns(stack.students)
    state.missing = stack.missing(state.editing.cells)
    find(keepingFocus: true)
  }

  func show(_ editing: CellEditing.State, with edits: [DraftEdit]) {
    state.editing = editing
    state.missing = state.stack?.value.missing(editing.cells) ?? []
    // One without an edit may be published: its value is known with the next response.
    forgetEntries { [cells = editing.cells] cell, value in
      cells.edit(for: cell.cell).map { $0.value != value } ?? false
    }
    find(keepingFocus: true)
  }

  private func forgetEntries(_ isReplaced: (EditableCell, GradeValue) -> Bool) {
    let state = state
    self.state.entered = state.entered.filter { entry in
      state.cell(entry.index).map { !isReplaced($0, entry.value) } ?? false
    }
  }

  var focusedCell: GradeCell? { nil }

  /// The last papers show what was undone.
  func focus(_ cell: GradeCell) -> Bool { true }

  func item(_ identifier: ItemIdentifier) -> Classification? {
    state.stack?.value.item
  }

  var course: CourseCode { state.course }

  /// Quick entry has values alone.
  var usedNotes: [String] { [] }

  // MARK: Keys

  func handle(_ action: Action) -> Response {
    switch action {
    case .move(let movement):
      state.scroll.focus = movement.target(
        from: state.scroll.focus, count: state.found.count, page: state.page)
      state.hasMoved = true
    case .type(let text): edit { $0.insert(text) }
    case .key(let key): edit { _ = $0.handle(key) }
    case .accept: return state.chosen.map(acceptValue) ?? acceptStudent()
    case .cancel: return cancel()
    case .undo:
      // As in the spreadsheets, what is being written is given up, and nothing else.
      if state.isTypingValue { return cancel() }
      let undone = editing.editor?.cellsOfStep(undoing: true) ?? []
      let response = editing.handle(.undo, nil)
      forgetEntries { undone.contains($0.cell) && $0.current.value != $1 }
      return response
    case .review: return editing.openReview()
    }
    return .done
  }

  private func edit(_ change: (inout TextField) -> Void) {
    guard state.chosen == nil else { return change(&state.value) }
    let before = state.query.text
    change(&state.query)
    if state.query.text != before { find() }
  }

  private func cancel() -> Response {
    // What was typed would begin the next student's query.
    guard state.chosen == nil, state.query.text.isEmpty else {
      next()
      return .done
    }
    return .back
  }

  private func find(keepingFocus: Bool = false) {
    guard let stack = state.stack?.value else { return }
    let text = state.query.text
    let found = text.isEmpty ? state.missing : stack.found(by: text)
    let focused = state.found[safe: state.scroll.focus]
    if found != state.found { state.found = found }
    if keepingFocus {
      guard state.hasMoved else { return }
      if let row = focused.flatMap(found.firstIndex) {
        state.scroll.focus = row
        return
      }
    }
    state.scroll = ScrollState()
    state.hasMoved = false
  }

  var questionBeforeInterruption: (any Overlay)? {
    state.isTypingValue ? QuestionOverlay.beforeDropping : questionBefore(.leave(.quit))
  }

  // MARK: Papers

  private func acceptStudent() -> Response {
    if let response = takeQueryAsLine() { return response }
    guard let index = state.candidate else {
      let query: Arguments = [
        .query: .text(state.query.text), .count: .count(state.found.count),
      ]
      if state.query.text.isEmpty { return .say(Sentence(.enterTypeName)) }
      return .say(Sentence(state.found.isEmpty ? .studentsNoneFound : .enterSeveral, query))
    }
    return choose(index)
  }

  /// Takes a query and a number on one line, as `grades enter` does; nil where there is no such line. Other values
  /// cannot be distinguished from the first name of a student who is not in the group.
  private func takeQueryAsLine() -> Response? {
    guard let stack = state.stack?.value, stack.item.valueType == .number,
      !state.query.text.isEmpty, stack.find(state.query.text).isEmpty
    else { return nil }
    func take(_ value: String, for index: Int) -> Response {
      if let reason = state.editing.disabledReason(for: .edit, state.cell(index)) {
        return .say(Sentence(reason))
      }
      return enter(value, for: index)
    }
    switch stack.split(state.query.text) {
    case .paper(let index, let rest) where !rest.isEmpty: return take(rest, for: index)
    case .several(let found, let query, let value):
      guard let index = state.candidate else {
        return .say(severalFound(found, query, in: stack))
      }
      return take(value, for: index)
    case .paper, .none: return nil
    }
  }

  private func severalFound(_ found: [Int], _ query: String, in stack: PaperStack) -> Sentence {
    Sentence(
      .enterSeveralList,
      [
        .query: .text(query), .count: .count(found.count), .found: .text(stack.names(of: found)),
      ])
  }

  private func choose(_ index: Int) -> Response {
    if let reason = state.editing.disabledReason(for: .edit, state.cell(index)) {
      return .say(Sentence(reason))
    }
    state.chosen = index
    state.value = TextField()
    return .done
  }

  private func acceptValue(of index: Int) -> Response {
    enter(state.value.text, for: index)
  }

  /// Takes a typed value; asks before it replaces another one.
  private func enter(_ text: String, for index: Int) -> Response {
    guard let stack = state.stack?.value, let cell = state.cell(index) else { return .done }
    let student: Arguments = [.student: .text(cell.student.listName)]
    switch stack.entry(text, for: index, state.editing.cells) {
    case .store(let value): return store(value, of: index, over: nil)
    case .replace(let old, let new):
      let words = ValueText(opening.strings)
      return .present(
        QuestionOverlay(
          Sentence(
            .enterUnchanged,
            [.student: .text(stack.names(of: [index])), .value: .text(words.text(old))]),
          text: [Sentence(.enterReplaceText, [.value: .text(words.text(new))])],
          choices: [
            .init(letter: .letterYes, label: .enterReplace) { [weak self] in
              self?.replace(old, by: new, of: cell.student.username) ?? .done
            },
            .init(letter: .letterNo, label: .enterKeep) { [weak self] in
              self?.next()
              return .done
            },
          ], needsEnter: true))
    case .unchanged:
      let value = ValueText(opening.strings).text(cell.current.value)
      next()
      return .say(Sentence(.enterUnchanged, student.merging([.value: .text(value)])))
    case .nothing: return .say(Sentence(.enterNoValue))
    case .rejected(let problem):
      // As in a cell: the next key replaces it.
      edit { $0 = TextField($0.text, isSelected: true) }
      return .reject(problem.sentence(for: stack.item))
    }
  }

  /// Replaces a value that was asked about. The students, and the value, may have changed below the question.
  private func replace(
    _ old: GradeValue, by new: GradeValue, of username: Username
  ) -> Response {
    guard let index = state.stack?.value.index(of: username), let cell = state.cell(index) else {
      return .done
    }
    guard cell.current.value == old else { return choose(index) }
    return store(new, of: index, over: old)
  }

  private func store(_ value: GradeValue, of index: Int, over old: GradeValue?) -> Response {
    guard let cell = state.cell(index) else { return .done }
    if let reason = state.editing.disabledReason(for: .edit, cell) { return .say(Sentence(reason)) }
    let response = editing.set([(cell, value)])
    state.entered.removeAll { $0.index == index }
    state.entered.insert(Entered(index: index, value: value, old: old), at: 0)
    state.count += 1
    next()
    return response
  }

  private func next() {
    state.chosen = nil
    state.query = TextField()
    find()
  }
}

extension PaperStack {
  /// The names of the first of some students, with their usernames.
  func names(of found: [Int]) -> String {
    let names = found.prefix(5).map { "\(students[$0].listName) (\(students[$0].username))" }
    return names.joined(separator: ", ") + (found.count > 5 ? "…" : "")
  }
}

extension CourseTeacherRepository {
  /// The students' numbers, as far as the service has them; values come without them.
  func personalNumbers(of query: GroupQuery) async -> [Username: String] {
    let roster = try? await roster(of: query.group, in: query.course, semester: query.semester)
      .latest()
    let numbers = roster?.value.students.compactMap { student in
      student.personalNumber.map { (student.username, $0) }
    }
    return Dictionary(numbers ?? [], uniquingKeysWith: { first, _ in first })
  }
}
