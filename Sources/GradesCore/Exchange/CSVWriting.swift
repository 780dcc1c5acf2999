import Foundation

/// Writes a group's values as a text that ``TableReading`` reads back without a change.
public struct CSVWriting: Sendable {
  /// How the table is written.
  public var dialect: CSVDialect

  /// Makes a writer.
  public init(dialect: CSVDialect = .standard) { self.dialect = dialect }

  /// The whole table.
  public func data(_ table: ExportedTable) -> Data {
    var text = dialect.byteOrderMark
    text += dialect.line(table.titles)
    for student in table.students {
      text += table.cells(of: student).map(dialect.field).joined(separator: dialect.delimiter)
      text += dialect.lineEnd
    }
    return Data(text.utf8)
  }
}
