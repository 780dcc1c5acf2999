import GradesClient

/// The results of the signed-in user in a course that they study.
public protocol CourseRepository: Sendable {
  /// The stored results, then the service's; ends after the service's answer.
  ///
  /// When the service is unavailable and something is stored, that comes again as stale and the
  /// stream ends normally. Items that are hidden from students are left out.
  func course(
    _ course: CourseCode, in semester: SemesterCode
  ) -> AsyncThrowingStream<Snapshot<CourseResults>, any Error>

  /// The one answer that ``course(_:in:)`` ends with.
  func latestCourse(
    _ course: CourseCode, in semester: SemesterCode
  ) async throws -> Snapshot<CourseResults>
}

extension CourseRepository {
  /// Reads ``course(_:in:)`` to its end.
  public func latestCourse(
    _ course: CourseCode, in semester: SemesterCode
  ) async throws -> Snapshot<CourseResults> {
    try await self.course(course, in: semester).last()
  }
}
