import GradesClient

/// What a teacher sees of a course, over cache and service. Changes go through drafts
/// (Product rules, Changing grades).
///
/// Every question has two forms: a stream of the stored answer and then the service's, and the one
/// answer that the stream ends with. When the service is unavailable, what is stored comes again as
/// stale and the stream ends normally.
public struct CourseTeacherRepository: Sendable {
  private let source: SnapshotSource
  private let session: SessionRepository

  /// Makes a repository.
  public init(source: SnapshotSource, session: SessionRepository) {
    self.source = source
    self.session = session
  }

  /// The groups of the course's students, all or only those of the signed-in teacher.
  public func groups(
    of course: CourseCode, in semester: SemesterCode, onlyMine: Bool
  ) -> AsyncThrowingStream<Snapshot<CourseGroups>, any Error> {
    SnapshotQuestion.stream { try await queries(course, semester).groups(onlyMine: onlyMine) }
  }

  /// The one answer that ``groups(of:in:onlyMine:)`` ends with.
  public func latestGroups(
    of course: CourseCode, in semester: SemesterCode, onlyMine: Bool
  ) async throws -> Snapshot<CourseGroups> {
    try await queries(course, semester).groups(onlyMine: onlyMine).latest()
  }

  /// All groups of a course, and which of them are the user's own. Those that are made of the user's own
  /// parallels (Service contract, 7.6) are in the list of the own ones alone; here they follow all
  /// students.
  public func latestGroupChoice(
    of course: CourseCode, in semester: SemesterCode
  ) async throws -> (groups: Snapshot<CourseGroups>, own: Set<GroupID>) {
    async let mine = latestGroups(of: course, in: semester, onlyMine: true)
    let groups = try await latestGroups(of: course, in: semester, onlyMine: false)
    // Whose the groups are is a comfort.
    let own = (try? await mine.value.groups) ?? []
    return (groups.map { $0.including(own) }, Set(own.map(\.id)))
  }

  /// The course's evaluation items.
  public func items(
    of course: CourseCode, in semester: SemesterCode
  ) -> AsyncThrowingStream<Snapshot<CourseItems>, any Error> {
    SnapshotQuestion.stream { try await queries(course, semester).items() }
  }

  /// The one answer that ``items(of:in:)`` ends with.
  public func latestItems(
    of course: CourseCode, in semester: SemesterCode
  ) async throws -> Snapshot<CourseItems> {
    try await queries(course, semester).items().latest()
  }

  /// The students of a group. Throws ``UnknownGroup``.
  public func roster(
    of group: GroupID, in course: CourseCode, semester: SemesterCode
  ) -> AsyncThrowingStream<Snapshot<Roster>, any Error> {
    SnapshotQuestion.stream { try await queries(course, semester).roster(of: group) }
  }

  /// The one answer that ``roster(of:in:semester:)`` ends with.
  public func latestRoster(
    of group: GroupID, in course: CourseCode, semester: SemesterCode
  ) async throws -> Snapshot<Roster> {
    try await queries(course, semester).roster(of: group).latest()
  }

  /// The values of a group. Throws ``UnknownItems`` and ``UnknownGroup``.
  public func matrix(
    _ query: GroupQuery
  ) -> AsyncThrowingStream<Snapshot<GroupMatrix>, any Error> {
    SnapshotQuestion.stream { try await queries(query.course, query.semester).matrix(query) }
  }

  /// The one answer that ``matrix(_:)`` ends with.
  public func latestMatrix(_ query: GroupQuery) async throws -> Snapshot<GroupMatrix> {
    try await queries(query.course, query.semester).matrix(query).latest()
  }

  /// One student's results, hidden items as well.
  public func record(
    of student: Username, in course: CourseCode, semester: SemesterCode
  ) -> AsyncThrowingStream<Snapshot<CourseResults>, any Error> {
    SnapshotQuestion.stream { try await queries(course, semester).record(of: student) }
  }

  /// The one answer that ``record(of:in:semester:)`` ends with.
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
