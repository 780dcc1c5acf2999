import GradesClient

/// The signed-in user's results in a course that they study, over cache and service.
///
/// Items that are hidden from students are left out. The course's name is requested at the same
/// time.
extension Repository {
  /// The user's results. Throws ``UnknownCourse`` where the service has none.
  package func results(
    of course: CourseCode, in semester: SemesterChoice
  ) -> SnapshotStream<CourseResults> {
    SnapshotStream(in: semester, of: session) { semester in
      let user = try await user
      return question(course, semester, user).naming(course, in: semester)
        .about(course, in: semester, of: user)
    }
  }

  /// The service's results in one request, whose failures are thrown.
  func newestResults(
    of course: CourseCode, in semester: SemesterCode
  ) async throws -> CourseResults {
    try await question(course, semester, user, asksForName: false).fetch().value
  }

  func storedResults(of course: CourseCode, in semester: SemesterCode) async -> CourseResults? {
    guard let user = try? await user else { return nil }
    return await question(course, semester, user).stored()?.value
  }

  private func question(
    _ course: CourseCode, _ semester: SemesterCode, _ user: Username, asksForName: Bool = true
  ) -> Question<CourseResults> {
    source.question(of: user) { responses in
      let begin = source.now()
      async let record = responses.ask {
        try await $0.course(course, in: semester).values.student(user)
      }
      async let information = (asksForName ? responses : responses.beside(.stored))
        .information(about: [course], in: semester, areListed: false)
      let named = try await responses.naming(record, \.definitions) {
        try await $0.course(course, in: semester).values.student(user)
      }
      let results = CourseResults(
        named, of: user, in: course, name: await information[course]?.name, semester: semester,
        for: .student)
      if responses.areNew {
        source.log.take(results, Look(asked: begin, answered: source.now()), of: responses.scope)
      }
      return results
    }
  }
}
