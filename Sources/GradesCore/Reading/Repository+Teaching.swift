import GradesClient

/// What a teacher sees of a course. Changes go through drafts (Product rules, Changing grades).
///
/// Everything throws ``UnknownCourse`` where the service does not have the course.
extension Repository {
  /// The groups of the course's students, all or only those of the user.
  package func groups(
    of course: CourseCode, in semester: SemesterChoice, onlyMine: Bool
  ) -> SnapshotStream<CourseGroups> {
    teaching(course, in: semester) { $0.groups(onlyMine: onlyMine) }
  }

  /// All groups of a course, and which of them are the user's own.
  package func groupChoice(
    of course: CourseCode, in semester: SemesterChoice
  ) -> SnapshotStream<GroupChoice> {
    teaching(course, in: semester) { $0.groupChoice() }
  }

  package func items(
    of course: CourseCode, in semester: SemesterChoice
  ) -> SnapshotStream<CourseItems> {
    teaching(course, in: semester) { $0.items() }
  }

  /// The students of a group. Throws ``UnknownGroup``.
  package func roster(
    of group: GroupID, in course: CourseCode, semester: SemesterChoice
  ) -> SnapshotStream<Roster> {
    teaching(course, in: semester) { $0.roster(of: group) }
  }

  /// The values of a group. Throws ``UnknownItems`` and ``UnknownGroup``.
  package func matrix(_ query: GroupQuery) -> SnapshotStream<GroupMatrix> {
    teaching(query.course, in: query.semester) { $0.matrix(query) }
  }

  /// One student's results, hidden items as well. Throws ``UnknownStudent``.
  package func record(
    of student: Username, in course: CourseCode, semester: SemesterChoice
  ) -> SnapshotStream<CourseResults> {
    teaching(course, in: semester) { $0.record(of: student) }
  }

  private func teaching<Value>(
    _ course: CourseCode, in semester: SemesterChoice,
    _ ask: @escaping @Sendable (CourseQueries) -> Question<Value>
  ) -> SnapshotStream<Value> {
    SnapshotStream(in: semester, of: session) { semester in
      let queries = try await queries(course, semester)
      return ask(queries).about(course, in: semester, of: queries.teacher)
    }
  }

  func queries(_ course: CourseCode, _ semester: SemesterCode) async throws -> CourseQueries {
    CourseQueries(source: source, course: course, semester: semester, teacher: try await user)
  }
}
