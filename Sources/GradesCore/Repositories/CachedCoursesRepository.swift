import GradesClient

/// The user's courses over cache and service.
///
/// Roles and overview are asked for at the same time, then the names that are not stored yet, all
/// together: with nothing stored that is two round trips after the session's one.
public struct CachedCoursesRepository: CoursesRepository {
  private let source: SnapshotSource
  private let session: any SessionRepository
  private let directory: CourseDirectory

  /// Makes a repository.
  public init(source: SnapshotSource, session: any SessionRepository) {
    self.source = source
    self.session = session
    directory = CourseDirectory(source: source)
  }

  /// The stored courses, then the service's.
  public func courses(
    in semester: SemesterCode
  ) -> AsyncThrowingStream<Snapshot<CourseList>, any Error> {
    source.snapshots(
      key: { try await key(semester) }, fetch: { try await fetch($0, in: semester) })
  }

  /// The service's courses or, where it is unavailable, the stored ones.
  public func latestCourses(in semester: SemesterCode) async throws -> Snapshot<CourseList> {
    try await source.latest(
      key: { try await key(semester) }, fetch: { try await fetch($0, in: semester) })
  }

  private func key(_ semester: SemesterCode) async throws -> SnapshotKey {
    let user = try await session.user()
    return SnapshotKey(
      CacheScope(host: source.host, username: user.username), semester: semester,
      language: source.language)
  }

  private func fetch(_ key: SnapshotKey, in semester: SemesterCode) async throws -> CourseList {
    guard let username = key.scope.username else { throw NothingStored() }
    let language = source.language
    async let roles = source.ask { try await $0.userRoles(in: semester, language: language) }
    async let overview = source.ask {
      try await $0.overview(of: username, in: semester, language: language)
    }
    let answers = try await (roles: roles, overview: overview)
    let codes = Set(
      answers.roles.studentCourses + answers.roles.teacherCourses + answers.overview.map(\.code))
    let information = await directory.information(
      about: codes.sorted(), in: semester, scope: key.scope)
    try Task.checkCancellation()
    return CourseList(
      semester: semester, roles: answers.roles, overview: answers.overview,
      information: information)
  }
}

extension CourseList: StoredDocument {
  static let kind = "courses"
  static let format = 1

  init(from reader: inout DocumentReader) throws {
    self.init(
      semester: try reader.value(), studying: try reader.list(), teaching: try reader.list())
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(semester)
    writer.write(studying)
    writer.write(teaching)
  }
}

extension StudiedCourse: Storable {
  init(from reader: inout DocumentReader) throws {
    self.init(
      code: try reader.value(), name: try reader.optional { try $0.string() },
      points: try reader.optional { try $0.double() },
      grade: try reader.optional { try $0.string() },
      credits: try reader.optional { try $0.double() },
      completion: try reader.optional { try $0.string() }.map(Completion.init(rawValue:)),
      pointsError: try reader.optional { try $0.string() })
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(code)
    writer.write(name)
    writer.write(points)
    writer.write(grade)
    writer.write(credits)
    writer.write(completion?.rawValue)
    writer.write(pointsError)
  }
}

extension TaughtCourse: Storable {
  init(from reader: inout DocumentReader) throws {
    self.init(code: try reader.value(), name: try reader.optional { try $0.string() })
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(code)
    writer.write(name)
  }
}
