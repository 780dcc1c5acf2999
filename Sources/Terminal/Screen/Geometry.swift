/// A window's size in cells.
public struct Size: Sendable, Hashable {
  /// Cells of a row.
  public var columns: Int
  /// Cells of a column.
  public var rows: Int

  /// Makes a size; a window has no negative one.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

/// The position of a cell, counted from 0 at the upper left.
public struct Position: Sendable, Hashable {
  /// The column, 0 at the left edge.
  public var column: Int
  /// The row, 0 at the top.
  public var row: Int

  /// Makes a position.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A part of a window.
public struct Rect: Sendable, Hashable {
  /// The first column.
  public var column: Int
  /// The first row.
  public var row: Int
  /// Its size.
  public var size: Size

  /// Makes a part; negative sizes become none.
  public init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    size = Size(columns: columns, rows: rows)
  }

  /// Cells of a row.
  public var columns: Int { size.columns }
  /// Cells of a column.
  public var rows: Int { size.rows }
  /// The columns from the first to the last.
  public var columnRange: Range<Int> { column..<column + columns }
  /// The rows from the first to the last.
  public var rowRange: Range<Int> { row..<row + rows }

  /// Whether a cell belongs to it.
  public func contains(_ position: Position) -> Bool {
    columnRange.contains(position.column) && rowRange.contains(position.row)
  }

  /// The part without some cells at its sides.
  public func inset(left: Int = 0, right: Int = 0, top: Int = 0, bottom: Int = 0) -> Rect {
    Rect(
      column: column + left, row: row + top, columns: columns - left - right,
      rows: rows - top - bottom)
  }

  /// A part of a size in the middle of this one, no larger than it.
  public func centred(columns: Int, rows: Int) -> Rect {
    let (columns, rows) = (min(columns, self.columns), min(rows, self.rows))
    return Rect(
      column: column + (self.columns - columns) / 2, row: row + (self.rows - rows) / 2,
      columns: columns, rows: rows)
  }
}
