/// Where the cells of a grid are on the screen.
package struct GridLayout: Sendable, Equatable {
  package struct ShownColumn: Sendable, Equatable {
    package let index: GridColumnIndex
    /// Its cells in the window, without the gap before it.
    package let cells: Range<Int>
  }

  /// The element at a position of the screen.
  package struct Hit: Sendable, Equatable {
    /// The row; nil in the header.
    package let row: Int?
    package let column: GridColumnIndex
  }

  /// The part of the window that the grid has.
  package let rect: Rect
  package let headerRows: Int
  package let rows: Range<Int>
  package let columns: Range<Int>
  /// Whether there are scrolling columns after those on the screen.
  package let hidesColumnsAfter: Bool
  package let shown: [ShownColumn]

  init(_ grid: Grid, _ state: GridState, in rect: Rect) {
    var state = state
    state.fit(grid, in: rect)
    let room = GridRoom(grid, width: rect.columns)
    self.rect = rect
    headerRows = min(grid.headerRows, rect.rows)
    rows = state.rows.visible(count: grid.rowCount, rows: rect.rows - grid.headerRows)
    columns = room.columns(from: state.columns.first)
    hidesColumnsAfter = columns.upperBound < grid.columns.count

    var shown: [ShownColumn] = []
    var start = rect.column + 1
    // The last cell is reserved for the sign of more columns.
    let end = max(start, rect.column + rect.columns - 1)
    func add(_ index: GridColumnIndex, _ width: Int) {
      let cells = (start..<start + max(0, width)).clamped(to: rect.column..<end)
      if !cells.isEmpty { shown.append(ShownColumn(index: index, cells: cells)) }
      start += width + Grid.gap
    }
    for (index, width) in room.frozen.enumerated() where width > 0 { add(.frozen(index), width) }
    if shown.isEmpty { start += Grid.gap }
    for column in columns { add(.column(column), room.width(column)) }
    self.shown = shown
  }

  /// Whether there are scrolling columns before those on the screen.
  package var hidesColumnsBefore: Bool { columns.lowerBound > 0 }

  /// The cells of a value: one row, as wide as the column is; nil where the screen does not show it.
  package func cell(row: Int, _ index: GridColumnIndex) -> Rect? {
    guard rows.contains(row), let column = shown.first(where: { $0.index == index }) else {
      return nil
    }
    return Rect(
      column: column.cells.lowerBound, row: screenRow(row), columns: column.cells.count, rows: 1)
  }

  /// The element at a position of the window; the gap before a column belongs to it.
  package func hit(_ position: Position) -> Hit? {
    guard rect.contains(position),
      let column = shown.first(where: { position.column < $0.cells.upperBound })
    else { return nil }
    if position.row < rect.row + headerRows { return Hit(row: nil, column: column.index) }
    let row = position.row - rect.row - headerRows + rows.lowerBound
    return rows.contains(row) ? Hit(row: row, column: column.index) : nil
  }

  func screenRow(_ row: Int) -> Int { rect.row + headerRows + row - rows.lowerBound }
}
