import Foundation
import GradesClient

/// Writes a group's values as a table that ``CSVReading`` reads back without a change.
///
/// The columns are `username`, `lastName`, `firstName` and the items' identifiers.
public struct CSVWriting: Sendable {
  /// How the table is written.
  public var dialect: CSVDialect

  /// Makes a writer.
  public init(dialect: CSVDialect = .standard) { self.dialect = dialect }

  /// The whole table: the grid's students and items in their order.
  public func data(_ grid: CellGrid) -> Data {
    var seen: Set<ItemIdentifier> = []
    let items = grid.definitions.map(\.identifier).filter { seen.insert($0).inserted }
    var text = dialect.byteOrderMark
    text += dialect.line(["username", "lastName", "firstName"] + items.map(\.rawValue))
    for student in grid.students {
      let values = grid.values[student.username] ?? [:]
      var fields = [student.username.rawValue, student.lastName ?? "", student.firstName ?? ""]
        .map { dialect.quoted(FormulaGuard.guarded($0)) }
      fields += items.map { dialect.field(values[$0]?.value) }
      text += fields.joined(separator: dialect.delimiter)
      text += dialect.lineEnd
    }
    return Data(text.utf8)
  }
}
