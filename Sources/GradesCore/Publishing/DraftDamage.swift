import Foundation
import GRDB
import GradesClient
import SQLite

/// What of the drafts' file cannot be read.
package enum DraftDamage: Hashable, Sendable {
  /// A draft, by its number, with what is readable of where it belongs. It stays in the file, until a new edit of
  /// its cell replaces it or its user's data are erased; everything else is used.
  case draft(Int64, CourseCode?, Username?, ItemIdentifier?)
  /// A batch of the history, by its number; it stays, too.
  case batch(Int64)
  /// All of it. The damaged file has another name now.
  case file(URL)

  init(draft row: Row) {
    self = .draft(
      row.rowID("id"), (try? row.value("course")).map { CourseCode($0) },
      (try? row.requiredText("username")).map { Username($0) },
      (try? row.requiredText("identifier")).map { ItemIdentifier($0) })
  }
}

/// Rows that were read, and those that cannot be.
struct ReadRows<Value: Sendable>: Sendable {
  var values: [Value] = []
  var damaged: [DraftDamage] = []

  init() {}

  init(_ rows: [Row], damage: (Row) -> DraftDamage, _ value: (Row) throws -> Value) {
    for row in rows {
      do { values.append(try value(row)) } catch { damaged.append(damage(row)) }
    }
  }
}
