import Foundation
import GRDB
import GradesClient
import SQLite

extension DraftStore {
  /// What a user published, the newest first.
  package func history(of owner: DraftOwner) async throws -> [PublishedBatch] {
    try await readable {
      try Self.batches($0, where: DraftOwner.sqlCondition, owner.sqlArguments)
    }
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

  /// The numbers of a user's drafts that take batches back of which no student was notified, so that a notification
  /// of them would be the first.
  package func silentUndos(among drafts: [Draft]) async -> Set<Draft.ID> {
    var silent: Set<Draft.ID> = []
    for (number, drafts) in Dictionary(grouping: drafts, by: \.origin?.takenBack) {
      // The history reports a damaged one.
      guard let number, let batch = try? await batch(number, of: drafts[0].gradebook.owner),
        !batch.notified
      else { continue }
      silent.formUnion(drafts.map(\.id))
    }
    return silent
  }

  static func batches(
    _ database: Database, where condition: String, _ arguments: StatementArguments
  ) throws -> ReadRows<PublishedBatch> {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT batch.id AS number, * FROM batch JOIN change ON change.batch = batch.id
        WHERE publishedAt IS NOT NULL AND \(condition)
        ORDER BY username, identifier
        """, arguments: arguments)
    var read = ReadRows<PublishedBatch>()
    let batches = Dictionary(grouping: rows) { $0.rowID("number") }
    for (id, rows) in batches.sorted(by: { $0.key > $1.key }) {
      do { read.values.append(try PublishedBatch(id: id, rows)) } catch {
        read.damaged.append(.batch(id))
      }
    }
    return read
  }
}

extension PublishedBatch {
  fileprivate init(id: Int64, _ rows: [Row]) throws {
    self.init(
      id: id, gradebook: try Gradebook(rows[0]),
      publishedAt: try Row.time(rows[0].time("publishedAt"), "publishedAt"),
      notified: try rows[0].value("notified"), changes: try rows.map(DraftEdit.init(published:)))
  }
}

extension DraftEdit {
  init(published row: Row) throws {
    let base = RecordedValue(
      value: try row.gradeValue("oldValue"), note: try row.text("oldNote"),
      updatedAt: try row.time("oldUpdatedAt"), author: try row.text("oldAuthor"))
    self.init(
      cell: try GradeCell(row), base: base, value: try row.gradeValue("newValue"),
      note: try row.text("newNote"), origin: row.origin())
  }
}
