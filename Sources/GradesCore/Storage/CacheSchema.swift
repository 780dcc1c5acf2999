import GRDB

/// The tables of the cache. A file of another version is replaced by an empty one.
enum CacheSchema {
  /// Incremented with every change of the tables; a file repeats it as its `user_version`.
  static let version = 8

  /// The tables with a user's data, each with the columns `host` and `username`.
  static let tables = [
    "snapshot", "known", "diary", "diaryLook", "courseSeen", "courseDiary", "courseLook",
    "courseReport",
  ]

  /// `known` is what was seen last of each course, in no language, and `courseSeen` of each item's values.
  /// Numbers of entries are never used again, because other tables refer to them. `incomplete` are changes that
  /// wait for a time and an author, and `courseReport` is what watches have reported of each group.
  private static let statements = """
    CREATE TABLE snapshot (
      id INTEGER PRIMARY KEY,
      host TEXT NOT NULL, username TEXT NOT NULL, semester TEXT NOT NULL,
      language TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
      fetchedAt REAL NOT NULL, document BLOB NOT NULL,
      UNIQUE (host, username, semester, language, kind, name)
    );
    CREATE TABLE known (
      host TEXT NOT NULL, username TEXT NOT NULL, semester TEXT NOT NULL,
      course TEXT NOT NULL, fetchedAt REAL NOT NULL, document BLOB NOT NULL,
      PRIMARY KEY (host, username, semester, course)
    ) WITHOUT ROWID;
    CREATE TABLE diary (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      host TEXT NOT NULL, username TEXT NOT NULL, semester TEXT NOT NULL,
      course TEXT NOT NULL, noticedAt REAL NOT NULL, entry BLOB NOT NULL
    );
    CREATE INDEX diaryOfUser ON diary (host, username);
    CREATE TABLE diaryLook (
      host TEXT NOT NULL, username TEXT NOT NULL, lookedAt REAL NOT NULL,
      lastEntry INTEGER NOT NULL, PRIMARY KEY (host, username)
    ) WITHOUT ROWID;
    CREATE TABLE courseSeen (
      id INTEGER PRIMARY KEY,
      host TEXT NOT NULL, username TEXT NOT NULL, semester TEXT NOT NULL,
      course TEXT NOT NULL, item TEXT NOT NULL, document BLOB NOT NULL,
      UNIQUE (host, username, semester, course, item)
    );
    CREATE TABLE courseDiary (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      host TEXT NOT NULL, username TEXT NOT NULL, semester TEXT NOT NULL,
      course TEXT NOT NULL, entry BLOB NOT NULL, incomplete INTEGER NOT NULL
    );
    CREATE INDEX courseDiaryOfCourse ON courseDiary (host, username, semester, course);
    CREATE INDEX courseDiaryIncomplete ON courseDiary (host, username, semester, course)
      WHERE incomplete;
    CREATE TABLE courseLook (
      host TEXT NOT NULL, username TEXT NOT NULL, semester TEXT NOT NULL,
      course TEXT NOT NULL, answeredAt REAL, change INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (host, username, semester, course)
    ) WITHOUT ROWID;
    CREATE TABLE courseReport (
      host TEXT NOT NULL, username TEXT NOT NULL, semester TEXT NOT NULL,
      course TEXT NOT NULL, part TEXT NOT NULL, reported INTEGER,
      shown INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (host, username, semester, course, part)
    ) WITHOUT ROWID;
    PRAGMA user_version = \(version)
    """

  /// Whether a file has the tables of this version.
  static func isIn(_ database: Database) throws -> Bool {
    try Int.fetchOne(database, sql: "PRAGMA user_version") == version
  }

  /// Makes the tables; to be called inside a transaction.
  static func make(_ database: Database) throws { try database.execute(sql: statements) }
}
