import GradesClient

/// What a teacher sees of a course, over cache and service. Changes go through drafts
/// (Product rules, Changing grades).
///
/// Everything throws ``UnknownCourse`` where the service does not have the course.
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
    of course: CourseCode, in semester: SemesterChoice, onlyMine: Bool
  ) -> SnapshotStream<CourseGroups> {
    SnapshotStream(in: semester, of: session) {
      try await queries(course, $0).groups(onlyMine: onlyMine)
    }
  }

  /// All groups of a course, and which of them are the user's own.
  public func groupChoice(
    of course: CourseCode, in semester: SemesterChoice
  ) -> SnapshotStream<GroupChoice> {
    SnapshotStream(in: semester, of: session) { try await queries(course, $0).groupChoice() }
  }

  /// The course's evaluation items.
  public func items(
    of course: CourseCode, in semester: SemesterChoice
  ) -> SnapshotStream<CourseItems> {
    SnapshotStream(in: semester, of: session) { try await queries(course, $0).items() }
  }

  /// The students of a group. Throws ``UnknownGroup``.
  public func roster(
    of group: GroupID, in course: CourseCode, semester: SemesterChoice
  ) -> SnapshotStream<Roster> {
    SnapshotStream(in: semester, of: session) { try await queries(course, $0).roster(of: group) }
  }

  /// The values of a group. Throws ``UnknownItems`` and ``UnknownGroup``.
  public func matrix(_ query: GroupQuery) -> SnapshotStream<GroupMatrix> {
    SnapshotStream(in: query.semester, of: session) {
      try await queries(query.course, $0).matrix(query)
    }
  }

  /// One student's results, hidden items as well. Throws ``UnknownStudent``.
  public func record(
    of student: Username, in course: CourseCode, semester: SemesterChoice
  ) -> SnapshotStream<CourseResults> {
    SnapshotStream(in: semester, of: session) { try await queries(course, $0).record(of: student) }
  }

  private func queries(_ course: CourseCode, _ semester: SemesterCode) async throws -> CourseQueries
  {
    CourseQueries(
      source: source, course: course, semester: semester,
      teacher: try await session.user().username)
  }
}
