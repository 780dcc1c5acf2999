import Foundation
import GRDB
import GradesClient
import SQLite

extension DraftStore {
  static func drafts(
    _ database: Database, where condition: String, _ arguments: StatementArguments
  ) throws -> ReadRows<Draft> {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT * FROM draft WHERE \(condition)
        ORDER BY course, semester, username, identifier, isSending DESC
        """, arguments: arguments)
    return ReadRows(rows, damage: DraftDamage.init, Draft.init)
  }

  /// Replaces the cell's draft by an edit.
  static func insert(
    _ edit: DraftEdit, in gradebook: Gradebook, createdAt: Date, _ database: Database
  ) throws -> Draft {
    let statement = try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO draft (host, user, course, semester, username, identifier,
          isSending, baseValue, baseNote, baseUpdatedAt, baseAuthor, value, note, createdAt,
          isConflict, origin)
        VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, 0, ?)
        """)
    try statement.execute(
      arguments: gradebook.sqlArguments + edit.cell.sqlArguments + edit.base.sqlArguments + [
        DraftColumns.blob(edit.value), DraftColumns.blob(edit.note),
        createdAt.timeIntervalSince1970, DraftColumns.blob(edit.origin?.text),
      ])
    return Draft(
      id: database.lastInsertedRowID, gradebook: gradebook, edit: edit, createdAt: createdAt)
  }

  /// The unconfirmed cells of a gradebook, with the ends of their quiet periods.
  static func unconfirmedCells(
    in gradebook: Gradebook, _ database: Database
  ) throws -> [GradeCell: Date] {
    // One that cannot be read does not lock its cell: nothing could ever settle it.
    let sent = try drafts(
      database, where: "isSending AND \(Gradebook.sqlCondition)", gradebook.sqlArguments)
    return Dictionary(
      sent.values.map { ($0.edit.cell, $0.confirmAfter ?? .distantPast) }, uniquingKeysWith: max)
  }

  /// Takes the cell's draft away, but never an unconfirmed one.
  @discardableResult
  static func remove(_ cell: GradeCell, in gradebook: Gradebook, _ database: Database) throws
    -> Int
  {
    let statement = try database.cachedStatement(
      sql: """
        DELETE FROM draft
        WHERE NOT isSending AND \(Gradebook.sqlCondition) AND \(GradeCell.sqlCondition)
        """)
    try statement.execute(arguments: gradebook.sqlArguments + cell.sqlArguments)
    return database.changesCount
  }
}

extension RecordedValue {
  var sqlArguments: StatementArguments {
    [
      DraftColumns.blob(value), DraftColumns.blob(note), updatedAt?.timeIntervalSince1970,
      DraftColumns.blob(author),
    ]
  }
}
