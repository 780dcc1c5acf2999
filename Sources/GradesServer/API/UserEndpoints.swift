import GradesClient
import JSON
import Loopback

/// The user, their roles and courses (Service contract, 6.1–6.4).
enum UserEndpoints {
  static func info(_ call: Call) throws -> ServerResponse {
    let person = try call.person()
    return .json(
      200,
      JSONWriter {
        $0.object {
          $0.member("userId", 90_000 + person.id)
          $0.member("username", person.username)
          $0.member("firstName", person.firstName)
          $0.member("lastName", person.lastName)
          $0.member("admin", false)
        }
      })
  }

  static func roles(_ call: Call) throws -> ServerResponse {
    let person = try call.person()
    let semester = try call.semester()
    _ = try call.language()
    let studied = try call.database.studiedCourses(of: person, in: semester, list: .roles)
    let taught = try call.database.taughtCourses(of: person, in: semester)
    return .json(
      200,
      JSONWriter {
        $0.object {
          $0.name("studentCourses")
          $0.array(of: studied) { $0.value($1.code) }
          $0.name("teacherCourses")
          $0.array(of: taught) { $0.value($1) }
        }
      })
  }

  /// Responds with the bare code as text, not JSON.
  static func semesterCode(_ call: Call) throws -> ServerResponse {
    let current = try call.database.currentSemester()
    switch call.request.query["semester"] ?? "current" {
    case "current": return .text(200, current)
    case "prev": return .text(200, SemesterCode(current)?.previous.rawValue ?? current)
    case "next": return .text(200, SemesterCode(current)?.next.rawValue ?? current)
    case let code where code.isSemesterCode: return .text(200, code)
    case let word: throw Refusal.bad("Unknown semester: \(word)")
    }
  }

  /// The functions of expressions whose meaning is known (Service contract, 6.13).
  static func functions(_ call: Call) throws -> ServerResponse {
    _ = try call.person()
    return .json(200, JSONWriter { $0.array(of: ["MARK", "SUM"]) { $0.value($1) } })
  }

  static func overview(_ call: Call) throws -> ServerResponse {
    let person = try call.ownPerson()
    let semester = try call.semester()
    _ = try call.language()
    let courses = try call.database.studiedCourses(of: person, in: semester, list: .overview)
    let old = courses.contains { $0.shape == .year2018 }
    let writer = try JSONWriter(keepsFraction: old) {
      try $0.array(of: courses) { writer, course in
        let results = try call.database.results(of: person.id, in: course.id)
        let totals = try call.database.items(of: course).filter {
          ["POINTS_TOTAL", "FINAL_SCORE"].contains($0.type) && !$0.hidden
        }
        writer.object {
          $0.member("courseCode", course.code)
          $0.member("semesterCode", course.semester)
          $0.name("overviewItems")
          $0.array(of: totals) { writer, item in
            let value = results[item.id]?.value
            writer.object {
              $0.member("classificationType", item.type)
              $0.member("value", value)
              $0.member("error", value == nil ? "MISSING_DATA" : nil)
            }
          }
        }
      }
    }
    return .json(200, writer)
  }
}
