import GRDB
import GradesClient
import SQLite

extension DraftStore {
  /// The damaged drafts of a user, and those whose user cannot be read.
  public func damagedDrafts(of owner: DraftOwner) async throws -> [DamagedRecord] {
    try await read(or: []) { try Self.damagedDrafts($0, of: owner) }
  }

  /// Deletes the damaged drafts of a user, those whose user cannot be read, and the batches of the
  /// history that cannot be read. Returns their number.
  public func discardDamaged(of owner: DraftOwner) async throws -> Int {
    let count = try await write(or: 0) { database in
      let drafts = try Self.damagedDrafts(database, of: owner)
      for draft in drafts {
        try database.execute(sql: "DELETE FROM draft WHERE id = ?", arguments: [draft.id])
      }
      let batches = try Self.batches(
        database, where: DraftOwner.sqlCondition, owner.sqlArguments
      ).damaged
      for batch in batches {
        try database.execute(sql: "DELETE FROM change WHERE batch = ?", arguments: [batch.id])
        try database.execute(sql: "DELETE FROM batch WHERE id = ?", arguments: [batch.id])
      }
      return drafts.count + batches.count
    }
    forgetDamage()
    return count
  }

  private static func damagedDrafts(
    _ database: Database, of owner: DraftOwner
  ) throws -> [DamagedRecord] {
    let known = try drafts(database, where: DraftOwner.sqlCondition, owner.sqlArguments).damaged
    return known
      + (try strayDrafts(database, of: owner)).filter { stray in
        !known.contains { $0.id == stray.id }
      }
  }

  /// The drafts that no gradebook finds, because it cannot be read which one they are of.
  static func strayDrafts(
    _ database: Database, of owner: DraftOwner
  ) throws -> [DamagedRecord] {
    try drafts(
      database,
      where: """
        typeof(host) <> 'text' OR typeof(user) <> 'text' OR (\(DraftOwner.sqlCondition) AND
          (typeof(course) <> 'text' OR typeof(semester) <> 'text'
            OR semester NOT GLOB '[ABab][0-9][0-9][12]'))
        """, owner.sqlArguments
    ).damaged
  }
}
