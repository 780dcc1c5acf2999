import GradesClient

/// Loads everything of a semester for use without the service.
package struct SyncRepository: Sendable {
  /// The most requests at the same time (Figures, Fast).
  private static let width = 6

  private let courses: CoursesRepository
  private let course: CourseRepository
  private let teacher: CourseTeacherRepository
  private let notifications: NotificationsRepository
  private let study: StudyRepository

  /// Makes a repository.
  package init(source: SnapshotSource, session: SessionRepository) {
    courses = CoursesRepository(source: source, session: session)
    course = CourseRepository(source: source, session: session)
    teacher = CourseTeacherRepository(source: source, session: session)
    notifications = NotificationsRepository(source: source, session: session)
    study = StudyRepository(courses: courses, session: session)
  }

  /// Loads the courses, the results in each, the notifications and the courses of all other semesters of a
  /// study; of each taught course, the items, the groups and the values of the user's own groups and of another
  /// one.
  ///
  /// What cannot be loaded is left out and named; without the list of courses, the reason is thrown.
  ///
  /// - Parameters:
  ///   - pinned: the courses that are loaded first, in order.
  ///   - lastGroup: the group that the user looked at last in a course.
  package func load(
    _ choice: SemesterChoice, pinned: [CourseCode] = [],
    lastGroup: @Sendable (CourseCode, SemesterCode) -> GroupID? = { _, _ in nil }
  ) async throws -> SyncOutcome {
    let list = try await courses.courses(in: choice).newest().map { $0.pinning(pinned) }
    let semester = list.value.semester
    var outcome = SyncOutcome(semester: semester, fetchedAt: list.fetchedAt)
    let taught = list.value.teaching.map(\.code)
    try await load(
      list.value.studying.map { .results($0.code) }
        + taught.flatMap { [.items($0), .groups($0)] } + [.notifications]
        + (list.value.studying.isEmpty ? [] : [.study]),
      in: semester, into: &outcome)
    var groups: [SyncOutcome.Part] = []
    for code in taught {
      let last = lastGroup(code, semester)
      do {
        groups += try await self.groups(of: code, in: semester, last: last).map {
          .group($0, code)
        }
      } catch {
        if Self.endsAll(error) { throw error }
        if let last { groups.append(.group(last, code)) }
        if !outcome.failures.contains(where: { $0.part == .groups(code) }) {
          outcome.add(.groups(code), .failure(error))
        }
      }
    }
    try await load(groups, in: semester, into: &outcome)
    return outcome
  }

  /// The groups whose values are loaded: the last one, the user's own parallels together and each, and all
  /// students where the user has no group.
  private func groups(
    of code: CourseCode, in semester: SemesterCode, last: GroupID?
  ) async throws -> [GroupID] {
    let own = try await teacher.groups(of: code, in: .code(semester), onlyMine: true).newest()
    let ids = own.value.groups.map(\.id)
    let wanted = [last].compactMap(\.self) + (ids.isEmpty ? [.all] : [.myParallels] + ids)
    var seen: Set<GroupID> = []
    return wanted.filter { seen.insert($0).inserted }
  }

  private func load(
    _ parts: [SyncOutcome.Part], in semester: SemesterCode, into outcome: inout SyncOutcome
  ) async throws {
    var results: [SyncOutcome.Part: Result<Void, any Error>] = [:]
    try await withThrowingTaskGroup(
      of: (SyncOutcome.Part, Result<Void, any Error>).self
    ) { group in
      for (index, part) in parts.enumerated() {
        if index >= Self.width, let done = try await group.next() { results[done.0] = done.1 }
        group.addTask { (part, try await load(part, in: .code(semester))) }
      }
      for try await done in group { results[done.0] = done.1 }
    }
    for part in parts {
      guard let result = results[part] else { continue }
      // A group that is gone is nothing to load.
      if case .failure(let error) = result, error is UnknownGroup { continue }
      outcome.add(part, result)
    }
  }

  /// Loads a part; throws what ends everything: a cancellation, or the end of the login.
  private func load(
    _ part: SyncOutcome.Part, in semester: SemesterChoice
  ) async throws -> Result<Void, any Error> {
    do {
      switch part {
      case .results(let code): _ = try await course.results(of: code, in: semester).newest()
      case .items(let code): _ = try await teacher.items(of: code, in: semester).newest()
      case .groups(let code):
        _ = try await teacher.groupChoice(of: code, in: semester).newest()
      case .group(let group, let code):
        let query = GroupQuery(course: code, semester: semester, group: group)
        _ = try await teacher.matrix(query).newest()
      case .notifications: _ = try await notifications.notifications(.all).newest()
      case .study: try await study.load()
      }
      return .success(())
    } catch {
      if Self.endsAll(error) { throw error }
      return .failure(error)
    }
  }

  /// Whether an error is a cancellation or the end of the login.
  private static func endsAll(_ error: any Error) -> Bool {
    switch (error as? GradesError)?.reason {
    case .cancelled?, .notSignedIn?, .login?: true
    default: error is CancellationError
    }
  }
}
