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
  /// those that are still what they were: others may have been edited or discarded since.
  func beginSending(_ drafts: [Draft], batch: Int64) async throws -> [Draft] {
    try await write { database in
      let statement = try database.cachedStatement(
        sql: """
          UPDATE draft SET isSending = 1, isConflict = 0, reason = NULL, detail = NULL, batch = ?,
            baseValue = ?, baseNote = ?, baseUpdatedAt = ?, baseAuthor = ?, note = ?
          WHERE id = ? AND NOT isSending
          """)
      return try drafts.compactMap { draft in
        try statement.execute(
          arguments: [batch] + draft.base.sqlArguments + [DraftColumns.blob(draft.note), draft.id])
        guard database.changesCount == 1 else { return nil }
        var sent = draft
        sent.state = .sending
        sent.reason = nil
        sent.batch = batch
        return sent
      }
    }
  }

  /// Puts another edit in the place of a draft; nil where the cell was edited again or discarded
  /// since, which then stays as it is.
  func replace(_ draft: Draft, with edit: DraftEdit) async throws -> Draft? {
    let time = now()
    return try await write { database in
      let isThere = try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM draft WHERE id = ? AND NOT isSending)",
        arguments: [draft.id])
      guard isThere ?? false else { return nil }
      return try Self.insert(edit, in: draft.gradebook, createdAt: time, database)
    }
  }

  /// The outcomes of drafts, stored in one transaction.
  func settle(_ outcomes: [SettledDraft]) async throws {
    guard !outcomes.isEmpty else { return }
    let time = now()
    try await write { database in
      for outcome in outcomes {
        switch outcome {
        case .published(let draft, let there):
          try Self.recordChange(of: draft, there: there, at: time, database)
          try Self.delete(draft, database)
          try Self.rebase(after: draft, on: there, database)
        case .dropped(let draft): try Self.delete(draft, database)
        case .waiting(let draft, let reason):
          try Self.putBack(draft, reason: reason, database)
        }
      }
    }
  }

  private static func recordChange(
    of draft: Draft, there: RecordedValue, at time: Date, _ database: Database
  ) throws {
    guard let batch = draft.batch else { return }
    try database.cachedStatement(
      sql: """
        INSERT INTO change
          (batch, username, identifier, oldValue, oldNote, newValue, newNote)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [batch] + draft.cell.sqlArguments + [
        DraftColumns.blob(draft.base.value), DraftColumns.blob(draft.edit.oldNote(beside: there)),
        DraftColumns.blob(there.value), DraftColumns.blob(there.note),
      ])
    try database.cachedStatement(
      sql: "UPDATE batch SET publishedAt = ? WHERE id = ? AND publishedAt IS NULL"
    ).execute(arguments: [time.timeIntervalSince1970, batch])
  }

  private static func delete(_ draft: Draft, _ database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM draft WHERE id = ?")
      .execute(arguments: [draft.id])
  }

  /// An edit made while its cell was on its way was based on the value before; what was published
  /// is ours, so it must not look like another user's change.
  private static func rebase(after draft: Draft, on there: RecordedValue, _ database: Database)
    throws
  {
    guard let newer = try newerDraft(than: draft, database),
      newer.edit.isBased(on: draft.base)
    else { return }
    var edit = newer.edit
    if !edit.changesNote { edit.note = there.note }
    edit.base = there
    guard !edit.isEmpty else { return try delete(newer, database) }
    try database.execute(
      sql: """
        UPDATE draft SET baseValue = ?, baseNote = ?, baseUpdatedAt = ?, baseAuthor = ?, note = ?
        WHERE id = ?
        """, arguments: there.sqlArguments + [DraftColumns.blob(edit.note), newer.id])
  }

  private static func putBack(_ draft: Draft, reason: DraftReason, _ database: Database) throws {
    // The cell's newer edit replaces the one that was not published.
    if draft.state == .sending, let newer = try newerDraft(than: draft, database) {
      if newer.edit.isEmpty { try delete(newer, database) }
      return try delete(draft, database)
    }
    try database.cachedStatement(
      sql: """
        UPDATE draft SET isSending = 0, isConflict = ?, reason = ?, detail = ?, batch = ?
        WHERE id = ?
        """
    ).execute(
      arguments: [
        reason.code == .conflict, reason.code.rawValue, DraftColumns.blob(reason.detail),
        reason.mayArriveLate || draft.state != .sending ? draft.batch : nil, draft.id,
      ])
  }

  /// Throws ``UnreadableRecord`` for a damaged one, which must neither be lost nor be overtaken.
  private static func newerDraft(than draft: Draft, _ database: Database) throws -> Draft? {
    let found = try drafts(
      database,
      where:
        "NOT isSending AND id <> ? AND \(Gradebook.sqlCondition) AND \(GradeCell.sqlCondition)",
      [draft.id] + draft.gradebook.sqlArguments + draft.cell.sqlArguments)
    if let damaged = found.damaged.first { throw UnreadableRecord(record: damaged) }
    return found.values.first
  }
}

/// The outcome of publishing a draft.
enum SettledDraft: Sendable {
  /// It was read again at the service; it becomes part of its batch's history.
  case published(Draft, there: RecordedValue)
  /// It is no longer needed: the service had the value already, or the user chose theirs.
  case dropped(Draft)
  /// It is a draft again.
  case waiting(Draft, DraftReason)
}
