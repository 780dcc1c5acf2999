import GradesClient

/// Something that the service and its stored responses can both answer, and the rules which of them does; see
/// ``SnapshotStream``.
struct Question<Value: Sendable>: Sendable {
  let source: SnapshotSource
  let stored: @Sendable () async -> Snapshot<Value>?
  /// Asks the service and stores its answer.
  let fetch: @Sendable () async throws -> Snapshot<Value>
  /// What offline use throws where nothing is stored.
  var absence: @Sendable () async -> any Error = { NothingStored() }

  /// The last of the answers; reads the cache only when the service does not answer.
  func latest() async throws -> Snapshot<Value> {
    guard source.access == .online else { return try await offline() }
    guard let silence = source.silence else { return try await online() }
    return try await silence.value(fetch: { try await online() }) {
      await stored().map { stored in
        source.noteSilence()
        return stored.stale
      }
    }
  }

  /// Sends the stored answer, unless it is known already, and returns the last one.
  func answer(
    known: Snapshot<Value>? = nil, sending send: @Sendable (Snapshot<Value>) -> Void
  ) async throws -> Snapshot<Value> {
    guard source.access == .online else { return try await offline() }
    if let known { return try await online(known) }
    let stored = await stored()
    if let stored { send(stored) }
    return try await online(stored)
  }

  private func online(_ known: Snapshot<Value>? = nil) async throws -> Snapshot<Value> {
    do {
      return try await fetch()
    } catch let error as GradesError where error.scope == .service {
      var stand = known
      if stand == nil { stand = await stored() }
      guard let stand else { throw error }
      return stand.stale
    }
  }

  private func offline() async throws -> Snapshot<Value> {
    guard let stored = await stored() else { throw await absence() }
    return stored.stale
  }

  /// The question whose failure names the course that the service does not have.
  func naming(_ course: CourseCode, in semester: SemesterCode) -> Self {
    Self(
      source: source, stored: stored,
      fetch: { try await UnknownCourse.naming(course, in: semester) { try await fetch() } },
      absence: absence)
  }

  /// The question whose absence offline says whether the user has the course at all, as far as their list of
  /// courses is stored, and whether anything of it was loaded.
  func about(_ course: CourseCode, in semester: SemesterCode, of user: Username) -> Self {
    var question = self
    question.absence = { [source] in
      let known = StoredCourses(source: source, user: user)
      if known.hasLoaded(course, in: semester) {
        return NothingStored(.partOfCourse(course, semester))
      }
      let list = await source.courses(in: semester, of: user).stored()
      if let list, !list.value.codes.contains(course) {
        return UnknownCourse(course: course, semester: semester)
      }
      return NothingStored(.course(course, semester))
    }
    return question
  }
}

extension SnapshotSource {
  /// A question whose answer is read from responses of the service, in the same way from new and from stored ones.
  func question<Value: Sendable>(
    of user: Username?, _ read: @escaping @Sendable (Responses) async throws -> Value
  ) -> Question<Value> {
    let scope = CacheScope(host: host, username: user)
    return Question(
      source: self,
      // A task that was cancelled gets what is stored, too.
      stored: { await Task { try? await Responses(self, of: scope, .stored).answer(read) }.value },
      fetch: { try await Responses(self, of: scope, .new).answer(read) })
  }
}
