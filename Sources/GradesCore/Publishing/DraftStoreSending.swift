import Foundation
import GRDB
import GradesClient

/// The steps of publishing that must not be forgotten when the program ends in the middle. Only
/// the ``Publisher`` that holds the lock takes them.
extension DraftStore {
  /// A new batch, which no history shows until something in it was seen at the service.
  func beginBatch(in gradebook: Gradebook, notify: Bool) async throws -> Int64 {
    let time = now()
    return try await write { database in
      try database.execute(
        sql: """
          INSERT INTO batch (host, user, course, semester, startedAt, notified)
          VALUES (?, ?, ?, ?, ?, ?)
          """, arguments: gradebook.sqlArguments + [time.timeIntervalSince1970, notify])
      return database.lastInsertedRowID
    }
  }

  /// Stores that drafts are about to be sent, over the values that were just read. Returns
  /// those that are still what they were: others may have been edited or discarded since, and an unconfirmed
  /// cell is not sent again.
  func beginSending(
    _ drafts: [Draft], batch: Int64, quietPeriod: TimeInterval
  ) async throws -> [Draft] {
    guard let gradebook = drafts.first?.gradebook else { return [] }
    let time = now()
    return try await write { database in
      let statement = try database.cachedStatement(
        sql: """
          UPDATE draft SET isSending = 1, isConflict = 0, reason = NULL, detail = NULL, batch = ?,
            sentAt = ?, confirmAfter = ?,
            baseValue = ?, baseNote = ?, baseUpdatedAt = ?, baseAuthor = ?, note = ?
          WHERE id = ? AND NOT isSending
          """)
      let confirmAfter = time.addingTimeInterval(quietPeriod)
      let unconfirmed = try Self.unconfirmedCells(in: gradebook, database)
      return try drafts.compactMap { draft in
        guard unconfirmed[draft.cell] == nil else { return nil }
        try statement.execute(
          arguments: [batch, time.timeIntervalSince1970, confirmAfter.timeIntervalSince1970]
            + draft.base.sqlArguments + [DraftColumns.blob(draft.note), draft.id])
        guard database.changesCount == 1 else { return nil }
        var sent = draft
        sent.reason = nil
        sent.batch = batch
        sent.sentAt = time
        sent.confirmAfter = confirmAfter
        return sent
      }
    }
  }

  /// Restarts the quiet periods that begin in the future: the clock was set back, so the age of their
  /// requests is unknown.
  func restartQuietPeriods(in gradebook: Gradebook) async throws {
    let time = now().timeIntervalSince1970
    try await write(or: ()) { database in
      try database.execute(
        sql: """
          UPDATE draft SET confirmAfter = ? + (confirmAfter - sentAt), sentAt = ?
          WHERE sentAt > ? AND \(Gradebook.sqlCondition)
          """, arguments: [time, time, time] + gradebook.sqlArguments)
    }
  }

  func settle(_ rows: [Review.Row]) async throws {
    guard !rows.isEmpty else { return }
    let time = now()
    try await write { database in
      for row in rows {
        let draft = row.draft
        switch row.verdict {
        case .published:
          try Self.recordChange(draft, at: time, database)
          try Self.delete(draft, database)
        case .alreadyThere, .gaveWay: try Self.delete(draft, database)
        case .waiting(let reason): try Self.putBack(draft, reason: reason, database)
        case .conflict: try Self.putBack(draft, reason: DraftReason(.conflict), database)
        case .unconfirmed(let end):
          try database.cachedStatement(
            sql: """
              UPDATE draft SET reason = ?, detail = ?, confirmAfter = ? WHERE id = ? AND isSending
              """
          ).execute(
            arguments: [
              draft.reason?.code.rawValue, DraftColumns.blob(draft.reason?.detail),
              end.timeIntervalSince1970, draft.id,
            ])
        // Nothing has become of it yet.
        case .ready, nil: break
        }
      }
    }
  }

  private static func recordChange(
    _ draft: Draft, at time: Date, _ database: Database
  ) throws {
    guard let batch = draft.batch else { return }
    let change = draft.edit
    try database.cachedStatement(
      sql: """
        INSERT INTO change
          (batch, username, identifier, oldValue, oldNote, oldUpdatedAt, oldAuthor,
          newValue, newNote, origin, confirmedAt)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [batch] + change.cell.sqlArguments + change.base.sqlArguments + [
        DraftColumns.blob(change.value), DraftColumns.blob(change.note),
        DraftColumns.blob(change.origin?.text), time.timeIntervalSince1970,
      ])
    try database.cachedStatement(
      sql: "UPDATE batch SET publishedAt = ? WHERE id = ? AND publishedAt IS NULL"
    ).execute(arguments: [time.timeIntervalSince1970, batch])
  }

  private static func delete(_ draft: Draft, _ database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM draft WHERE id = ?")
      .execute(arguments: [draft.id])
  }

  private static func putBack(_ draft: Draft, reason: DraftReason, _ database: Database) throws {
    // A newer edit, which an earlier version may have stored beside it, replaces what was not published.
    if draft.isUnconfirmed, try hasWaitingDraft(beside: draft, database) {
      return try delete(draft, database)
    }
    try database.cachedStatement(
      sql: """
        UPDATE draft SET isSending = 0, isConflict = ?, reason = ?, detail = ?, batch = ?,
          sentAt = NULL, confirmAfter = NULL
        WHERE id = ?
        """
    ).execute(
      arguments: [
        reason.code == .conflict, reason.code.rawValue, DraftColumns.blob(reason.detail),
        reason.mayArriveLate || !draft.isUnconfirmed ? draft.batch : nil, draft.id,
      ])
  }

  private static func hasWaitingDraft(beside draft: Draft, _ database: Database) throws -> Bool {
    try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM draft
          WHERE NOT isSending AND \(Gradebook.sqlCondition) AND \(GradeCell.sqlCondition))
        """, arguments: draft.gradebook.sqlArguments + draft.cell.sqlArguments) ?? false
  }
}
