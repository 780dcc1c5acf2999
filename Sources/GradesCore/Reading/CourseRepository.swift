import GradesClient

/// The signed-in user's results in a course that they study, over cache and service.
///
/// Items that are hidden from students are left out. The course's name is requested at the same
/// time.
package struct CourseRepository: Sendable {
  private let source: SnapshotSource
  private let session: SessionRepository

  /// Makes a repository.
  package init(source: SnapshotSource, session: SessionRepository) {
    self.source = source
    self.session = session
  }

  /// The user's results. Throws ``UnknownCourse`` where the service has none.
  package func results(
    of course: CourseCode, in semester: SemesterChoice
  ) -> SnapshotStream<CourseResults> {
    SnapshotStream(in: semester, of: session) { semester in
      try await question(course, semester).naming(course, in: semester)
        .about(course, in: semester, of: session.user().username)
    }
  }

  /// The service's results in one request, whose failures are thrown.
  func newestCourse(
    _ course: CourseCode, in semester: SemesterCode
  ) async throws -> CourseResults {
    try await question(course, semester, asksForName: false).fetch().value
  }

  private func question(
    _ course: CourseCode, _ semester: SemesterCode, asksForName: Bool = true
  ) async throws -> SnapshotQuestion<CourseResults> {
    let username = try await session.user().username
    let scope = CacheScope(host: source.host, username: username)
    let key = SnapshotKey(
      scope, semester: semester, language: source.language, name: course.rawValue)
    return source.question(key) { [source] in
      let begin = source.now()
      async let record = source.ask {
        try await $0.course(course, in: semester).values.student(username)
      }
      let directory = CourseDirectory(source: source)
      async let name =
        asksForName
        ? directory.information(
          about: [course], in: semester, scope: scope, areListed: false)[course]?.name
        : directory.stored(about: course, in: semester, scope: scope)?.name
      let stored: Snapshot<CourseResults>? = source.cache.snapshot(key)
      let named = try await record.naming(
        from: OtherNames(source, known: stored?.value.items.map(\.item.definition) ?? [])
      ) { try await $0.course(course, in: semester).values.student(username) }
      let results = CourseResults(
        named, of: username, in: course, name: await name, semester: semester, for: .student)
      source.log.take(results, Look(asked: begin, answered: source.now()), of: scope)
      return results
    }
  }
}
