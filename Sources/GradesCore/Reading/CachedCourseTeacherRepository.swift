import GradesClient

/// A teacher's view of a course over cache and service.
public struct CachedCourseTeacherRepository: CourseTeacherRepository {
  private let source: SnapshotSource
  private let session: any SessionRepository

  /// Makes a repository.
  public init(source: SnapshotSource, session: any SessionRepository) {
    self.source = source
    self.session = session
  }

  /// The stored groups, then the service's.
  public func groups(
    of course: CourseCode, in semester: SemesterCode, onlyMine: Bool
  ) -> AsyncThrowingStream<Snapshot<CourseGroups>, any Error> {
    SnapshotQuestion.stream { try await queries(course, semester).groups(onlyMine: onlyMine) }
  }

  /// The service's groups or, where it is unavailable, the stored ones.
  public func latestGroups(
    of course: CourseCode, in semester: SemesterCode, onlyMine: Bool
  ) async throws -> Snapshot<CourseGroups> {
    try await queries(course, semester).groups(onlyMine: onlyMine).latest()
  }

  /// The stored items, then the service's.
  public func items(
    of course: CourseCode, in semester: SemesterCode
  ) -> AsyncThrowingStream<Snapshot<CourseItems>, any Error> {
    SnapshotQuestion.stream { try await queries(course, semester).items() }
  }

  /// The service's items or, where it is unavailable, the stored ones.
  public func latestItems(
    of course: CourseCode, in semester: SemesterCode
  ) async throws -> Snapshot<CourseItems> {
    try await queries(course, semester).items().latest()
  }

  /// The stored roster, then the service's.
  public func roster(
    of group: GroupID, in course: CourseCode, semester: SemesterCode
  ) -> AsyncThrowingStream<Snapshot<Roster>, any Error> {
    SnapshotQuestion.stream { try await queries(course, semester).roster(of: group) }
  }

  /// The service's roster or, where it is unavailable, the stored one.
  public func latestRoster(
    of group: GroupID, in course: CourseCode, semester: SemesterCode
  ) async throws -> Snapshot<Roster> {
    try await queries(course, semester).roster(of: group).latest()
  }

  /// The stored values, then the service's.
  public func matrix(
    _ query: GroupQuery
  ) -> AsyncThrowingStream<Snapshot<GroupMatrix>, any Error> {
    SnapshotQuestion.stream { try await queries(query.course, query.semester).matrix(query) }
  }

  /// The service's values or, where it is unavailable, the stored ones.
  public func latestMatrix(_ query: GroupQuery) async throws -> Snapshot<GroupMatrix> {
    try await queries(query.course, query.semester).matrix(query).latest()
  }

  /// The stored results, then the service's.
  public func record(
    of student: Username, in course: CourseCode, semester: SemesterCode
  ) -> AsyncThrowingStream<Snapshot<CourseResults>, any Error> {
    SnapshotQuestion.stream { try await queries(course, semester).record(of: student) }
  }

  /// The service's results or, where it is unavailable, the stored ones.
  public func latestRecord(
    of student: Username, in course: CourseCode, semester: SemesterCode
  ) async throws -> Snapshot<CourseResults> {
    try await queries(course, semester).record(of: student).latest()
  }

  private func queries(_ course: CourseCode, _ semester: SemesterCode) async throws -> CourseQueries
  {
    CourseQueries(
      source: source, course: course, semester: semester,
      teacher: try await session.user().username)
  }
}
