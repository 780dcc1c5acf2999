import GradesClient

/// What a teacher sees of a course, over cache and service. Changes go through drafts
/// (Product rules, Changing grades).
///
/// Everything throws ``UnknownCourse`` where the service does not have the course.
package struct CourseTeacherRepository: Sendable {
  private let source: SnapshotSource
  private let session: SessionRepository

  package init(source: SnapshotSource, session: SessionRepository) {
    self.source = source
    self.session = session
  }

  /// The groups of the course's students, all or only those of the signed-in teacher.
  package func groups(
    of course: CourseCode, in semester: SemesterChoice, onlyMine: Bool
  ) -> SnapshotStream<CourseGroups> {
    stream(of: course, in: semester) { $0.groups(onlyMine: onlyMine) }
  }

  /// All groups of a course, and which of them are the user's own.
  package func groupChoice(
    of course: CourseCode, in semester: SemesterChoice
  ) -> SnapshotStream<GroupChoice> {
    stream(of: course, in: semester) { $0.groupChoice() }
  }

  /// The course's evaluation items.
  package func items(
    of course: CourseCode, in semester: SemesterChoice
  ) -> SnapshotStream<CourseItems> {
    stream(of: course, in: semester) { $0.items() }
  }

  /// The students of a group. Throws ``UnknownGroup``.
  package func roster(
    of group: GroupID, in course: CourseCode, semester: SemesterChoice
  ) -> SnapshotStream<Roster> {
    stream(of: course, in: semester) { $0.roster(of: group) }
  }

  /// The values of a group. Throws ``UnknownItems`` and ``UnknownGroup``.
  package func matrix(_ query: GroupQuery) -> SnapshotStream<GroupMatrix> {
    stream(of: query.course, in: query.semester) { $0.matrix(query) }
  }

  /// One student's results, hidden items as well. Throws ``UnknownStudent``.
  package func record(
    of student: Username, in course: CourseCode, semester: SemesterChoice
  ) -> SnapshotStream<CourseResults> {
    stream(of: course, in: semester) { $0.record(of: student) }
  }

  private func stream<Value>(
    of course: CourseCode, in semester: SemesterChoice,
    _ ask: @escaping @Sendable (CourseQueries) -> Question<Value>
  ) -> SnapshotStream<Value> {
    SnapshotStream(in: semester, of: session) { semester in
      let user = try await session.user().username
      let queries = CourseQueries(
        source: source, course: course, semester: semester, teacher: user)
      return ask(queries).about(course, in: semester, of: user)
    }
  }
}
