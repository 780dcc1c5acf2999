/// A window's size in cells.
package struct Size: Sendable, Hashable {
  package var columns: Int
  package var rows: Int

  /// Makes a size; a window has no negative one.
  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

/// The position of a cell, counted from 0 at the upper left.
package struct Position: Sendable, Hashable {
  package var column: Int
  package var row: Int

  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A part of a window.
package struct Rect: Sendable, Hashable {
  package var column: Int
  package var row: Int
  package var size: Size

  /// Makes a part; negative sizes become none.
  package init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    size = Size(columns: columns, rows: rows)
  }

  package var columns: Int { size.columns }
  package var rows: Int { size.rows }
  package var columnRange: Range<Int> { column..<column + columns }
  package var rowRange: Range<Int> { row..<row + rows }

  package func contains(_ position: Position) -> Bool {
    columnRange.contains(position.column) && rowRange.contains(position.row)
  }

  /// The part without some cells at its sides.
  package func inset(left: Int = 0, right: Int = 0, top: Int = 0, bottom: Int = 0) -> Rect {
    Rect(
      column: column + left, row: row + top, columns: columns - left - right,
      rows: rows - top - bottom)
  }

  /// A part of a size in the middle of this one, no larger than it.
  package func centred(columns: Int, rows: Int) -> Rect {
    let (columns, rows) = (min(columns, self.columns), min(rows, self.rows))
    return Rect(
      column: column + (self.columns - columns) / 2, row: row + (self.rows - rows) / 2,
      columns: columns, rows: rows)
  }
}
