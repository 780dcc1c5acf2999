import GradesClient

extension Repository {
  /// Loads everything of a semester for use without the service: the courses, the results in each, the
  /// notifications and the courses of all other semesters of a study; of each taught course, the items, the groups
  /// and the values of the user's own groups and of another one.
  ///
  /// What cannot be loaded is left out and named; without the list of courses, the reason is thrown.
  ///
  /// - Parameters:
  ///   - pinned: the courses that are loaded first, in order.
  ///   - lastGroup: the group that the user looked at last in a course.
  package func sync(
    _ choice: SemesterChoice, pinned: [CourseCode] = [],
    lastGroup: @Sendable (CourseCode, SemesterCode) -> GroupID? = { _, _ in nil }
  ) async throws -> SyncOutcome {
    let list = try await courses(in: choice).newest().map { $0.pinning(pinned) }
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
    let own = try await self.groups(of: code, in: .code(semester), onlyMine: true).newest()
    let ids = own.value.groups.map(\.id)
    let wanted = [last].compactMap(\.self) + (ids.isEmpty ? [.all] : [.myParallels] + ids)
    return wanted.withoutRepetition()
  }

  private func load(
    _ parts: [SyncOutcome.Part], in semester: SemesterCode, into outcome: inout SyncOutcome
  ) async throws {
    let results = try await parts.atOnce { try await load($0, in: .code(semester)) }
    for (part, result) in zip(parts, results) {
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
      case .results(let code): _ = try await results(of: code, in: semester).newest()
      case .items(let code): _ = try await items(of: code, in: semester).newest()
      case .groups(let code):
        _ = try await groupChoice(of: code, in: semester).newest()
      case .group(let group, let code):
        let query = GroupQuery(course: code, semester: semester, group: group)
        _ = try await matrix(query).newest()
      case .notifications: _ = try await notifications(.all).newest()
      case .study: try await loadStudy()
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
