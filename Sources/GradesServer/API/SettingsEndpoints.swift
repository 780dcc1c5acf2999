import GRDB
import Loopback
import SQLite
import JSON

/// The signed-in user's settings at the service (Service contract, 6.15).
enum SettingsEndpoints {
  /// GET 35: the real shape is unknown, so the response has the members of the writing endpoints.
  static func read(_ call: Call) throws -> ServerResponse {
    let person = try call.person()
    let semester = try call.semester()
    _ = try call.language()
    let unsubscribed =
      try call.database.row("SELECT unsubscribeEmails FROM person WHERE id = ?", [person.id])?
      .value(0, as: Bool.self) ?? false
    let choices = try call.database.rows(
      """
      SELECT role, code, hidden, silenced FROM courseChoice
      WHERE personId = ? AND semester = ? ORDER BY code
      """, [person.id, semester]
    ) { row in
      (
        role: try row.value(0, as: String.self), code: try row.value(1, as: String.self),
        hidden: try row.value(2, as: Bool.self), silenced: try row.value(3, as: Bool.self)
      )
    }
    let writer = JSONWriter {
      $0.object { writer in
        writer.member("unsubscribeEmails", unsubscribed)
        let lists: [(String, StaticString)] = [
          ("student", "studentCourses"), ("teacher", "teacherCourses"),
        ]
        for (role, name) in lists {
          writer.name(name)
          writer.array(of: choices.filter { $0.role == role }) { writer, choice in
            writer.object {
              $0.member("courseCode", choice.code)
              $0.member("hidden", choice.hidden)
              $0.member("silencedNotifications", choice.silenced)
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
    let unsubscribed = try call.body("The body cannot be read") {
      let body = try $0.object()
      return try body.required("unsubscribeEmails", body.boolean("unsubscribeEmails"))
    }
    try call.database.execute(
      "UPDATE person SET unsubscribeEmails = ? WHERE id = ?",
      [unsubscribed, person.id])
    return .empty(201)
  }

  /// PUT 37 and 38: the choice for a course.
  static func write(as role: String) -> Endpoint.Handler { { try write(role: role, $0) } }

  private static func write(role: String, _ call: Call) throws -> ServerResponse {
    let person = try call.person()
    let semester = try call.semester()
    let (code, isHidden, isSilenced) = try call.body("The body cannot be read") {
      let body = try $0.object()
      return (
        try body.required("courseCode", body.string("courseCode")),
        try body.required("hidden", body.boolean("hidden")),
        try body.required("silencedNotifications", body.boolean("silencedNotifications"))
      )
    }
    guard try call.database.course(code, in: semester) != nil else {
      throw Refusal.bad("Unknown course: \(code)")
    }
    try call.database.execute(
      """
      REPLACE INTO courseChoice (personId, semester, role, code, hidden, silenced)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [person.id, semester, role, code, isHidden, isSilenced])
    return .empty(201)
  }
}
