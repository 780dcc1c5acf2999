import GRDB

/// The tables of the drafts' file and how older files become newer ones.
///
/// `PRAGMA user_version` is the version of a file; `application_id` distinguishes it from
/// other programs' files. Texts that come from the service or from people are kept as bytes,
/// because SQLite's texts end at a zero character.
package struct DraftSchema: Sendable {
  /// The steps, each from one version to the next; published steps never change.
  var steps: [String]

  /// The first version that was released; the first step makes it.
  private static let first = 3

  var version: Int { Self.first + steps.count - 1 }

  static let applicationID = 0x6772_6473  // "grds"

  package static let current = DraftSchema(steps: [
    """
    CREATE TABLE batch (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      host TEXT NOT NULL, user TEXT NOT NULL, course TEXT NOT NULL, semester TEXT NOT NULL,
      startedAt REAL NOT NULL, publishedAt REAL, notified INTEGER NOT NULL
    );
    CREATE TABLE change (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      batch INTEGER NOT NULL REFERENCES batch(id),
      username BLOB NOT NULL, identifier BLOB NOT NULL,
      oldValue BLOB, oldNote BLOB, newValue BLOB, newNote BLOB, origin BLOB
    );
    CREATE INDEX changeOfBatch ON change(batch);
    CREATE TABLE draft (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      host TEXT NOT NULL, user TEXT NOT NULL, course TEXT NOT NULL, semester TEXT NOT NULL,
      username BLOB NOT NULL, identifier BLOB NOT NULL,
      isSending INTEGER NOT NULL,
      baseValue BLOB, baseNote BLOB, baseUpdatedAt REAL, baseAuthor BLOB,
      value BLOB, note BLOB, createdAt REAL NOT NULL,
      isConflict INTEGER NOT NULL, reason TEXT, detail BLOB, batch INTEGER,
      sentAt REAL, confirmAfter REAL, origin BLOB,
      UNIQUE (host, user, course, semester, username, identifier, isSending)
    );
    """,
    // Version 3 stored when the first change of a batch was seen at the service, not when each was.
    "ALTER TABLE change ADD COLUMN confirmedAt REAL",
    // Version 4 could send a cell again before it was known what had become of an earlier request.
    "DROP TABLE IF EXISTS overtaken",
    // Version 5 did not store whose value a change took the place of.
    "ALTER TABLE change ADD COLUMN oldUpdatedAt REAL; ALTER TABLE change ADD COLUMN oldAuthor BLOB",
  ])

  enum State { case current, older, newer, foreign }

  func state(_ database: Database) throws -> State {
    let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    guard application == Self.applicationID, found >= Self.first else { return .foreign }
    return found == version ? .current : found < version ? .older : .newer
  }

  /// Runs the missing steps; to be called inside a transaction.
  func migrate(_ database: Database) throws {
    let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard found < version else { return }
    for step in steps[max(0, found - Self.first + 1)...] { try database.execute(sql: step) }
    try database.execute(
      sql: "PRAGMA user_version = \(version); PRAGMA application_id = \(Self.applicationID)")
  }
}
