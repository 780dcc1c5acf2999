import GradesClient
import GradesCore
import Terminal

/// The tree of one student's items as a spreadsheet: marks beside what was changed, a field over the cell
/// that is being written.
struct StudentTree {
  private let state: StudentViewModel.State
  private let items: [ResultItem]
  private let columns: ItemColumns
  private let rect: Rect
  private let words: SceneWords

  init(
    _ state: StudentViewModel.State, _ items: [ResultItem], _ words: SceneWords, in rect: Rect
  ) {
    self.state = state
    self.items = items
    self.words = words
    self.rect = rect
    columns = ItemColumns(items, width: rect.columns - 1, words)
  }

  func draw(in frame: inout Frame) {
    let rows = state.rows
    state.tree.draw(rows, in: rect, of: &frame) { place, room in
      columns.line(items[place], room: room)
    }
    let visible = state.tree.visible(rows)
    let shown = state.tree.scroll.visible(count: visible.count, rows: rect.rows)
    for (row, line) in zip(rect.rowRange, shown) {
      let cells = valueRect(row: row)
      let mark = mark(visible[line])
      if !mark.isEmpty {
        frame.write(mark, at: Position(column: cells.column - 2, row: row), width: 1)
      }
      if isOutside(visible[line]), state.field == nil || line != state.tree.scroll.focus {
        frame.write(
          StyledText("!", .warning),
          at: Position(column: cells.columnRange.upperBound, row: row), width: 1)
      }
      guard line == state.tree.scroll.focus else { continue }
      if let field = state.field {
        draw(field, over: cells, in: &frame)
      } else {
        frame.focus(cells)
        frame.cursor = Position(column: cells.column, row: row)
      }
    }
  }

  /// The cells of a line's value, behind the sign of the focus.
  private func valueRect(row: Int) -> Rect {
    let cells = columns.valueCells
    return Rect(
      column: rect.column + 1 + cells.lowerBound, row: row, columns: cells.count, rows: 1)
  }

  private func mark(_ place: Int) -> StyledText {
    guard let place = state.place(place) else { return "" }
    if state.edits.isUnkept(place.cell) { return StyledText("✗", .bad) }
    if state.edits.isWaiting(place.cell) { return StyledText("…", .quiet) }
    switch state.edits.status(of: place.cell, over: place.recorded, of: place.item)?.kind {
    case .conflict: return StyledText("≠", .bad)
    case nil: return ""
    default: return StyledText("●", .mark)
    }
  }

  /// Whether the user has written a value beyond the bounds.
  private func isOutside(_ place: Int) -> Bool {
    guard let place = state.place(place) else { return false }
    return state.edits.edit(for: place.cell)?.boundsViolation(of: place.item) != nil
  }

  private func draw(
    _ field: GroupViewModel.CellField, over cells: Rect, in frame: inout Frame
  ) {
    // A text is longer than what its column shows.
    let wanted = field.place.item.valueType == .string ? 40 : 10
    let end = rect.columnRange.upperBound
    let width = min(max(cells.columns, wanted), end - rect.column)
    let start = min(cells.column, end - width)
    let room = Rect(column: start, row: cells.row, columns: width, rows: 1)
    frame.fill(room)
    field.field.draw(
      in: room, of: &frame, style: field.complains ? .bad : .accent, showsCursor: true)
  }
}
