import GradesClient
import JSON

/// What a user has chosen for all runs on this machine.
package struct Settings: Hashable, Sendable {
  package var semester = SemesterChoice.current
  /// Nil follows the system.
  package var language: ServiceLanguage?
  /// Whether students are notified of changes by default, as in the service's own
  /// clients (Service contract, 6.11).
  package var notifiesStudents = true
  /// Whether items that are not graded yet are left out.
  package var hidesUngraded = false
  /// Courses that the list does not show, in order.
  package var hiddenCourses: [CourseCode] = []
  /// Courses that come first, in order.
  package var pinnedCourses: [CourseCode] = []
  /// Credits of courses of which the service says none.
  package var credits: [CourseCode: Double] = [:]
  /// The user's own headers of tables in each course, with the items that they mean.
  package var columnTitles: [CourseCode: [String: ItemIdentifier]] = [:]

  /// What holds before anything is chosen.
  package init() {}
}

/// Why the settings cannot be read or kept. A damaged file is never overwritten.
package enum SettingsProblem: Error, Hashable, Sendable {
  /// The file is not JSON; without an error it is, and not an object.
  case damaged(path: String, JSONSyntaxError?)
  case invalidValue(path: String, key: String, value: String, line: Int)
  case unreadable(path: String)
  /// The file or its folder cannot be written.
  case unwritable(path: String, isDiskFull: Bool)
}

extension SessionRepository {
  /// The current semester and the past ones of six years, newest first, with the chosen one if it
  /// is another.
  package func semesters(including chosen: SemesterChoice) async throws -> Snapshot<[SemesterCode]>
  {
    async let chosen = semester(chosen).value
    let current = try await semester(.current)
    let code = try await chosen
    return current.map { $0.withPast(including: code) }
  }
}

extension SemesterCode {
  /// This semester and the past ones of six years, newest first, with another one if it is none of
  /// them, as a list of choices.
  package func withPast(including chosen: SemesterCode? = nil) -> [SemesterCode] {
    var semesters = [self]
    for _ in 1..<12 { semesters.append(semesters[semesters.count - 1].previous) }
    if let chosen, !semesters.contains(chosen) { semesters.append(chosen) }
    return semesters.sorted(by: >)
  }
}
