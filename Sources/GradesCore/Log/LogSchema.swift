extension CacheSchema {
  /// The tables of the log: what was seen last, what has changed, and what was reported to each reader.
  ///
  /// A row of `seen` is about what comes in one answer: the results of a course, its totals, the values of one
  /// item, the user's notifications. `newest` is the greatest number of the log at that time, and so is `before`
  /// of the entries that the next answer adds. Numbers are never used again, because readers refer to them.
  /// The document is JSON: the cells that were seen, a notification, or the names of a changed item.
  /// What the service sends is kept as bytes, because SQLite's texts end at a zero character.
  static let log = CacheSchema(
    version: 2, tables: ["seen", "change", "reader"],
    statements: """
      CREATE TABLE seen (
        id INTEGER PRIMARY KEY,
        host TEXT NOT NULL, username TEXT NOT NULL, kind TEXT NOT NULL, semester TEXT NOT NULL,
        course TEXT NOT NULL, item BLOB NOT NULL,
        answeredAt REAL NOT NULL, newest INTEGER NOT NULL, document BLOB NOT NULL,
        UNIQUE (host, username, kind, semester, course, item)
      );
      CREATE TABLE change (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        host TEXT NOT NULL, username TEXT NOT NULL, kind TEXT NOT NULL, semester TEXT NOT NULL,
        course TEXT NOT NULL, student BLOB NOT NULL, item BLOB NOT NULL,
        before INTEGER NOT NULL, seenAfter REAL, seenAt REAL NOT NULL, changedAt REAL, author BLOB,
        fromValue BLOB, toValue BLOB, fromNote BLOB, toNote BLOB,
        isRemoved INTEGER NOT NULL, isConsequence INTEGER NOT NULL, document BLOB NOT NULL
      );
      CREATE INDEX changeOfCell ON change
        (host, username, kind, semester, course, student, item);
      CREATE INDEX changeOfKind ON change (host, username, kind);
      CREATE INDEX changeWithoutAuthor ON change (host, username, semester, course)
        WHERE kind = 'taught' AND author IS NULL AND changedAt IS NULL;
      CREATE TABLE reader (
        host TEXT NOT NULL, username TEXT NOT NULL, name TEXT NOT NULL,
        number INTEGER NOT NULL, toldAt REAL, PRIMARY KEY (host, username, name)
      ) WITHOUT ROWID;

      """)
}
