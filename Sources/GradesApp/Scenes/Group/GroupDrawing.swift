import GradesCore
import GradesLocalization
import Terminal

/// The Group classification scene on a screen: a spreadsheet of students and items.
extension GroupViewModel {
  func title(_ words: SceneWords) -> SceneTitle {
    let strings = words.strings
    guard let matrix = sheet.matrix else {
      return SceneTitle(leading: StyledText(strings(.groupsColumnName)))
    }
    // Groups have long names, and how much was changed must stay in sight.
    let course = StyledText(matrix.value.course.rawValue, .heading) + StyledText(" · ", .quiet)
    let group = StyledText(strings.groupName(matrix.value.group.name))
    let count = strings(.studentsCount, [.count: matrix.value.rows.count])
    let changes = editing.cells.changeCount
    return SceneTitle(
      leading: course + group, leastLeading: course.displayWidth + 24,
      trailing: [
        StyledText("\(count), \(items(strings))", .quiet)
      ] + words.remarks(on: matrix, of: matrix.value.semester),
      kept: changes > 0
        ? StyledText(strings(.reviewChanges, [.count: changes]), .mark) : "",
      age: matrix.age
    )
  }

  private func items(_ strings: Strings) -> String {
    guard let matrix = sheet.matrix?.value, sheet.columns.count < matrix.items.count else {
      return strings(.groupAllItems)
    }
    if sheet.columns.count > 1 { return strings(.gridItems, [.count: sheet.columns.count]) }
    return sheet.item(0)?.definition.name(in: strings.serviceLanguage) ?? ""
  }

  func fit(in rect: Rect, _ words: SceneWords) -> Response {
    let table = GroupGrid(sheet, editing.cells, words, in: rect)
    var grid = sheet.grid
    grid.fit(table.grid, in: table.rect)
    // Observers are notified of each assignment, also of an equal value.
    if grid != sheet.grid { sheet.grid = grid }
    drawn = rect
    return editing.takeNotice()
  }

  func hit(_ position: Position, _ words: SceneWords) -> GridLayout.Hit? {
    let table = GroupGrid(sheet, editing.cells, words, in: drawn)
    return table.grid.layout(sheet.grid, in: table.rect).hit(position)
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    guard let matrix = sheet.matrix?.value else { return }
    let strings = words.strings
    let table = GroupGrid(sheet, editing.cells, words, in: rect)
    table.grid.draw(sheet.grid, in: table.rect, of: &frame)
    if sheet.rows.isEmpty {
      let text =
        matrix.rows.isEmpty
        ? strings(.studentsEmpty)
        : strings(.studentsNoneFound, [.query: sheet.filter.text])
      let below = table.rect.inset(left: 1, right: 1, top: table.grid.headerRows)
      frame.write(StyledText(text, .quiet).wrapped(to: max(1, below.columns)), in: below)
    }
    let found = found(of: matrix, strings)
    frame.write(
      status(found, width: rect.columns, rows: table.statusRows, words),
      in: Rect(
        column: rect.column + 1, row: table.rect.rowRange.upperBound, columns: rect.columns - 2,
        rows: table.statusRows))
    sheet.filter.draw(in: rect.inset(top: max(0, rect.rows - 1)), of: &frame, count: found)
    drawFocus(table, of: &frame)
  }

  /// What is said of the focused cell or, where a narrow window has no room for it beside the filter, what is wrong
  /// with its condition.
  private func status(
    _ found: StyledText, width: Int, rows: Int, _ words: SceneWords
  ) -> [StyledText] {
    guard sheet.conditionProblem != nil, !TextFilter.hasRoom(for: found, columns: width) else {
      return CellStatusLine(cell: focusedCell, editing: editing, words: words)
        .lines(width: width - 2, rows: rows)
    }
    return Array(found.wrapped(to: max(1, width - 2)).prefix(rows))
  }

  /// How many rows the filter finds, or why its condition finds none.
  private func found(of matrix: GroupMatrix, _ strings: Strings) -> StyledText {
    guard let problem = sheet.conditionProblem else {
      return StyledText(
        strings(.gridFound, [.count: sheet.rows.count, .total: matrix.rows.count]),
        .quiet)
    }
    return StyledText(strings.problem(.expression(problem.reason, near: problem.near)), .warning)
  }

  private func drawFocus(_ table: GroupGrid, of frame: inout Frame) {
    guard !sheet.filter.isTyped else { return }
    let layout = table.grid.layout(sheet.grid, in: table.rect)
    guard
      let cell = layout.cell(row: sheet.grid.rows.focus, .column(sheet.grid.columns.focus))
    else { return }
    guard let field = editing.field else {
      frame.cursor = Position(column: cell.column, row: cell.row)
      return
    }
    // A text is longer than what its column shows; a number grows as it is typed.
    let wanted = field.cell.item.valueType == .string ? 40 : field.field.text.displayWidth + 1
    let end = table.rect.columnRange.upperBound
    var width = min(max(cell.columns, wanted), end - table.rect.column)
    let start = min(cell.column, end - width)
    // Half a value beside it would be read as another one.
    var column = sheet.grid.columns.focus + 1
    while let next = layout.cell(row: sheet.grid.rows.focus, .column(column)),
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
