/// One thing that the doctor checks, with an id that never changes.
package enum DoctorCheck: Hashable, Sendable {
  /// The configuration and the settings.
  case configuration
  /// The program's files, their permissions and whether they can be read.
  case files
  case curl
  /// Whether the service answers at all.
  case network
  /// Whether the connection is secure.
  case tls
  /// This machine's clock beside the service's.
  case clock
  case login
  /// What the login may do.
  case scopes
  /// What the user studies and teaches.
  case roles
  /// The response of a reading endpoint, by its number (Service contract, 5).
  case endpoint(Int)
  /// An open question of the service contract.
  case question(DoctorQuestion)

  /// The id, such as `clock`, `endpoint-7` or `question-6-pages`.
  package var id: String {
    switch self {
    case .endpoint(let number): "endpoint-\(number)"
    case .question(let question): "question-\(question.rawValue)"
    default: "\(self)"
    }
  }

  /// The paths of the reading endpoints below `/public` by their numbers (Service contract, 5), with `*` in place of
  /// each name.
  package static let endpoints: [Int: String] = [
    1: "user-info", 2: "user-roles", 3: "semester-code", 4: "courses/classification-overview/*",
    5: "courses/*/information", 6: "courses/*/student-classifications/*",
    7: "courses/*/group/*/student-classifications",
    8: "courses/*/group/*/student-classifications/*", 10: "course/*/student-groups",
    11: "courses/*/classifications", 14: "courses/*/classifications/*",
    17: "courses/*/definitions", 18: "courses/*/definitions/*",
    19: "courses/*/definition-hierarchy", 23: "courses/*/editors", 28: "expressions/functions",
    29: "notifications/*/all", 30: "notifications/*/new", 35: "settings/my",
  ]
}

/// The open questions that reading answers (Service contract, 10); an id begins with the question's number there.
package enum DoctorQuestion: String, CaseIterable, Sendable {
  case oneToken = "1-one-token"
  case missing = "2-missing"
  case invalid = "2-invalid"
  case semesterWords = "3-semester-words"
  case wordsElsewhere = "3-words-elsewhere"
  case showHidden = "4-show-hidden"
  case pages = "6-pages"
  case newDefinitions = "7-new-definitions"
  case oldDefinitions = "7-old-definitions"
  case groups = "8-groups"
  case aggregations = "8-aggregations"
  case skills = "8-skills"
  case overviewErrors = "9-overview-errors"
  case overviewCourses = "9-overview-courses"
  case lifetime = "10-lifetime"
  case rateLimit = "11-rate-limit"
}
