import GRDB

/// The service's tables, seen inside one transaction.
package struct ServiceDatabase {
  let connection: Database

  /// A setting of the whole service, such as the current semester.
  func setting(_ name: String) throws -> String? {
    try String.fetchOne(
      connection, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name])
  }

  package func set(_ name: String, to value: String) throws {
    try connection.execute(
      sql: "REPLACE INTO setting (name, value) VALUES (?, ?)", arguments: [name, value])
  }

  /// The current semester, by the school's decision.
  package func currentSemester() throws -> String { try setting("currentSemester") ?? "B261" }

  package func person(_ username: String) throws -> PersonRow? {
    try row(
      "SELECT \(PersonRow.columns) FROM person WHERE username = ?", [username.lowercased()]
    ).map(PersonRow.init)
  }

  package func course(_ code: String, in semester: String) throws -> CourseRow? {
    try row(
      """
      SELECT \(CourseRow.columns) FROM course JOIN semester ON semester.code = course.semester
      WHERE course.code = ? AND course.semester = ?
      """, [code, semester]
    ).map(CourseRow.init)
  }

  /// All definitions of a course, in the order of their ids.
  package func items(of course: CourseRow) throws -> [ItemRow] {
    try rows(
      "SELECT \(ItemRow.columns) FROM item WHERE courseId = ? ORDER BY id", [course.id]
    ).map(ItemRow.init)
  }

  func isTeacher(_ person: PersonRow, of course: CourseRow) throws -> Bool {
    try row(
      "SELECT 1 FROM teaching WHERE courseId = ? AND personId = ?", [course.id, person.id]) != nil
  }

  func isEditor(_ person: PersonRow, of course: CourseRow) throws -> Bool {
    try row(
      "SELECT 1 FROM teaching WHERE courseId = ? AND personId = ? AND isEditor",
      [course.id, person.id]) != nil
  }

  /// The codes of the courses that a person teaches in a semester.
  func taughtCourses(of person: PersonRow, in semester: String) throws -> [String] {
    try String.fetchAll(
      connection,
      sql: """
        SELECT code FROM course JOIN teaching ON courseId = course.id
        WHERE personId = ? AND semester = ? ORDER BY code
        """, arguments: [person.id, semester])
  }

  /// The courses that a person studies in a semester, by one of the two lists that need not agree.
  func studiedCourses(
    of person: PersonRow, in semester: String, list: StudyList
  ) throws -> [CourseRow] {
    try rows(
      """
      SELECT \(CourseRow.columns) FROM course
      JOIN enrolment ON courseId = course.id
      JOIN semester ON semester.code = course.semester
      WHERE personId = ? AND semester = ? AND \(list.rawValue) ORDER BY course.code
      """, [person.id, semester]
    ).map(CourseRow.init)
  }

  /// The lists that contain a studied course (Service contract, 6.2).
  enum StudyList: String {
    case roles = "inRoles"
    case overview = "inOverview"
  }

  package func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
    try Row.fetchOne(connection.cachedStatement(sql: sql), arguments: arguments)
  }

  func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
    try Row.fetchAll(connection.cachedStatement(sql: sql), arguments: arguments)
  }

  /// Reads a value from each row, without a copy of the row.
  func rows<Value>(
    _ sql: String, _ arguments: StatementArguments = [], _ read: (Row) throws -> Value
  ) throws -> [Value] {
    let cursor = try Row.fetchCursor(connection.cachedStatement(sql: sql), arguments: arguments)
    var values: [Value] = []
    while let row = try cursor.next() { values.append(try read(row)) }
    return values
  }

  package func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
    try connection.cachedStatement(sql: sql).execute(arguments: arguments)
  }
}
