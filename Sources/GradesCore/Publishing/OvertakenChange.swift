import Foundation
import GRDB
import GradesClient
import SQLite

/// A change that was sent, and replaced by another one (`--force`) while it was unconfirmed.
///
/// The service may still carry it out, over the newer value. So its cell is read once more after the
/// quiet period.
struct OvertakenChange: Hashable, Sendable, Identifiable {
  let id: Int64
  let gradebook: Gradebook
  let edit: DraftEdit
  /// The batch in which it was sent.
  let batch: Int64?
  /// When it was sent; nil where that cannot be read.
  let sentAt: Date?
  /// The end of its quiet period.
  let confirmAfter: Date
  let origin: ChangeOrigin?
  /// What the service was seen to have after it was replaced; nil while that is not known.
  let replacement: RecordedValue?

  var cell: GradeCell { edit.cell }

  /// Whether a value is the one that was sent.
  func isThere(_ there: RecordedValue) -> Bool {
    EditStatus(edit, over: there).kind == .alreadyThere
  }
}

/// What became of an overtaken change.
enum SettledOvertaken: Sendable {
  /// It arrived, perhaps over its replacement; the replacement is a draft again where nothing newer waits.
  case arrived(OvertakenChange, there: RecordedValue)
  /// It can no longer arrive.
  case expired(OvertakenChange)
}

extension DraftStore {
  /// The overtaken changes of a gradebook, by their age. A damaged one is left out: what was published over
  /// it is in the history.
  func overtaken(in gradebook: Gradebook) async throws -> [OvertakenChange] {
    readable(
      try await read(or: ReadRows()) { database in
        try Self.overtaken(database, where: Gradebook.sqlCondition, gradebook.sqlArguments)
      })
  }

  /// The overtaken changes that can be read, and those that cannot.
  static func overtaken(
    _ database: Database, where condition: String, _ arguments: StatementArguments
  ) throws -> ReadRows<OvertakenChange> {
    var read = ReadRows<OvertakenChange>()
    for row in try Row.fetchAll(
      database, sql: "SELECT * FROM overtaken WHERE \(condition) ORDER BY id",
      arguments: arguments)
    {
      do { read.values.append(try OvertakenChange(row)) } catch {
        read.damaged.append(DamagedRecord(.overtaken, id: row.rowID("id"), row))
      }
    }
    return read
  }

  /// The end of the last quiet period of a gradebook's requests without a known end; nil if there are none.
  public func quietPeriodEnd(in gradebook: Gradebook) async throws -> Date? {
    let unconfirmed = try await drafts(in: gradebook).filter { $0.state == .unconfirmed }
    let ends =
      unconfirmed.map { $0.confirmAfter ?? $0.createdAt }
      + (try await overtaken(in: gradebook).map(\.confirmAfter))
    return ends.max()
  }

  /// The gradebooks of a user that have requests without a known end.
  public func unconfirmedGradebooks(of owner: DraftOwner) async throws -> [Gradebook] {
    try await read(or: []) { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT host, user, course, semester FROM draft
          WHERE isSending AND \(DraftOwner.sqlCondition)
          UNION SELECT host, user, course, semester FROM overtaken
          WHERE \(DraftOwner.sqlCondition)
          ORDER BY course, semester
          """, arguments: owner.sqlArguments + owner.sqlArguments
      ).compactMap { try? Gradebook($0) }
    }
  }

  /// Makes the unconfirmed draft of a cell an overtaken change.
  static func overtake(_ cell: GradeCell, in gradebook: Gradebook, _ database: Database) throws {
    let condition = "isSending AND \(Gradebook.sqlCondition) AND \(GradeCell.sqlCondition)"
    let columns = """
      host, user, course, semester, username, identifier, baseValue, baseNote, baseUpdatedAt,
      baseAuthor, value, note, batch, sentAt, confirmAfter, origin
      """
    let arguments = gradebook.sqlArguments + cell.sqlArguments
    try database.execute(
      sql: "INSERT INTO overtaken (\(columns)) SELECT \(columns) FROM draft WHERE \(condition)",
      arguments: arguments)
    try database.execute(sql: "DELETE FROM draft WHERE \(condition)", arguments: arguments)
  }

  /// Remembers what the service was seen to have in the cell of a draft, for changes that it overtook.
  static func expect(_ there: RecordedValue, in draft: Draft, _ database: Database) throws {
    try database.cachedStatement(
      sql: """
        UPDATE overtaken SET hasReplacement = 1, replacementValue = ?, replacementNote = ?
        WHERE \(Gradebook.sqlCondition) AND \(GradeCell.sqlCondition)
        """
    ).execute(
      arguments: [DraftColumns.blob(there.value), DraftColumns.blob(there.note)]
        + draft.gradebook.sqlArguments + draft.cell.sqlArguments)
  }

  /// Stores the outcomes of overtaken changes in one transaction.
  func settle(_ outcomes: [SettledOvertaken]) async throws {
    guard !outcomes.isEmpty else { return }
    let time = now()
    try await write { database in
      for outcome in outcomes {
        switch outcome {
        case .expired(let change): try Self.delete(change, database)
        case .arrived(let change, let there):
          try Self.recordChange(
            change.edit.change(to: there, from: change.origin), of: change.batch, at: time, database
          )
          // What waits may be based on the value before it, or on the one that it overwrote.
          for base in [change.edit.base, change.replacement].compactMap(\.self) {
            try Self.rebase(change.cell, in: change.gradebook, from: base, to: there, database)
          }
          try Self.rebaseSent(change, to: there, database)
          try Self.restore(change, over: there, at: time, database)
          try Self.delete(change, database)
        }
      }
    }
  }

  /// A change that was sent over it, and is unconfirmed, was based on the value before it as well.
  private static func rebaseSent(
    _ change: OvertakenChange, to there: RecordedValue, _ database: Database
  ) throws {
    let base = change.edit.base
    try database.execute(
      sql: """
        UPDATE draft SET baseValue = ?, baseNote = ?, baseUpdatedAt = ?, baseAuthor = ?
        WHERE isSending AND baseValue IS ? AND baseNote IS ?
          AND \(Gradebook.sqlCondition) AND \(GradeCell.sqlCondition)
        """,
      arguments: there.sqlArguments + [DraftColumns.blob(base.value), DraftColumns.blob(base.note)]
        + change.gradebook.sqlArguments + change.cell.sqlArguments)
  }

  private static func delete(_ change: OvertakenChange, _ database: Database) throws {
    try database.execute(sql: "DELETE FROM overtaken WHERE id = ?", arguments: [change.id])
  }

  /// Makes what a late change has overwritten a draft again, unless something newer waits.
  private static func restore(
    _ change: OvertakenChange, over there: RecordedValue, at time: Date, _ database: Database
  ) throws {
    guard let wanted = change.replacement,
      try waitingDraft(of: change.cell, in: change.gradebook, database) == nil,
      try unconfirmedCells(in: change.gradebook, database)[change.cell] == nil
    else { return }
    let edit = DraftEdit(
      cell: change.cell, base: there, value: wanted.value, note: wanted.note)
    guard !edit.isEmpty else { return }
    let draft = try insert(
      edit, in: change.gradebook, createdAt: time, origin: change.origin, database)
    try database.execute(
      sql: "UPDATE draft SET reason = ? WHERE id = ?",
      arguments: [DraftReason.Code.overwritten.rawValue, draft.id])
  }
}

extension OvertakenChange {
  fileprivate init(_ row: Row) throws {
    let hasReplacement: Bool = try row.value("hasReplacement")
    let replacement = RecordedValue(
      value: try row.gradeValue("replacementValue"), note: try row.text("replacementNote"))
    self.init(
      id: try row.value("id"), gradebook: try Gradebook(row), edit: try DraftEdit(row),
      batch: try row.value("batch"), sentAt: (try? row.time("sentAt")) ?? nil,
      confirmAfter: try Row.time(row.time("confirmAfter"), "confirmAfter"), origin: row.origin(),
      replacement: hasReplacement ? replacement : nil)
  }
}
