import GradesClient
import GradesCore
import Terminal

/// The tree of one student's items as a spreadsheet: marks beside what was changed, a field over the cell
/// that is being written.
struct StudentTree {
  private let state: StudentViewModel.State
  private let field: CellField?
  private let items: [ResultItem]
  private let columns: ColumnLines<ResultItem>
  private let rect: Rect

  init(
    _ state: StudentViewModel.State, _ field: CellField?, _ items: [ResultItem],
    _ words: SceneWords, in rect: Rect
  ) {
    self.state = state
    self.field = field
    self.items = items
    self.rect = rect
    // With what the service has, so that no other column goes with an edit.
    let recorded = state.results?.value.items ?? []
    columns = ItemColumns.lines(width: rect.columns - 1, words) {
      ColumnLines(
        tree: items, folded: state.tree.collapsed, $0, measuring: recorded + state.seen,
        width: rect.columns - 1, depth: \.item.depth)
    }
  }

  func draw(in frame: inout Frame) {
    let rows = state.rows
    let visible = state.tree.visible(rows)
    FocusList(count: visible.count) { index, _ in columns.line(items[visible[index]]) }
      .draw(state.tree.scroll, in: rect, of: &frame)
    let shown = state.tree.scroll.visible(count: visible.count, rows: rect.rows)
    for (row, line) in zip(rect.rowRange, shown) {
      let cells = valueRect(row: row)
      let mark = mark(visible[line])
      if !mark.isEmpty {
        frame.write(mark, at: Position(column: cells.column - 2, row: row), width: 1)
      }
      if isOutside(visible[line]), field == nil || line != state.tree.scroll.focus {
        frame.write(
          StyledText("!", .warning),
          at: Position(column: cells.columnRange.upperBound, row: row), width: 1)
      }
      guard line == state.tree.scroll.focus else { continue }
      if let field {
        draw(field, over: cells, in: &frame)
      } else {
        frame.focus(cells)
        frame.cursor = Position(column: cells.column, row: row)
      }
    }
  }

  /// The cells of a line's value, behind the sign of the focus.
  private func valueRect(row: Int) -> Rect {
    let cells = columns.cells(of: ItemColumns.values) ?? 0..<0
    return Rect(
      column: rect.column + 1 + cells.lowerBound, row: row, columns: cells.count, rows: 1)
  }

  private func mark(_ index: Int) -> StyledText {
    state.cell(index).map { state.edits.mark(of: $0) } ?? ""
  }

  /// Whether the user has written a value beyond the bounds.
  private func isOutside(_ index: Int) -> Bool {
    guard let cell = state.cell(index) else { return false }
    return state.edits.edit(for: cell.cell)?.boundsViolation(of: cell.item) != nil
  }

  private func draw(
    _ field: CellField, over cells: Rect, in frame: inout Frame
  ) {
    // A text is longer than what its column shows.
    let wanted = field.cell.item.valueType == .string ? 40 : 10
    let end = rect.columnRange.upperBound
    let width = min(max(cells.columns, wanted), end - rect.column)
    let start = min(cells.column, end - width)
    let room = Rect(column: start, row: cells.row, columns: width, rows: 1)
    frame.fill(room)
    field.field.draw(
      in: room, of: &frame, style: field.complains ? .bad : .accent, showsCursor: true)
  }
}
