import Foundation
import GradesClient

/// What was loaded of a semester for use without the service, and what could not be.
package struct SyncOutcome: Sendable {
  /// Something that is loaded as a whole.
  package enum Part: Hashable, Sendable {
    case results(CourseCode)
    /// The items of a course that the user teaches.
    case items(CourseCode)
    /// The list of the groups of a course that the user teaches.
    case groups(CourseCode)
    case group(GroupID, CourseCode)
    case notifications
    /// The lists of courses of all semesters that the user has studied.
    case study

    package var course: CourseCode? {
      switch self {
      case .results(let code), .items(let code), .groups(let code), .group(_, let code): code
      case .notifications, .study: nil
      }
    }

    package var group: GroupID? { if case .group(let id, _) = self { id } else { nil } }
  }

  /// A part that could not be loaded, and why.
  package struct Failure: Sendable {
    package let part: Part
    package let error: any Error
  }

  package let semester: SemesterCode
  /// The time of the first response, by this machine's clock.
  package let fetchedAt: Date
  /// What was loaded, in the order of the list of courses.
  package private(set) var loaded: [Part] = []
  package private(set) var failures: [Failure] = []

  init(semester: SemesterCode, fetchedAt: Date) {
    self.semester = semester
    self.fetchedAt = fetchedAt
  }

  mutating func add(_ part: Part, _ result: Result<Void, any Error>) {
    switch result {
    case .success: loaded.append(part)
    case .failure(let error): failures.append(Failure(part: part, error: error))
    }
  }
}
