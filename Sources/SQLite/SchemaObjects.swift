import GRDB

/// What a database consists of: its tables, indexes, views and triggers, with their definitions.
///
/// A file is used only if its objects are exactly those that this package makes: a trigger or a view
/// that another program put there could change what is stored, or never come to an end.
package struct SchemaObjects: Hashable, Sendable {
  private struct Object: Hashable {
    let type: String
    let name: String
    let table: String
    /// Nil for an index that belongs to a constraint.
    let definition: String?
  }

  private let objects: Set<Object>

  /// The objects of a database. Reading them runs nothing of it.
  package init(_ database: Database) throws {
    objects = Set(
      // SQLite's own tables, which a file keeps once it has them, change no result.
      try Row.fetchAll(
        database,
        sql: """
          SELECT type, name, tbl_name, sql FROM sqlite_master
          WHERE type <> 'table' OR name NOT LIKE 'sqlite_stat%' AND name <> 'sqlite_sequence'
          """
      ).map { row in
        Object(
          type: try row.value(0), name: try row.value(1), table: try row.value(2),
          definition: try row.value(3))
      })
  }

  /// The objects that a function makes in an empty database.
  package init(madeBy make: (DatabaseQueue) throws -> Void) throws {
    let queue = try DatabaseQueue()
    try make(queue)
    self = try queue.read { try SchemaObjects($0) }
  }

  /// The objects as bytes, which are equal only for equal objects.
  package var bytes: [UInt8] {
    objects.map { object in
      [object.type, object.name, object.table, object.definition].map { field in
        field.map { "\($0.utf8.count):\($0)" } ?? "-"
      }.joined()
    }.sorted().flatMap(\.utf8)
  }

  /// Compares the objects with those that this package makes. Throws ``ForeignObject`` for another one,
  /// or another form of one, and SQLite's "corrupt" for a missing one.
  package func check(against made: SchemaObjects) throws {
    if let name = objects.subtracting(made.objects).map(\.name).min() {
      throw ForeignObject(name: name)
    }
    guard objects == made.objects else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
  }
}

/// A table, an index, a view or a trigger that this package did not make.
package struct ForeignObject: Error, Hashable {
  /// Its name in the file.
  package let name: String
}
