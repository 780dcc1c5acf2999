import Foundation
import GRDB
import GradesClient
import SQLite

/// What a user's requests have changed in a gradebook, and what they may have changed.
struct SentChanges: Hashable, Sendable {
  struct Published: Hashable, Sendable {
    /// Its number in the history. A change that is confirmed later has a greater one, also in an older batch.
    var number: Int64
    var batch: Int64
    /// Its request was sent after this moment.
    var sentAfter: Date
    var confirmedAt: Date
    var change: DraftEdit
  }

  var published: [Published] = []
  /// The drafts that were sent, and that no reading has confirmed yet.
  var unconfirmed: [Draft] = []
}

extension DraftStore {
  /// The changes in the history, in the order of their numbers, and all unconfirmed ones. They are read at once:
  /// a change that is being confirmed is in one of both.
  func sentChanges(in gradebook: Gradebook) async throws -> SentChanges {
    let found = try await read(or: (ReadRows(), ReadRows())) { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT change.id AS number, * FROM change JOIN batch ON batch.id = change.batch
          WHERE publishedAt IS NOT NULL AND \(Gradebook.sqlCondition)
          ORDER BY change.id
          """, arguments: gradebook.sqlArguments)
      let published = ReadRows(rows, damage: { .batch($0.rowID("batch")) }) { row in
        SentChanges.Published(
          number: try row.value("number"), batch: try row.value("batch"),
          sentAfter: try Row.time(row.time("startedAt"), "startedAt"),
          // Version 0.1.0 stored one time for all changes of a batch.
          confirmedAt: try Row.time(
            row.time("confirmedAt") ?? row.time("publishedAt"), "confirmedAt"),
          change: try DraftEdit(published: row))
      }
      // Also of a draft that waits again, an earlier request may be carried out late.
      let unconfirmed = try Self.drafts(
        database, where: "batch IS NOT NULL AND \(Gradebook.sqlCondition)", gradebook.sqlArguments)
      return (published, unconfirmed)
    }
    return SentChanges(published: readable(found.0), unconfirmed: readable(found.1))
  }
}
