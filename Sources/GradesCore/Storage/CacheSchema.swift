import GRDB

/// The tables of a file that may be replaced by an empty one at any time, as one of another version is.
struct CacheSchema: Sendable {
  /// Incremented with every change of the tables; a file repeats it as its `user_version`.
  let version: Int
  /// The tables with a user's data, each with the columns `host` and `username`.
  let tables: [String]
  let statements: String

  static let cache = CacheSchema(
    version: 10, tables: ["response"],
    statements: """
      CREATE TABLE response (
        id INTEGER PRIMARY KEY,
        host TEXT NOT NULL, username TEXT NOT NULL, semester TEXT NOT NULL,
        request TEXT NOT NULL, language TEXT NOT NULL,
        fetchedAt REAL NOT NULL, checksum INTEGER NOT NULL, body BLOB NOT NULL,
        UNIQUE (host, username, semester, request, language)
      );
      """)

  /// Makes the tables; to be called inside a transaction.
  func make(_ database: Database) throws {
    try database.execute(sql: statements + "PRAGMA user_version = \(version)")
  }

  /// Erases everything of one user at one host.
  func erase(_ scope: CacheScope, in database: Database) throws {
    for table in tables {
      try database.execute(
        sql: "DELETE FROM \(table) WHERE host = ? AND username = ?",
        arguments: scope.sqlArguments)
    }
  }
}

extension CacheScope {
  /// The values of the columns `host` and `username`.
  var sqlArguments: StatementArguments { [host, username?.rawValue ?? ""] }
}
