import GradesClient
import GradesCore

/// One screen of the app; codes only, so that it can be written as an address and opened again.
package enum Scene: Hashable, Sendable {
  case login
  case courses
  case course(CourseCode)
  /// Assumed values over the user's results of a course.
  case plan(CourseCode)
  case group(CourseCode, GroupID)
  case student(CourseCode, Username)
  case studentSearch(CourseCode)
  /// Quick entry of one item's values.
  case entry(CourseCode, GroupID, ItemIdentifier)
  /// The items of a course, as its editors change them.
  case structure(CourseCode)
  /// What has changed in a taught course, or in one of its cells.
  case log(CourseCode, GradeCell?)
  /// The drafts of a course, or of all courses, on their way to the service.
  case review(CourseCode?)
  /// What was published.
  case history
  case notifications
  /// All semesters of the user.
  case study
  /// What has changed in the user's results.
  case changes
  case settings

  var course: CourseCode? {
    switch self {
    case .course(let code), .plan(let code), .group(let code, _), .student(let code, _),
      .studentSearch(let code), .entry(let code, _, _), .structure(let code), .log(let code, _),
      .review(let code?):
      code
    case .login, .courses, .review(nil), .history, .notifications, .study, .changes, .settings: nil
    }
  }
}
