import GRDB

/// The tables of the service's one SQLite database.
enum Schema {
  /// Incremented with every change of the tables; an older file is rejected with a clear error.
  static let version = 1

  static func create(in database: Database) throws {
    try database.execute(sql: people + courses + values + notices + tokens)
  }

  private static let people = """
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE person (
      id INTEGER PRIMARY KEY, username TEXT NOT NULL UNIQUE, firstName TEXT NOT NULL,
      lastName TEXT NOT NULL, personalNumber TEXT NOT NULL, yearOfStudy INTEGER,
      isArtificial INTEGER NOT NULL DEFAULT 0,
      unsubscribeEmails INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE courseChoice (
      personId INTEGER NOT NULL, semester TEXT NOT NULL, role TEXT NOT NULL, code TEXT NOT NULL,
      hidden INTEGER NOT NULL, silenced INTEGER NOT NULL,
      PRIMARY KEY (personId, semester, role, code)) WITHOUT ROWID;
    """

  private static let courses = """
    CREATE TABLE semester (code TEXT PRIMARY KEY, shape INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE course (
      id INTEGER PRIMARY KEY, code TEXT NOT NULL, semester TEXT NOT NULL, nameCs TEXT, nameEn TEXT,
      completion TEXT NOT NULL, credits INTEGER NOT NULL, classes TEXT NOT NULL,
      UNIQUE (code, semester));
    CREATE TABLE teaching (
      courseId INTEGER NOT NULL, personId INTEGER NOT NULL, isEditor INTEGER NOT NULL,
      PRIMARY KEY (courseId, personId)) WITHOUT ROWID;
    CREATE TABLE parallel (
      id INTEGER PRIMARY KEY, courseId INTEGER NOT NULL, kind TEXT NOT NULL, number TEXT NOT NULL,
      day INTEGER NOT NULL, time TEXT NOT NULL, teacherId INTEGER NOT NULL);
    CREATE INDEX parallelOfCourse ON parallel (courseId);
    CREATE TABLE event (
      id INTEGER PRIMARY KEY, courseId INTEGER NOT NULL, name TEXT NOT NULL, description TEXT);
    CREATE TABLE attendance (
      eventId INTEGER NOT NULL, personId INTEGER NOT NULL,
      PRIMARY KEY (eventId, personId)) WITHOUT ROWID;
    CREATE TABLE enrolment (
      courseId INTEGER NOT NULL, personId INTEGER NOT NULL, inRoles INTEGER NOT NULL,
      inOverview INTEGER NOT NULL, lectureId INTEGER, tutorialId INTEGER, laboratoryId INTEGER,
      PRIMARY KEY (courseId, personId)) WITHOUT ROWID;
    CREATE INDEX enrolmentOfPerson ON enrolment (personId);
    """

  private static let values = """
    CREATE TABLE item (
      id INTEGER PRIMARY KEY, courseId INTEGER NOT NULL, identifier TEXT NOT NULL,
      parentId INTEGER, nameCs TEXT, nameEn TEXT, type TEXT NOT NULL, valueType TEXT NOT NULL,
      evaluationType TEXT NOT NULL, hidden INTEGER NOT NULL, mandatory INTEGER NOT NULL,
      position INTEGER NOT NULL, minimum REAL, required REAL, maximum REAL, expression TEXT,
      UNIQUE (courseId, identifier));
    CREATE TABLE result (
      id INTEGER PRIMARY KEY, courseId INTEGER NOT NULL, personId INTEGER NOT NULL,
      itemId INTEGER NOT NULL, value, note TEXT, changedAt INTEGER, author TEXT);
    CREATE UNIQUE INDEX resultOfItem ON result (courseId, personId, itemId);
    """

  private static let notices = """
    CREATE TABLE notification (
      id INTEGER PRIMARY KEY, personId INTEGER NOT NULL, courseCode TEXT NOT NULL,
      textCs TEXT NOT NULL, textEn TEXT NOT NULL, isRead INTEGER NOT NULL);
    CREATE INDEX notificationOfPerson ON notification (personId, isRead);
    """

  private static let tokens = """
    CREATE TABLE code (
      code TEXT PRIMARY KEY, clientId TEXT NOT NULL, username TEXT NOT NULL, scope TEXT NOT NULL,
      redirectURI TEXT) WITHOUT ROWID;
    CREATE TABLE accessToken (
      token TEXT PRIMARY KEY, clientId TEXT NOT NULL, username TEXT, scope TEXT NOT NULL,
      expiresAt INTEGER NOT NULL, refreshToken TEXT) WITHOUT ROWID;
    CREATE TABLE refreshToken (
      token TEXT PRIMARY KEY, clientId TEXT NOT NULL, username TEXT NOT NULL,
      scope TEXT NOT NULL, expiresAt INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE approval (
      clientId TEXT NOT NULL, username TEXT NOT NULL, scope TEXT NOT NULL,
      expiresAt INTEGER NOT NULL, PRIMARY KEY (clientId, username, scope)) WITHOUT ROWID;
    """
}
