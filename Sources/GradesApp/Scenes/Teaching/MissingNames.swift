import GradesClient
import GradesCore
import GradesLocalization
import Spelling

/// Says what the service does not have, with the names that may have been meant.
struct MissingNames: Sendable {
  let resolver: CourseCodeResolver
  let teacher: CourseTeacherRepository

  /// The failure for a course that is not there.
  func course(_ typed: CourseCode, in semester: SemesterCode) async -> Failure {
    .unknownCourse(
      typed: typed.rawValue, semester: semester,
      suggestions: await resolver.suggestions(for: typed.rawValue))
  }

  /// The failure for a student whom the course does not have.
  func student(
    _ typed: String, of course: CourseCode, in semester: SemesterCode
  ) async -> Failure {
    let roster = try? await teacher.latestRoster(of: .all, in: course, semester: semester)
    let students = roster?.value.students ?? []
    let query = SearchQuery(typed)
    // Somebody may have typed a name; more than a few that match are no help.
    let named = students.filter { query.matches([$0.lastName ?? "", $0.firstName ?? ""]) }
    let near = NearNames.find(typed, among: students.map(\.username.rawValue))
    let suggestions =
      named.isEmpty || named.count > 3
      ? near : named.sortedByName().map { "\($0.username) (\($0.listName))" }
    return .unknownStudent(typed: typed, course: course, suggestions: suggestions)
  }
}

extension Services {
  /// Says what the service does not have.
  var missingNames: MissingNames { MissingNames(resolver: resolver, teacher: teacher) }
}
