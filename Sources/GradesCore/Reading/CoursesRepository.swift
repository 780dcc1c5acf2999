import GradesClient

/// The courses of the signed-in user over cache and service.
///
/// Roles and overview are asked for at the same time, then the names that are not stored yet, all
/// together: with nothing stored that is two round trips after the session's one.
public struct CoursesRepository: Sendable {
  private let source: SnapshotSource
  private let session: SessionRepository
  private let directory: CourseDirectory

  /// Makes a repository.
  public init(source: SnapshotSource, session: SessionRepository) {
    self.source = source
    self.session = session
    directory = CourseDirectory(source: source)
  }

  /// The stored courses, then the service's; ends after the service's.
  ///
  /// When the service is unavailable and something is stored, that comes again as stale and the
  /// stream ends normally.
  public func courses(
    in semester: SemesterCode
  ) -> AsyncThrowingStream<Snapshot<CourseList>, any Error> {
    SnapshotQuestion.stream { try await question(semester) }
  }

  /// The one answer that ``courses(in:)`` ends with.
  public func latestCourses(in semester: SemesterCode) async throws -> Snapshot<CourseList> {
    try await question(semester).latest()
  }

  private func question(_ semester: SemesterCode) async throws -> SnapshotQuestion<CourseList> {
    let user = try await session.user()
    let scope = CacheScope(host: source.host, username: user.username)
    return source.question(
      SnapshotKey(scope, semester: semester, language: source.language),
      fetch: { try await fetch(of: user.username, in: semester, scope: scope) })
  }

  private func fetch(
    of username: Username, in semester: SemesterCode, scope: CacheScope
  ) async throws -> CourseList {
    let language = source.language
    async let roles = source.ask { try await $0.userRoles(in: semester, language: language) }
    async let overview = source.ask {
      try await $0.overview(of: username, in: semester, language: language)
    }
    let answers = try await (roles: roles, overview: overview)
    let codes = Set(
      answers.roles.studentCourses + answers.roles.teacherCourses + answers.overview.map(\.code))
    let information = await directory.information(
      about: codes.sorted(), in: semester, scope: scope)
    try Task.checkCancellation()
    return CourseList(
      semester: semester, roles: answers.roles, overview: answers.overview,
      information: information)
  }
}
