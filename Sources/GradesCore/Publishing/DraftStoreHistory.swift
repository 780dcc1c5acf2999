import Foundation
import GRDB
import GradesClient
import SQLite

extension DraftStore {
  /// What a user published, the newest first; of one course if it is given.
  package func history(of owner: DraftOwner, course: CourseCode? = nil) async throws
    -> [PublishedBatch]
  {
    let found = try await read(or: ReadRows()) { database in
      var condition = DraftOwner.sqlCondition
      var arguments = owner.sqlArguments
      if let course {
        condition += " AND course = ?"
        arguments += [course.rawValue]
      }
      return try Self.batches(database, where: condition, arguments)
    }
    return readable(found)
  }

  /// One published batch of a user; nil for an unknown number. Throws
  /// ``DraftStoreError/unreadable(_:_:)`` for one that cannot be read.
  package func batch(_ id: Int64, of owner: DraftOwner) async throws -> PublishedBatch? {
    let found = try await read(or: ReadRows()) { database in
      try Self.batches(
        database, where: DraftOwner.sqlCondition + " AND batch.id = ?", owner.sqlArguments + [id])
    }
    // To undo a part of it would be wrong.
    if let damaged = found.damaged.first { throw DraftStoreError.unreadable(file, damaged) }
    return found.values.first
  }

  /// The numbers of the drafts that take batches back of which no student was notified, so that a notification
  /// of them would be the first.
  package func silentUndos(among drafts: [Draft]) async -> Set<Draft.ID> {
    var undos: [Batch: [Draft.ID]] = [:]
    for draft in drafts {
      guard let number = draft.origin?.takenBack else { continue }
      undos[Batch(owner: draft.gradebook.owner, number: number), default: []].append(draft.id)
    }
    var silent: Set<Draft.ID> = []
    for (batch, drafts) in undos {
      // The history reports a damaged one.
      guard let found = try? await self.batch(batch.number, of: batch.owner), !found.notified else {
        continue
      }
      silent.formUnion(drafts)
    }
    return silent
  }

  private struct Batch: Hashable {
    let owner: DraftOwner
    let number: Int64
  }

  static func batches(
    _ database: Database, where condition: String, _ arguments: StatementArguments
  ) throws -> ReadRows<PublishedBatch> {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT batch.id AS number, * FROM batch JOIN change ON change.batch = batch.id
        WHERE publishedAt IS NOT NULL AND \(condition)
        ORDER BY batch.id DESC, username, identifier
        """, arguments: arguments)
    var read = ReadRows<PublishedBatch>()
    var next = rows.startIndex
    while next < rows.endIndex {
      let head = rows[next]
      let id = head.rowID("number")
      let end = rows[next...].firstIndex { $0.rowID("number") != id } ?? rows.endIndex
      do {
        read.values.append(try PublishedBatch(id: try head.value("number"), rows[next..<end]))
      } catch {
        read.damaged.append(.batch(id))
      }
      next = end
    }
    return read
  }
}

extension PublishedBatch {
  /// Reads a batch from the rows of its changes.
  fileprivate init(id: Int64, _ rows: ArraySlice<Row>) throws {
    guard let head = rows.first else { throw DatabaseError(resultCode: .SQLITE_MISMATCH) }
    self.init(
      id: id, gradebook: try Gradebook(head),
      publishedAt: try Row.time(head.time("publishedAt"), "publishedAt"),
      notified: try head.value("notified"), changes: try rows.map(DraftEdit.init(published:)))
  }
}

extension DraftEdit {
  /// Reads a change of the history.
  init(published row: Row) throws {
    let base = RecordedValue(
      value: try row.gradeValue("oldValue"), note: try row.text("oldNote"),
      updatedAt: try row.time("oldUpdatedAt"), author: try row.text("oldAuthor"))
    self.init(
      cell: try GradeCell(row), base: base, value: try row.gradeValue("newValue"),
      note: try row.text("newNote"), origin: row.origin())
  }
}
