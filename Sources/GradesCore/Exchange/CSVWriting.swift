import Foundation
import GradesClient

/// Writes a group's values as a table that ``TableReading`` reads back without a change.
///
/// The columns are `username`, `lastName`, `firstName` and the items' identifiers.
public struct CSVWriting: Sendable {
  /// How the table is written.
  public var dialect: CSVDialect
  /// Whether a column of notes follows the values of each item that can be edited.
  public var hasNotes = false
  /// The cells whose values are drafts, named in a column of their own; nil: without the column.
  public var drafts: Set<GradeCell>?

  /// Makes a writer.
  public init(dialect: CSVDialect = .standard) { self.dialect = dialect }

  /// The whole table: the grid's students and items in their order.
  public func data(_ grid: CellGrid) -> Data {
    var seen: Set<ItemIdentifier> = []
    let items = grid.definitions.filter { seen.insert($0.identifier).inserted }
    var text = dialect.byteOrderMark
    text += dialect.line(
      ["username", "lastName", "firstName"] + items.flatMap(titles)
        + (drafts == nil ? [] : [TitleWords.drafts]))
    for student in grid.students {
      let values = grid.values[student.username] ?? [:]
      var fields = [student.username.rawValue, student.lastName ?? "", student.firstName ?? ""]
        .map { dialect.quoted(FormulaGuard.guarded($0)) }
      for item in items {
        let recorded = values[item.identifier]
        fields.append(dialect.field(recorded?.value))
        if hasNotes, item.isEditable {
          fields.append(dialect.quoted(FormulaGuard.guarded(recorded?.note ?? "")))
        }
      }
      if let drafts {
        let named = items.map(\.identifier).filter {
          drafts.contains(GradeCell(student.username, $0))
        }
        fields.append(dialect.quoted(named.map(\.rawValue).joined(separator: " ")))
      }
      text += fields.joined(separator: dialect.delimiter)
      text += dialect.lineEnd
    }
    return Data(text.utf8)
  }

  private func titles(_ item: Classification) -> [String] {
    let title = item.identifier.rawValue
    return hasNotes && item.isEditable ? [title, title + ":note"] : [title]
  }
}
