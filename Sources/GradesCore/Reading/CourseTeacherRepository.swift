import GradesClient

/// What a teacher sees of a course; changing it is the way of drafts (Product rules, Changing
/// grades).
///
/// Every question has two forms: a stream of the stored answer and then the service's, and the one
/// answer that the stream ends with. When the service is unavailable, what is stored comes again as
/// stale and the stream ends normally.
public protocol CourseTeacherRepository: Sendable {
  /// The groups of the course's students, all or only those of the signed-in teacher.
  func groups(
    of course: CourseCode, in semester: SemesterCode, onlyMine: Bool
  ) -> AsyncThrowingStream<Snapshot<CourseGroups>, any Error>

  /// The course's evaluation items.
  func items(
    of course: CourseCode, in semester: SemesterCode
  ) -> AsyncThrowingStream<Snapshot<CourseItems>, any Error>

  /// The students of a group. Throws ``UnknownGroup``.
  func roster(
    of group: GroupID, in course: CourseCode, semester: SemesterCode
  ) -> AsyncThrowingStream<Snapshot<Roster>, any Error>

  /// The values of a group. Throws ``UnknownItems`` and ``UnknownGroup``.
  func matrix(_ query: GroupQuery) -> AsyncThrowingStream<Snapshot<GroupMatrix>, any Error>

  /// One student's results, hidden items as well.
  func record(
    of student: Username, in course: CourseCode, semester: SemesterCode
  ) -> AsyncThrowingStream<Snapshot<CourseResults>, any Error>

  /// The one answer that ``groups(of:in:onlyMine:)`` ends with.
  func latestGroups(
    of course: CourseCode, in semester: SemesterCode, onlyMine: Bool
  ) async throws -> Snapshot<CourseGroups>

  /// The one answer that ``items(of:in:)`` ends with.
  func latestItems(
    of course: CourseCode, in semester: SemesterCode
  ) async throws -> Snapshot<CourseItems>

  /// The one answer that ``roster(of:in:semester:)`` ends with.
  func latestRoster(
    of group: GroupID, in course: CourseCode, semester: SemesterCode
  ) async throws -> Snapshot<Roster>

  /// The one answer that ``matrix(_:)`` ends with.
  func latestMatrix(_ query: GroupQuery) async throws -> Snapshot<GroupMatrix>

  /// The one answer that ``record(of:in:semester:)`` ends with.
  func latestRecord(
    of student: Username, in course: CourseCode, semester: SemesterCode
  ) async throws -> Snapshot<CourseResults>
}

extension CourseTeacherRepository {
  /// Reads ``groups(of:in:onlyMine:)`` to its end.
  public func latestGroups(
    of course: CourseCode, in semester: SemesterCode, onlyMine: Bool
  ) async throws -> Snapshot<CourseGroups> {
    try await groups(of: course, in: semester, onlyMine: onlyMine).last()
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

  /// Reads ``items(of:in:)`` to its end.
  public func latestItems(
    of course: CourseCode, in semester: SemesterCode
  ) async throws -> Snapshot<CourseItems> {
    try await items(of: course, in: semester).last()
  }

  /// Reads ``roster(of:in:semester:)`` to its end.
  public func latestRoster(
    of group: GroupID, in course: CourseCode, semester: SemesterCode
  ) async throws -> Snapshot<Roster> {
    try await roster(of: group, in: course, semester: semester).last()
  }

  /// Reads ``matrix(_:)`` to its end.
  public func latestMatrix(_ query: GroupQuery) async throws -> Snapshot<GroupMatrix> {
    try await matrix(query).last()
  }

  /// Reads ``record(of:in:semester:)`` to its end.
  public func latestRecord(
    of student: Username, in course: CourseCode, semester: SemesterCode
  ) async throws -> Snapshot<CourseResults> {
    try await record(of: student, in: course, semester: semester).last()
  }
}
