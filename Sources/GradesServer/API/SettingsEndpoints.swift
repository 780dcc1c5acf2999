import Foundation
import GRDB

/// The signed-in user's settings at the service (Service contract, 6.15).
enum SettingsEndpoints {
  private struct Mine: Decodable {
    let unsubscribeEmails: Bool
  }

  private struct CourseChoice: Decodable {
    let courseCode: String
    let hidden: Bool
    let silencedNotifications: Bool
  }

  /// GET 35: the real shape is unknown, so the response has the members of the writing endpoints.
  static func read(_ call: Call) throws -> ServerResponse {
    let person = try call.person()
    let semester = try call.semester()
    _ = try call.language()
    let unsubscribed: Bool =
      try call.database.row("SELECT unsubscribeEmails FROM person WHERE id = ?", [person.id])?[0]
      ?? false
    let choices = try call.database.rows(
      """
      SELECT role, code, hidden, silenced FROM courseChoice
      WHERE personId = ? AND semester = ? ORDER BY code
      """, [person.id, semester])
    let writer = JSONWriter {
      $0.object { writer in
        writer.field("unsubscribeEmails", unsubscribed)
        for (role, key) in [("student", "studentCourses"), ("teacher", "teacherCourses")] {
          writer.key(key)
          writer.array(of: choices.filter { $0["role"] == role }) { writer, row in
            writer.object {
              $0.field("courseCode", row["code"] as String)
              $0.field("hidden", row["hidden"] as Bool)
              $0.field("silencedNotifications", row["silenced"] as Bool)
            }
          }
        }
      }
    }
    return .json(200, writer)
  }

  /// PUT 36.
  static func write(_ call: Call) throws -> ServerResponse {
    let person = try call.person()
    let settings = try body(Mine.self, of: call)
    try call.database.execute(
      "UPDATE person SET unsubscribeEmails = ? WHERE id = ?",
      [settings.unsubscribeEmails, person.id])
    return .empty(201)
  }

  /// PUT 37.
  static func writeStudied(_ call: Call) throws -> ServerResponse {
    try write(role: "student", call)
  }

  /// PUT 38.
  static func writeTaught(_ call: Call) throws -> ServerResponse {
    try write(role: "teacher", call)
  }

  private static func write(role: String, _ call: Call) throws -> ServerResponse {
    let person = try call.person()
    let semester = try call.semester()
    let choice = try body(CourseChoice.self, of: call)
    guard try call.database.course(choice.courseCode, in: semester) != nil else {
      throw Refusal.bad("Unknown course: \(choice.courseCode)")
    }
    try call.database.execute(
      """
      REPLACE INTO courseChoice (personId, semester, role, code, hidden, silenced)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        person.id, semester, role, choice.courseCode, choice.hidden, choice.silencedNotifications,
      ])
    return .empty(201)
  }

  private static func body<Body: Decodable>(_ type: Body.Type, of call: Call) throws -> Body {
    do {
      return try JSONDecoder().decode(type, from: call.request.body)
    } catch {
      throw Refusal.bad("The body cannot be read")
    }
  }
}
