import Foundation
import GRDB
import GradesClient

extension DraftStore {
  /// What a user published, the newest first; of one course if it is given.
  public func history(of owner: DraftOwner, course: CourseCode? = nil) async throws
    -> [PublishedBatch]
  {
    try await read(or: []) { database in
      var condition = DraftOwner.sqlCondition
      var arguments = owner.sqlArguments
      if let course {
        condition += " AND course = ?"
        arguments += [course.rawValue]
      }
      return try Self.batches(database, where: condition, arguments)
    }
  }

  /// One published batch of a user; nil for an unknown number.
  public func batch(_ id: Int64, of owner: DraftOwner) async throws -> PublishedBatch? {
    try await read(or: nil) { database in
      try Self.batches(
        database, where: DraftOwner.sqlCondition + " AND batch.id = ?", owner.sqlArguments + [id]
      ).first
    }
  }

  private static func batches(
    _ database: Database, where condition: String, _ arguments: StatementArguments
  ) throws -> [PublishedBatch] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT batch.id AS number, * FROM batch JOIN change ON change.batch = batch.id
        WHERE publishedAt IS NOT NULL AND \(condition)
        ORDER BY batch.id DESC, username, identifier
        """, arguments: arguments)
    var batches: [PublishedBatch] = []
    var next = rows.startIndex
    while next < rows.endIndex {
      let head = rows[next]
      let id: Int64 = head["number"]
      var changes: [PublishedBatch.Change] = []
      while next < rows.endIndex, rows[next]["number"] == id {
        changes.append(try PublishedBatch.Change(rows[next]))
        next += 1
      }
      batches.append(
        PublishedBatch(
          id: id, gradebook: try Gradebook(head),
          publishedAt: Date(timeIntervalSince1970: head["publishedAt"]),
          notified: head["notified"], changes: changes))
    }
    return batches
  }
}

extension PublishedBatch.Change {
  fileprivate init(_ row: Row) throws {
    self.init(
      cell: GradeCell(row), oldValue: try DraftColumns.value(row["oldValue"]),
      oldNote: DraftColumns.text(row["oldNote"]),
      newValue: try DraftColumns.value(row["newValue"]),
      newNote: DraftColumns.text(row["newNote"]))
  }
}
