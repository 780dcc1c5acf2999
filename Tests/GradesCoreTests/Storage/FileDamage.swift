import Foundation
import GRDB

/// Kinds of values that a column of a database can have although this program never writes them there.
enum ForeignValue: String, CaseIterable, Sendable {
  case text = "'x'"
  case blob = "x'ff00'"
  case null = "NULL"
  case real = "0.5"
  case infinite = "9e999"
  case hugeInteger = "9223372036854775807"
}

/// A column of a table.
struct Column: Sendable, CustomStringConvertible {
  let table: String
  let name: String

  var description: String { "\(table).\(name)" }

  /// All columns of all tables of a file, without SQLite's own tables.
  static func all(of file: URL) throws -> [Column] {
    try DatabaseQueue(path: file.path).read { database in
      let tables = try String.fetchAll(
        database,
        sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      return try tables.flatMap { table in
        try database.columns(in: table).map { Column(table: table, name: $0.name) }
      }
    }
  }

  /// Puts a value into the column of all rows, or of one; where a constraint forbids it, the table gets
  /// the constraint back after the value.
  func set(_ value: ForeignValue, in file: URL, where condition: String = "1") throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: file.path, configuration: configuration)
    defer { try? queue.close() }
    try queue.writeWithoutTransaction { database in
      let definition = try String.fetchOne(
        database, sql: "SELECT sql FROM sqlite_master WHERE name = ?", arguments: [table])
      try define(definition?.replacingOccurrences(of: " NOT NULL", with: ""), database)
      do {
        try database.execute(
          sql: "UPDATE OR IGNORE \(table) SET \(name) = \(value.rawValue) WHERE \(condition)")
      } catch let error as DatabaseError
        where [ResultCode.SQLITE_CONSTRAINT, .SQLITE_MISMATCH].contains(error.resultCode)
      {
        // What SQLite itself never lets into a row's number, or into a key.
      }
      try define(definition, database)
    }
  }

  private func define(_ definition: String?, _ database: Database) throws {
    try database.execute(sql: "PRAGMA writable_schema = ON")
    try database.execute(
      sql: "UPDATE sqlite_master SET sql = ? WHERE name = ?", arguments: [definition, table])
    // Makes the connection read the schema again.
    try database.execute(sql: "PRAGMA writable_schema = RESET")
    database.clearSchemaCache()
  }
}
