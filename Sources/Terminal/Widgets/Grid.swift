/// A table that scrolls in both directions under its titles and beside its first columns.
///
/// The focused row has `▌` at its start, the focused cell is drawn as focused; `‹` and `›` beside the
/// titles mark more columns. Only visible cells are requested.
package struct Grid {
  /// The blank cells before a column; a mark stands in the last of them.
  package static let gap = 2

  let frozen: [GridColumn]
  let columns: [GridColumn]
  let rowCount: Int
  let hasSubtitles: Bool
  private let cell: (Int, GridColumnIndex) -> StyledText
  private let mark: (Int, Int) -> StyledText

  /// Describes a table.
  ///
  /// - Parameters:
  ///   - frozen: the columns that stay.
  ///   - columns: the columns that scroll, as wholes.
  ///   - hasSubtitles: whether a second row of the header shows the subtitles.
  ///   - cell: the text of a row in a column. What is wider than the column is cut with `…`.
  ///   - mark: one character that stands before the cell of a row in a scrolling column, or nothing.
  package init(
    frozen: [GridColumn], columns: [GridColumn], rowCount: Int, hasSubtitles: Bool = false,
    cell: @escaping (_ row: Int, _ index: GridColumnIndex) -> StyledText,
    mark: @escaping (_ row: Int, _ column: Int) -> StyledText = { _, _ in "" }
  ) {
    self.frozen = frozen
    self.columns = columns
    self.rowCount = max(0, rowCount)
    self.hasSubtitles = hasSubtitles
    self.cell = cell
    self.mark = mark
  }

  package var headerRows: Int { hasSubtitles ? 2 : 1 }

  /// Where the cells are when the table is drawn into a part of a window: for a text field over a cell, and
  /// for the mouse.
  package func layout(_ state: GridState, in rect: Rect) -> GridLayout {
    GridLayout(self, state, in: rect)
  }

  /// Draws the part of the table that holds the focus.
  package func draw(_ state: GridState, in rect: Rect, of frame: inout Frame) {
    guard rect.rows > 0, rect.columns > 0 else { return }
    let layout = layout(state, in: rect)
    var fitted = state
    fitted.fit(self, in: rect)
    drawHeader(layout, of: &frame)
    for row in layout.rows {
      for shown in layout.shown { draw(row, shown, layout, of: &frame) }
    }
    let focus = fitted.rows.focus
    guard layout.rows.contains(focus) else { return }
    frame.write(
      StyledText("▌", .accent), at: Position(column: rect.column, row: layout.screenRow(focus)),
      width: 1)
    if let cell = layout.cell(row: focus, .column(fitted.columns.focus)) { frame.focus(cell) }
  }

  private func drawHeader(_ layout: GridLayout, of frame: inout Frame) {
    for shown in layout.shown {
      let column = column(shown.index)
      let lines = [column.title, column.subtitle].prefix(layout.headerRows)
      for (row, line) in lines.enumerated() {
        write(column, line, shown, row: layout.rect.row + row, of: &frame)
      }
    }
    let row = layout.rect.row
    if layout.hidesColumnsBefore,
      let first = layout.shown.first(where: { $0.index == .column(layout.columns.lowerBound) })
    {
      // Beside the first column that scrolls, as the other sign is beside the last one: a blank keeps it
      // from the columns that stay.
      let position = Position(column: first.cells.lowerBound - 1, row: row)
      frame.write(StyledText("‹", .accent), at: position, width: 1)
    }
    if layout.hidesColumnsAfter {
      let position = Position(column: layout.rect.columnRange.upperBound - 1, row: row)
      frame.write(StyledText("›", .accent), at: position, width: 1)
    }
  }

  private func draw(
    _ row: Int, _ shown: GridLayout.ShownColumn, _ layout: GridLayout, of frame: inout Frame
  ) {
    let screenRow = layout.screenRow(row)
    let column = column(shown.index)
    let text = column.fitted(cell(row, shown.index), to: shown.cells.count)
    let start = shown.cells.lowerBound
    frame.write(text, at: Position(column: start, row: screenRow), width: shown.cells.count)
    guard case .column(let index) = shown.index else { return }
    // Near the value, since at the start of a wide column it would seem to belong to the column before.
    let blanks = text.text.prefix { $0 == " " }.count
    let isBlank = blanks == shown.cells.count
    let offset = isBlank ? -1 : max(-1, blanks - 2)
    frame.write(
      mark(row, index), at: Position(column: start + offset, row: screenRow), width: 1)
  }

  private func write(
    _ column: GridColumn, _ text: StyledText, _ shown: GridLayout.ShownColumn, row: Int,
    of frame: inout Frame
  ) {
    let width = shown.cells.count
    frame.write(
      column.fitted(text, to: width), at: Position(column: shown.cells.lowerBound, row: row),
      width: width)
  }

  private func column(_ index: GridColumnIndex) -> GridColumn {
    switch index {
    case .frozen(let number): frozen[number]
    case .column(let number): columns[number]
    }
  }
}
