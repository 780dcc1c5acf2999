import GradesClient

/// Something that the cache and the service can both answer, and the rules which of them does; see
/// ``SnapshotStream``.
struct SnapshotQuestion<Value: Sendable>: Sendable {
  let source: SnapshotSource
  /// The stored answer.
  let stored: @Sendable () -> Snapshot<Value>?
  /// Asks the service and stores its answer.
  let fetch: @Sendable () async throws -> Snapshot<Value>
  /// What offline use throws where nothing is stored.
  var absence: @Sendable () -> any Error = { NothingStored() }

  /// The last of the answers; reads the cache only when the service does not answer.
  func latest() async throws -> Snapshot<Value> {
    guard source.access == .online else { return try offline() }
    guard let silence = source.silence else { return try await online(nil) }
    return try await silence.value(fetch: { try await online(nil) }) {
      stored().map { stored in
        source.noteSilence()
        return stored.stale
      }
    }
  }

  /// Sends the stored answer, then the service's. Returns the last one.
  @discardableResult
  func answers(_ send: @Sendable (Snapshot<Value>) -> Void) async throws -> Snapshot<Value> {
    let stored = source.access == .online ? stored() : nil
    if let stored { send(stored) }
    let last = source.access == .online ? try await online(stored) : try offline()
    send(last)
    return last
  }

  /// The question whose failure names the course that the service does not have.
  func naming(_ course: CourseCode, in semester: SemesterCode) -> Self {
    var named = Self(source: source, stored: stored) {
      try await UnknownCourse.naming(course, in: semester) { try await fetch() }
    }
    named.absence = absence
    return named
  }

  /// The question whose absence offline says whether the user has the course at all, as far as their list of
  /// courses is stored, and whether anything of it was loaded.
  func about(_ course: CourseCode, in semester: SemesterCode, of user: Username) -> Self {
    var question = self
    question.absence = { [source] in
      let known = StoredCourses(cache: source.cache, host: source.host, user: user)
      if known.hasLoaded(course, in: semester) {
        return NothingStored(.partOfCourse(course, semester))
      }
      let key = SnapshotKey(
        CacheScope(host: source.host, username: user), semester: semester,
        language: source.language)
      if let list = source.stored(key, of: CourseList.self), !list.value.codes.contains(course) {
        return UnknownCourse(course: course, semester: semester)
      }
      return NothingStored(.course(course, semester))
    }
    return question
  }

  private func offline() throws -> Snapshot<Value> {
    guard let stored = stored() else { throw absence() }
    return stored.stale
  }

  private func online(_ known: Snapshot<Value>?) async throws -> Snapshot<Value> {
    do {
      return try await fetch()
    } catch let error as GradesError where error.scope == .service {
      guard let stored = known ?? stored() else { throw error }
      return stored.stale
    }
  }
}
