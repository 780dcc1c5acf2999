import GRDB

extension DraftStore {
  /// All damaged rows of a user, and those whose user cannot be read. What was not reported before is
  /// reported now.
  public func damagedRecords(of owner: DraftOwner) async throws -> [DamagedRecord] {
    let found = try await read(or: []) { database in
      try Self.damagedDrafts(database, of: owner)
        + Self.batches(database, where: DraftOwner.sqlCondition, owner.sqlArguments).damaged
    }
    _ = readable(ReadRows<Draft>(damaged: found))
    return found
  }

  /// Deletes the damaged drafts of a user, those whose user cannot be read, and the batches of the history that
  /// cannot be read. Returns their number.
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

  /// The damaged drafts of a user, and those whose user cannot be read.
  private static func damagedDrafts(
    _ database: Database, of owner: DraftOwner
  ) throws -> [DamagedRecord] {
    let known = try drafts(database, where: DraftOwner.sqlCondition, owner.sqlArguments).damaged
    return known.adding(try strayDrafts(database, of: owner))
  }

  /// The drafts that no gradebook finds, because it cannot be read which one they are of.
  static func strayDrafts(
    _ database: Database, of owner: DraftOwner
  ) throws -> [DamagedRecord] {
    try drafts(database, where: strayCondition, owner.sqlArguments).damaged
  }

  /// The condition for rows whose user or gradebook cannot be read.
  private static let strayCondition = """
    typeof(host) <> 'text' OR typeof(user) <> 'text' OR (\(DraftOwner.sqlCondition) AND
      (typeof(course) <> 'text' OR typeof(semester) <> 'text'
        OR semester NOT GLOB '[ABab][0-9][0-9][12]'))
    """
}

extension [DamagedRecord] {
  /// The records, and those of others that are not among them.
  fileprivate func adding(_ others: [DamagedRecord]) -> [DamagedRecord] {
    self + others.filter { other in !contains { $0.id == other.id } }
  }
}
