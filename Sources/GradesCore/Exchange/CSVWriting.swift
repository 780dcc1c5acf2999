import Foundation

/// Writes a group's values as a text that ``TableReading`` reads back without a change.
package struct CSVWriting: Sendable {
  /// How the table is written.
  package var dialect: CSVDialect

  /// Makes a writer.
  package init(dialect: CSVDialect = .standard) { self.dialect = dialect }

  /// The whole table.
  package func data(_ table: ExportedTable) -> Data {
    var text = dialect.byteOrderMark
    text += dialect.line(table.titles)
    for student in table.students {
      text += table.cells(of: student).map(dialect.field).joined(separator: dialect.delimiter)
      text += dialect.lineEnd
    }
    return Data(text.utf8)
  }
}
