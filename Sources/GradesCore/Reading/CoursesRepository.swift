import GradesClient

/// The courses of the signed-in user.
public protocol CoursesRepository: Sendable {
  /// The stored courses, then the service's; ends after the service's answer.
  ///
  /// When the service is unavailable and something is stored, that comes again as stale and the
  /// stream ends normally.
  func courses(in semester: SemesterCode) -> AsyncThrowingStream<Snapshot<CourseList>, any Error>

  /// The one answer that ``courses(in:)`` ends with.
  func latestCourses(in semester: SemesterCode) async throws -> Snapshot<CourseList>
}

extension CoursesRepository {
  /// Reads ``courses(in:)`` to its end.
  public func latestCourses(in semester: SemesterCode) async throws -> Snapshot<CourseList> {
    try await courses(in: semester).last()
  }
}
