import GRDB

/// The tables of the cache and how older files become newer ones.
///
/// `PRAGMA user_version` repeats how many migrations a file has seen, because reading it costs a
/// few microseconds at every start and asking the migrator costs several statements.
struct CacheSchema: Sendable {
  /// A step from one version to the next.
  struct Migration: Sendable {
    var name: String
    var migrate: @Sendable (Database) throws -> Void
  }

  var migrations: [Migration]

  /// The newest version of the file.
  var version: Int { migrations.count }

  /// The tables with a user's data, each with the columns `host` and `username`.
  static let tables = [
    "snapshot", "known", "diary", "diaryLook", "courseSeen", "courseDiary", "courseLook",
    "courseReport",
  ]

  static let current = CacheSchema(migrations: [
    Migration(name: "snapshots") { database in
      try database.execute(
        sql: """
          CREATE TABLE snapshot (
            id INTEGER PRIMARY KEY,
            host TEXT NOT NULL,
            username TEXT NOT NULL,
            semester TEXT NOT NULL,
            language TEXT NOT NULL,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            fetchedAt REAL NOT NULL,
            document BLOB NOT NULL,
            UNIQUE (host, username, semester, language, kind, name)
          )
          """)
    },
    Migration(name: "diary") { database in
      // `known` is what was seen last of each course, in no language; numbers of entries are never
      // used again, because other tables refer to them.
      try database.execute(
        sql: """
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
          ) WITHOUT ROWID
          """)
    },
    Migration(name: "courseDiary") { database in
      // `courseSeen` is what was seen last of each item's values.
      try database.execute(
        sql: """
          CREATE TABLE courseSeen (
            id INTEGER PRIMARY KEY,
            host TEXT NOT NULL, username TEXT NOT NULL, semester TEXT NOT NULL,
            course TEXT NOT NULL, item TEXT NOT NULL, document BLOB NOT NULL,
            UNIQUE (host, username, semester, course, item)
          );
          CREATE TABLE courseDiary (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            host TEXT NOT NULL, username TEXT NOT NULL, semester TEXT NOT NULL,
            course TEXT NOT NULL, entry BLOB NOT NULL
          );
          CREATE INDEX courseDiaryOfCourse ON courseDiary (host, username, semester, course);
          CREATE TABLE courseLook (
            host TEXT NOT NULL, username TEXT NOT NULL, semester TEXT NOT NULL,
            course TEXT NOT NULL, answeredAt REAL, reported INTEGER,
            shown INTEGER NOT NULL DEFAULT 0, batch INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (host, username, semester, course)
          ) WITHOUT ROWID
          """)
    },
    Migration(name: "incompleteChanges") { database in
      // Which changes wait for a time and an author. Of the earlier ones that is found out when a group is
      // loaded the next time.
      try database.execute(
        sql: """
          ALTER TABLE courseDiary ADD COLUMN incomplete INTEGER NOT NULL DEFAULT 1;
          CREATE INDEX courseDiaryIncomplete ON courseDiary (host, username, semester, course)
            WHERE incomplete
          """)
    },
    Migration(name: "ownChanges") { database in
      // `batch` stays as it was: what is in the log up to it was not counted by changes.
      try database.execute(
        sql: "ALTER TABLE courseLook ADD COLUMN change INTEGER NOT NULL DEFAULT 0")
    },
    Migration(name: "courseReport") { database in
      // What watches have reported of each group. What one of any group reported before counts for those
      // without a group.
      try database.execute(
        sql: """
          CREATE TABLE courseReport (
            host TEXT NOT NULL, username TEXT NOT NULL, semester TEXT NOT NULL,
            course TEXT NOT NULL, part TEXT NOT NULL, reported INTEGER,
            shown INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (host, username, semester, course, part)
          ) WITHOUT ROWID;
          INSERT INTO courseReport
            SELECT host, username, semester, course, '', reported, shown FROM courseLook
            WHERE reported IS NOT NULL;
          ALTER TABLE courseLook RENAME TO olderLook;
          CREATE TABLE courseLook (
            host TEXT NOT NULL, username TEXT NOT NULL, semester TEXT NOT NULL,
            course TEXT NOT NULL, answeredAt REAL, batch INTEGER NOT NULL DEFAULT 0,
            change INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (host, username, semester, course)
          ) WITHOUT ROWID;
          INSERT INTO courseLook
            SELECT host, username, semester, course, answeredAt, batch, change FROM olderLook;
          DROP TABLE olderLook
          """)
    },
    Migration(name: "columnsOfRunningPrograms") { database in
      // An older program that goes on running takes a missing column for damage, and replaces the file.
      try database.execute(
        sql: """
          ALTER TABLE courseLook ADD COLUMN reported INTEGER;
          ALTER TABLE courseLook ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;
          INSERT INTO courseLook (host, username, semester, course, reported, shown)
            SELECT host, username, semester, course, reported, shown FROM courseReport
            WHERE part = ''
            ON CONFLICT DO UPDATE SET reported = excluded.reported, shown = excluded.shown
          """)
    },
  ])

  /// What a file's version means for this program.
  enum State { case current, older, newer, foreign }

  func state(_ database: Database) throws -> State {
    let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    if found == version { return .current }
    if found > version { return .newer }
    let isOurs = try found > 0 && database.tableExists("grdb_migrations")
    return isOurs ? .older : .foreign
  }

  /// Brings a file up to ``version``.
  func migrate(_ queue: DatabaseQueue) throws {
    var migrator = DatabaseMigrator()
    for (index, migration) in migrations.enumerated() {
      migrator.registerMigration(migration.name) { database in
        try migration.migrate(database)
        try database.execute(sql: "PRAGMA user_version = \(index + 1)")
      }
    }
    try migrator.migrate(queue)
  }
}
