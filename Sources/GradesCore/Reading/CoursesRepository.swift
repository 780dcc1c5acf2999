import GradesClient

/// The courses of the signed-in user over cache and service.
///
/// Roles and overview are requested at the same time, then the names that are not stored yet, all
/// together: with nothing stored that is two round trips after the session's one.
package struct CoursesRepository: Sendable {
  private let source: SnapshotSource
  private let session: SessionRepository
  private let directory: CourseDirectory

  /// Makes a repository.
  package init(source: SnapshotSource, session: SessionRepository) {
    self.source = source
    self.session = session
    directory = CourseDirectory(source: source)
  }

  package func courses(in semester: SemesterChoice) -> SnapshotStream<CourseList> {
    SnapshotStream(in: semester, of: session) { try await question($0) }
  }

  /// The stored courses of a semester; nil where there are none.
  func stored(in semester: SemesterCode) async -> Snapshot<CourseList>? {
    guard let user = try? await session.user() else { return nil }
    let key = SnapshotKey(
      CacheScope(host: source.host, username: user.username), semester: semester,
      language: source.language)
    let stored: Snapshot<CourseList>? = source.cache.snapshot(key)
    return stored?.stale
  }

  private func question(_ semester: SemesterCode) async throws -> SnapshotQuestion<CourseList> {
    let user = try await session.user()
    let scope = CacheScope(host: source.host, username: user.username)
    var question = source.question(
      SnapshotKey(scope, semester: semester, language: source.language),
      fetch: { try await fetch(of: user.username, in: semester, scope: scope) })
    question.absence = { NothingStored(.courses(semester)) }
    return question
  }

  private func fetch(
    of username: Username, in semester: SemesterCode, scope: CacheScope
  ) async throws -> CourseList {
    async let roles = source.ask { try await $0.user.roles(in: semester) }
    async let overview = source.ask {
      try await $0.overview(of: username, in: semester)
    }
    let answers = try await (roles: roles, overview: overview)
    let codes = Set(
      answers.roles.studentCourses + answers.roles.teacherCourses + answers.overview.map(\.code))
    let information = await directory.information(
      about: codes.sorted(), in: semester, scope: scope)
    // Without it, courses without names would be stored.
    try Task.checkCancellation()
    return CourseList(
      semester: semester, roles: answers.roles, overview: answers.overview,
      information: information)
  }
}
