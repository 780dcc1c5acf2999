import GradesClient

/// Something that the cache and the service can both answer, and the rules which of them does; see
/// ``SnapshotStream``.
struct SnapshotQuestion<Value: Sendable>: Sendable {
  let source: SnapshotSource
  /// The stored answer.
  let stored: @Sendable () -> Snapshot<Value>?
  /// Asks the service and stores its answer.
  let fetch: @Sendable () async throws -> Snapshot<Value>

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
    Self(source: source, stored: stored) {
      try await UnknownCourse.naming(course, in: semester) { try await fetch() }
    }
  }

  private func offline() throws -> Snapshot<Value> {
    guard let stored = stored() else { throw NothingStored() }
    return stored.stale
  }

  private func online(_ known: Snapshot<Value>?) async throws -> Snapshot<Value> {
    do {
      return try await fetch()
    } catch let error as GradesError where error.isUnavailability {
      guard let stored = known ?? stored() else { throw error }
      return stored.stale
    }
  }
}
