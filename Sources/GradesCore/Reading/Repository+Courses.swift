import GradesClient

extension Repository {
  package func courses(in semester: SemesterChoice) -> SnapshotStream<CourseList> {
    SnapshotStream(in: semester, of: session) { source.courses(in: $0, of: try await user) }
  }

  /// The stored courses of a semester; nil where there are none.
  func storedCourses(in semester: SemesterCode) async -> Snapshot<CourseList>? {
    guard let user = try? await user else { return nil }
    return await source.courses(in: semester, of: user).stored()?.stale
  }
}

extension SnapshotSource {
  /// Roles and overview are requested at the same time, then the names that are not stored yet, all
  /// together: with nothing stored that is two round trips.
  func courses(in semester: SemesterCode, of user: Username) -> Question<CourseList> {
    var question = question(of: user) { responses in
      async let roles = responses.ask { try await $0.user.roles(in: semester) }
      async let overview = responses.ask { try await $0.overview(of: user, in: semester) }
      let answers = try await (roles: roles, overview: overview)
      let codes = Set(
        answers.roles.studentCourses + answers.roles.teacherCourses + answers.overview.map(\.code))
      return CourseList(
        semester: semester, roles: answers.roles, overview: answers.overview,
        information: await responses.information(about: codes.sorted(), in: semester))
    }
    question.absence = { NothingStored(.courses(semester)) }
    return question
  }
}
