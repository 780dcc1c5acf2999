import Foundation

/// A table as rows of cells, whatever kind of file it was in.
public struct CellTable: Sendable, Equatable {
  /// A row.
  public struct Row: Sendable, Equatable {
    /// Its number, counted as spreadsheets do: the first row is 1, empty ones count.
    public var number: Int
    /// The texts of its cells.
    public var cells: [String]
    /// Whether it cannot be cut into cells without doubt.
    public var isMalformed: Bool

    /// Makes a row.
    public init(number: Int, cells: [String], isMalformed: Bool = false) {
      self.number = number
      self.cells = cells
      self.isMalformed = isMalformed
    }

    /// Whether there is nothing in it.
    var isEmpty: Bool { !isMalformed && cells.allSatisfy(\.isEmpty) }

    /// Whether there are only blanks in it.
    var isBlank: Bool { cells.allSatisfy { $0.trimmingBlanks().isEmpty } }
  }

  /// The rows that are not empty.
  public var rows: [Row]
  /// How bytes were read as text; nil where a format has no encodings.
  public var encoding: TextEncoding?
  /// What separated the cells of a text.
  public var delimiter: TextTable.Delimiter?

  /// Makes a table.
  public init(
    rows: [Row], encoding: TextEncoding? = nil, delimiter: TextTable.Delimiter? = nil
  ) {
    self.rows = rows.filter { !$0.isEmpty }
    self.encoding = encoding
    self.delimiter = delimiter
  }
}
