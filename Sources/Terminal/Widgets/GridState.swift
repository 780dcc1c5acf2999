/// Which cell of a grid is focused, and which part of it is on the screen.
package struct GridState: Sendable, Equatable {
  package var rows: ScrollState
  /// The columns that scroll; only they can be focused.
  package var columns: ScrollState

  /// Starts at the upper left, with a cell focused.
  package init(row: Int = 0, column: Int = 0) {
    rows = ScrollState(focus: row)
    columns = ScrollState(focus: column)
  }

  /// Moves the focus to an existing cell, and scrolls as little as needed to show it in a part of a
  /// window.
  package mutating func fit(_ grid: Grid, in rect: Rect) {
    rows.fit(count: grid.rowCount, rows: rect.rows - grid.headerRows)
    let room = GridRoom(grid, width: rect.columns)
    columns.move(to: columns.focus, count: grid.columns.count)
    columns.slide(to: min(columns.first, columns.focus))
    while !room.columns(from: columns.first).contains(columns.focus), columns.first < columns.focus
    {
      columns.slide(to: columns.first + 1)
    }
    while columns.first > 0, room.showsRest(from: columns.first - 1) {
      columns.slide(to: columns.first - 1)
    }
  }
}
