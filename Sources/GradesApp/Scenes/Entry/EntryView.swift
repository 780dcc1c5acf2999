import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// Quick entry on a screen: the student or the value that is typed, the students that are found, and the
/// last papers.
struct EntryView: SceneView {
  typealias State = EntryViewModel.State
  typealias Action = EntryViewModel.Action

  let words: SceneWords

  init(_ words: SceneWords) { self.words = words }

  // MARK: Keys

  static let bindings: [KeyBinding<Action>] = [
    KeyBinding(.up, does: .move(.up), .keyMove, shown: [.up, .down], in: .help),
    KeyBinding(.down, does: .move(.down), .keyMove, in: .nowhere),
    KeyBinding(.pageUp, does: .move(.pageUp), .keyPage, shown: [.pageUp, .pageDown], in: .help),
    KeyBinding(.pageDown, does: .move(.pageDown), .keyPage, in: .nowhere),
    KeyBinding(.enter, .tab, does: .accept, .keyAccept, in: .first),
    KeyBinding(.escape, does: .cancel, .keyBack, in: .first),
    KeyBinding(.control("z"), does: .undo, .keyUndo, in: .first),
    KeyBinding(.control("s"), does: .review, .keyReview),
  ]

  func bindings(_ state: State) -> [KeyBinding<Action>] {
    guard state.chosen != nil else { return Self.bindings }
    // As in the spreadsheets, it gives up what is being written, and nothing else.
    return Self.bindings.filter { $0.action != .undo }
      + [KeyBinding(.control("z"), does: .cancel, .keyCancel, in: .nowhere)]
  }

  func disabledReason(for action: Action, _ state: State) -> Message? {
    switch action {
    case .undo:
      state.editing.canUndo || state.isTypingValue ? nil : .undoNothing
    case .review: state.editing.cells.changeCount == 0 ? .draftsEmpty : nil
    default: nil
    }
  }

  func takesText(_ state: State) -> Bool { true }
  func scrolls(_ state: State) -> Bool { state.chosen == nil && state.query.text.isEmpty }
  func typed(_ text: String, _ state: State) -> Action? { .type(text) }
  func edited(_ key: Key, _ state: State) -> Action? {
    var field = state.chosen == nil ? state.query : state.value
    return field.handle(key) ? .key(key) : nil
  }

  // MARK: Drawing

  func title(_ state: State) -> SceneTitle {
    let course = StyledText("\(state.course) · ", .quiet)
    guard let stack = state.stack else {
      return SceneTitle(course + StyledText(strings(.sceneEntry), .heading))
    }
    let name = stack.value.item.name(in: strings.serviceLanguage)
    // The item comes first: a value in a wrong column is the mistake to be seen.
    let item = course + StyledText(name, .heading)
    return SceneTitle(
      item + StyledText(" · \(strings(.keyQuickEntry))", .quiet),
      leastLeading: min(item.displayWidth, course.displayWidth + 24),
      trailing: words.remarks(on: stack),
      kept: StyledText(strings(.enterLeft, [.count: .count(state.missing.count)]), .mark),
      staleSince: stack.staleSince)
  }

  func fit(_ state: inout State, in rect: Rect) {
    let rows = layout(state, rect).list.rows
    state.page = max(1, rows)
    state.scroll.fit(count: state.found.count, rows: rows)
  }

  func draw(_ state: State, in rect: Rect, of frame: inout Frame) {
    guard let stack = state.stack?.value else { return }
    let layout = layout(state, rect)
    drawField(state, in: layout.field, of: &frame)
    drawList(state, stack, in: layout.list, of: &frame)
    guard layout.last.rows > 0 else { return }
    let lines = [StyledText(strings(.enterLast), .heading)] + state.entered.map { line($0, state) }
    frame.write(
      lines.map { $0.truncated(to: layout.last.columns) },
      in: layout.last)
  }

  private func drawField(_ state: State, in rect: Rect, of frame: inout Frame) {
    let label: StyledText
    var beside: StyledText = ""
    if let cell = state.chosen.flatMap(state.cell) {
      label = StyledText(name(of: cell.student, state), .heading) + " "
      beside = facts(cell, state)
    } else {
      label = StyledText(strings(.studentsColumnStudent), .accent) + " "
      if !state.query.text.isEmpty {
        beside = StyledText(
          strings(.studentsCount, [.count: .count(state.found.count)]), .quiet)
      }
    }
    let name = label.truncated(to: max(1, rect.columns - 12))
    frame.write(name, at: Position(column: rect.column, row: rect.row), width: rect.columns)
    var room = rect.inset(left: name.displayWidth)
    if beside.displayWidth + 12 <= room.columns {
      frame.write(
        beside,
        at: Position(column: room.columnRange.upperBound - beside.displayWidth, row: rect.row),
        width: beside.displayWidth)
      room.size.columns -= beside.displayWidth + 2
    }
    (state.chosen == nil ? state.query : state.value).draw(in: room, of: &frame, showsCursor: true)
  }

  /// The name of a student, with the username where another one has the same name.
  private func name(of student: Student, _ state: State) -> String {
    let isShared = state.stack?.value.students.contains {
      $0.username != student.username && $0.lastName == student.lastName
        && $0.firstName == student.firstName
    }
    return isShared == true ? "\(student.listName) (\(student.username))" : student.listName
  }

  /// What matters while a value is typed: the value that is there, the bounds, and whether they are kept.
  private func facts(_ cell: EditableCell, _ state: State) -> StyledText {
    if case .success(let value) = cell.read(state.value.text),
      let violation = BoundsViolation(value, of: cell.item)
    {
      return warning(violation, cell)
    }
    if let value = cell.current.value {
      return StyledText(strings(.enterHas, [.value: .text(words.values.text(value))]), .warning)
    }
    let range = strings.range(of: cell.item)
    return range.isEmpty ? "" : StyledText(strings(.gridBounds, [.value: .text(range)]), .quiet)
  }

  private func warning(_ violation: BoundsViolation, _ cell: EditableCell) -> StyledText {
    let names = CellNames([], [:], strings.serviceLanguage)
    let problem = EditProblem(violation, of: cell.cell)
    return StyledText(
      "! " + ProblemSentence(strings, names: names).text(.requested(problem)), .warning)
  }

  private func drawList(
    _ state: State, _ stack: PaperStack, in rect: Rect, of frame: inout Frame
  ) {
    guard !state.found.isEmpty else {
      let text =
        state.query.text.isEmpty
        ? strings(stack.students.isEmpty ? .studentsEmpty : .enterAllDone)
        : strings(.studentsNoneFound, [.query: .text(state.query.text)])
      frame.write(
        StyledText(text, .quiet).wrapped(to: max(1, rect.columns - 1)),
        in: rect.inset(left: 1))
      return
    }
    FocusList(count: state.found.count) { index, width in
      guard let cell = state.cell(state.found[index]) else { return "" }
      let value = cell.current.value.map { StyledText(words.values.text($0), .mark) } ?? ""
      return state.columns.line(cell.student, strings, width: width, trailing: value)
    }.draw(
      state.scroll, in: rect, of: &frame,
      showsFocus: state.chosen == nil && state.candidate != nil)
  }

  /// A paper that was entered: the student, the value, what it replaced, and a warning.
  private func line(_ paper: EntryViewModel.Entered, _ state: State) -> StyledText {
    guard let cell = state.cell(paper.index) else { return "" }
    var line =
      StyledText("\(cell.student.listName)  ") + StyledText(cell.student.username.rawValue, .quiet)
      + StyledText("  \(words.values.text(paper.value))", .mark)
    if let old = paper.old {
      line += StyledText(
        " " + strings(.gridWas, [.value: .text(words.values.text(old))]), .quiet)
    }
    if let violation = BoundsViolation(paper.value, of: cell.item) {
      line += StyledText("  ") + warning(violation, cell)
    }
    if state.editing.cells.isUnkept(cell.cell) { line += StyledText(" ✗", .bad) }
    return line
  }

  /// The field on top, then the students, then the last papers where there is room for both.
  private func layout(_ state: State, _ rect: Rect) -> (field: Rect, list: Rect, last: Rect) {
    let inner = rect.inset(left: 1, right: 1)
    let wanted =
      state.entered.isEmpty
      ? 0 : 1 + min(state.entered.count, EntryViewModel.State.shownEntries)
    let last = rect.rows >= wanted + 6 ? wanted : min(wanted, max(0, rect.rows - 4))
    let top = rect.rows > 6 ? 2 : 1
    return (
      inner.inset(bottom: max(0, rect.rows - 1)),
      rect.inset(right: 1, top: top, bottom: last == 0 ? 0 : last + 1),
      inner.inset(top: max(0, rect.rows - last))
    )
  }
}
