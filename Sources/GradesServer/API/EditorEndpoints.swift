import GRDB
import JSON
import Loopback
import SQLite

/// The editors of a course (Service contract, 6.12): those who may change its structure.
///
/// A course has the same editors in all semesters; the list has their usernames.
enum EditorEndpoints {
  /// GET 23.
  static func list(_ call: Call) throws -> ServerResponse {
    _ = try editedCourses(call, scope: AccessScope.userRead)
    let usernames = try call.database.rows(
      """
      SELECT DISTINCT username FROM person JOIN teaching ON personId = person.id
      JOIN course ON courseId = course.id WHERE code = ? AND isEditor ORDER BY username
      """, [call.parameter("c")]
    ) { try $0.value(0, as: String.self) }
    return .json(200, JSONWriter { $0.array(of: usernames) { $0.value($1) } })
  }

  /// PUT 24.
  static func add(_ call: Call) throws -> ServerResponse {
    try change("REPLACE INTO teaching (courseId, personId, isEditor) VALUES (?, ?, 1)", call)
    return .empty(201)
  }

  /// DELETE 25. A user who became a teacher as an editor stays a teacher.
  static func remove(_ call: Call) throws -> ServerResponse {
    try change("UPDATE teaching SET isEditor = 0 WHERE courseId = ? AND personId = ?", call)
    return .empty(204)
  }

  private static func change(_ sql: String, _ call: Call) throws {
    let courses = try editedCourses(call)
    guard let person = try call.database.person(call.parameter("u")) else {
      throw Refusal.bad("Unknown user: \(call.parameter("u"))")
    }
    for course in courses { try call.database.execute(sql, [course.id, person.id]) }
  }

  /// The course of the path in every semester, for those who are its editors in one of them.
  private static func editedCourses(
    _ call: Call, scope: String = AccessScope.userWrite
  ) throws -> [CourseRow] {
    let person = try call.person(scope: scope)
    let courses = try call.database.rows(
      """
      SELECT \(CourseRow.columns) FROM course JOIN semester ON semester.code = course.semester
      WHERE course.code = ? ORDER BY course.semester
      """, [call.parameter("c")]
    ).map(CourseRow.init)
    guard !courses.isEmpty else { throw Refusal.notFound }
    guard try courses.contains(where: { try call.database.isEditor(person, of: $0) }) else {
      throw Refusal.notAllowed
    }
    return courses
  }
}
