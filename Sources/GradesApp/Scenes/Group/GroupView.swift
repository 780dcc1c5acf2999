import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The Group classification scene on a screen: a spreadsheet of students and items.
struct GroupView: SceneView {
  typealias State = GroupViewModel.State
  typealias Action = GroupViewModel.Action

  let words: SceneWords

  init(_ words: SceneWords) { self.words = words }

  // MARK: Keys

  static let bindings: [KeyBinding<Action>] =
    Movement.gridBindings.map { $0.map(Action.move) } + [
      KeyBinding(
        .left, .backTab, does: .left, .nameColumns, shown: [.left, .right], in: .help),
      KeyBinding(.right, does: .right, .nameColumns, in: .nowhere),
      KeyBinding(.tab, does: .tab, .nameColumns, in: .nowhere),
      KeyBinding(
        Key(.left, .control), does: .firstColumn, .keyRowEnds,
        shown: [Key(.left, .control), Key(.right, .control)], in: .help),
      KeyBinding(Key(.right, .control), does: .lastColumn, .keyRowEnds, in: .nowhere),
      KeyBinding(.enter, does: .accept(.down), .structureMoveDown, in: .help),
      KeyBinding(.control("f"), menu: "/", does: .filter(.begin), .keyFilter),
    ] + CellEditing.bindings.map { $0.map(Action.cell) } + [
      KeyBinding(.control("s"), menu: "p", does: .review, .keyReview),
      KeyBinding(menu: "g", does: .chooseGroup, .nameGroup),
      KeyBinding(menu: "i", does: .chooseItems, .keyItems),
      KeyBinding(menu: "o", does: .chooseOrder, .keyOrder),
      KeyBinding(.control("d"), menu: "f", does: .fill, .keyFill),
      KeyBinding(menu: "d", does: .statistics, .keyStatistics),
      KeyBinding(menu: "D", does: .courseStatistics, .keyCourseStatistics, in: .help),
      KeyBinding(menu: "y", does: .copy(isWhole: false), .keyCopyColumn, in: .help),
      KeyBinding(menu: "Y", does: .copy(isWhole: true), .keyCopySheet, in: .help),
      KeyBinding(menu: "Q", does: .quickEntry, .keyQuickEntry, in: .help),
      KeyBinding(menu: "v", does: .student, .roleStudent),
      KeyBinding(menu: "s", does: .findStudent, .keyFindStudent, in: .help),
      KeyBinding(menu: "l", does: .cellLog, .keyCellLog, in: .help),
      KeyBinding(menu: "L", does: .log, .keyLog, in: .help),
      KeyBinding(menu: "H", does: .history, .keyHistory, in: .help),
    ]

  private static let fieldBindings: [KeyBinding<Action>] = [
    KeyBinding(.enter, does: .accept(.down), .structureMoveDown, in: .first),
    KeyBinding(.tab, does: .accept(.right), .keyAcceptRight, in: .first),
    KeyBinding(.backTab, does: .accept(.left), .keyAcceptLeft, in: .help),
    KeyBinding(Key(.function(2)), does: .cell(.edit), .keyEdit, in: .help),
    KeyBinding(.control("s"), does: .review, .keyReview, in: .help),
    KeyBinding(.escape, .control("z"), does: .cell(.cancel), .keyCancel, in: .first),
  ]

  private static let overtypingBindings: [KeyBinding<Action>] = [
    KeyBinding(
      .up, does: .arrow(.up), .keyMove, shown: [.up, .down, .left, .right], in: .help),
    KeyBinding(.down, does: .arrow(.down), .keyMove, in: .nowhere),
    KeyBinding(.left, does: .arrow(.left), .keyMove, in: .nowhere),
    KeyBinding(.right, does: .arrow(.right), .keyMove, in: .nowhere),
  ]

  func bindings(_ state: State) -> [KeyBinding<Action>] {
    if !state.filter.isTyped, let field = state.editing.field {
      return Self.fieldBindings + (field.isOvertyping ? Self.overtypingBindings : [])
        + CellEditing.textBindings(of: field).map { $0.map(Action.cell) }
    }
    var bindings = Self.bindings.forCell(state.focused, state.editing, toggle: .cell(.toggle))
    if state.editing.cells.changeCount > 0 {
      bindings = bindings.preferring(.review, to: .move(.up))
    }
    return state.filter.bindings(over: bindings, move: Action.move, filter: Action.filter)
  }

  func disabledReason(for action: Action, _ state: State) -> Message? {
    switch action {
    case .cell(let action): return state.editing.disabledReason(for: action, state.focused)
    case .fill:
      if let reason = state.editing.disabledReason(for: .edit, state.focused) { return reason }
      return state.grid.rows.focus + 1 >= state.order.count ? .disabledLastRow : nil
    case .quickEntry:
      guard let focused = state.focused else { return .disabledNoCell }
      return focused.item.isEditable ? nil : .disabledComputed
    case .review where !state.editing.hasChanges: return .draftsEmpty
    case .student where state.order.isEmpty: return .disabledNoCell
    case .courseStatistics where state.order.isEmpty: return .disabledNoCell
    case .cellLog where state.focused == nil, .statistics where state.focused == nil,
      .copy where state.focused == nil:
      return .disabledNoCell
    case .chooseItems where state.matrix == nil, .chooseOrder where state.matrix == nil:
      return .disabledNoCell
    default: break
    }
    return nil
  }

  func takesText(_ state: State) -> Bool { state.filter.isTyped || state.editing.field != nil }
  func scrolls(_ state: State) -> Bool { state.editing.field == nil }

  func typed(_ text: String, _ state: State) -> Action? {
    state.filter.isTyped
      ? state.filter.typed(text).map(Action.filter)
      : state.editing.typed(text, state.focused, at: words.now).map(Action.cell)
  }

  func pasted(_ text: String, _ state: State) -> Action? {
    takesText(state) ? typed(text, state) : .paste(text)
  }

  func edited(_ key: Key, _ state: State) -> Action? {
    guard takesText(state) else { return nil }
    return state.filter.isTyped
      ? state.filter.edited(key).map(Action.filter) : .cell(.key(key))
  }

  func clicked(_ position: Position, _ state: State, in rect: Rect) -> Action? {
    guard !state.filter.isTyped else { return nil }
    let table = GroupGrid(state, words, in: rect)
    guard let hit = table.grid.layout(state.grid, in: table.rect).hit(position),
      let row = hit.row
    else { return nil }
    switch hit.column {
    case .frozen: return .focusName(row: row)
    case .column(let column): return .focus(row: row, column: column)
    }
  }

  // MARK: Drawing

  func title(_ state: State) -> SceneTitle {
    guard let matrix = state.matrix else {
      return SceneTitle(StyledText(strings(.groupsColumnName)))
    }
    // Groups have long names, and how much was changed must stay in sight.
    let course = StyledText(matrix.value.course.rawValue, .heading) + StyledText(" · ", .quiet)
    let group = StyledText(strings.groupName(matrix.value.group.name))
    let count = strings(.studentsCount, [.count: .count(matrix.value.rows.count)])
    let changes = state.editing.cells.changeCount
    return SceneTitle(
      course + group, leastLeading: course.displayWidth + 24,
      trailing: [
        StyledText("\(count), \(items(state))", .quiet)
      ] + words.remarks(on: matrix, of: matrix.value.semester),
      kept: changes > 0
        ? StyledText(strings(.reviewChanges, [.count: .count(changes)]), .mark) : "",
      staleSince: matrix.staleSince
    )
  }

  private func items(_ state: State) -> String {
    guard let matrix = state.matrix?.value, state.columns.count < matrix.items.count else {
      return strings(.groupAllItems)
    }
    if state.columns.count > 1 { return strings(.gridItems, [.count: .count(state.columns.count)]) }
    return state.item(0)?.definition.name(in: strings.serviceLanguage) ?? ""
  }

  func fit(_ state: inout State, in rect: Rect) {
    let table = GroupGrid(state, words, in: rect)
    state.grid.fit(table.grid, in: table.rect)
    state.page = max(1, table.rect.rows - table.grid.headerRows)
  }

  func draw(_ state: State, in rect: Rect, of frame: inout Frame) {
    guard let matrix = state.matrix?.value else { return }
    let table = GroupGrid(state, words, in: rect)
    table.grid.draw(state.grid, in: table.rect, of: &frame)
    if state.order.isEmpty {
      let text =
        matrix.rows.isEmpty
        ? strings(.studentsEmpty)
        : strings(.studentsNoneFound, [.query: .text(state.filter.text)])
      let below = table.rect.inset(left: 1, right: 1, top: table.grid.headerRows)
      frame.write(StyledText(text, .quiet).wrapped(to: max(1, below.columns)), in: below)
    }
    let status = status(state, of: matrix, width: rect.columns, rows: table.statusRows)
    frame.write(
      status,
      in: Rect(
        column: rect.column + 1, row: table.rect.rowRange.upperBound, columns: rect.columns - 2,
        rows: table.statusRows))
    state.filter.draw(
      in: rect.inset(top: max(0, rect.rows - 1)), of: &frame, count: found(state, of: matrix))
    drawFocus(state, table, of: &frame)
  }

  /// What is said of the focused cell or, where a narrow window has no room for it beside the filter, what is wrong
  /// with its condition.
  private func status(
    _ state: State, of matrix: GroupMatrix, width: Int, rows: Int
  ) -> [StyledText] {
    let found = found(state, of: matrix)
    guard state.conditionProblem != nil, !TextFilter.hasRoom(for: found, columns: width) else {
      return CellStatusLine(state.focused, state.editing, words).lines(
        width: width - 2, rows: rows)
    }
    return Array(found.wrapped(to: max(1, width - 2)).prefix(rows))
  }

  /// How many rows the filter finds, or why its condition finds none.
  private func found(_ state: State, of matrix: GroupMatrix) -> StyledText {
    guard let problem = state.conditionProblem else {
      return StyledText(
        strings(
          .gridFound, [.count: .count(state.order.count), .total: .count(matrix.rows.count)]),
        .quiet)
    }
    return StyledText(
      StructureProblemText(strings).text(
        .expression(problem.reason, near: problem.near)), .warning)
  }

  private func drawFocus(_ state: State, _ table: GroupGrid, of frame: inout Frame) {
    guard !state.filter.isTyped else { return }
    let layout = table.grid.layout(state.grid, in: table.rect)
    guard
      let cell = layout.cell(
        row: state.grid.rows.focus, .column(state.grid.columns.focus))
    else { return }
    guard let field = state.editing.field else {
      frame.cursor = Position(column: cell.column, row: cell.row)
      return
    }
    // A text is longer than what its column shows; a number grows as it is typed.
    let wanted =
      field.cell.item.valueType == .string ? 40 : field.field.text.displayWidth + 1
    let end = table.rect.columnRange.upperBound
    var width = min(max(cell.columns, wanted), end - table.rect.column)
    let start = min(cell.column, end - width)
    // Half a value beside it would be read as another one.
    var column = state.grid.columns.focus + 1
    while let next = layout.cell(row: state.grid.rows.focus, .column(column)),
      next.column < start + width
    {
      width = max(width, next.columnRange.upperBound - start)
      column += 1
    }
    let room = Rect(column: start, row: cell.row, columns: width, rows: 1)
    frame.fill(room, with: " ")
    field.field.draw(
      in: room, of: &frame, style: field.complains ? .bad : .plain, showsCursor: true)
    frame.focus(room)
  }
}
