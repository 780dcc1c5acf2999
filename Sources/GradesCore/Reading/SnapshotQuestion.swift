import GradesClient

/// Something that the cache and the service can both answer, and the rules which of them does.
///
/// When the service is unavailable and something is stored, that answers as stale. All other
/// failures pass, also after a stored answer: being signed out, not permitted or not found must not
/// hide behind old data. Offline, only the cache answers, as stale.
struct SnapshotQuestion<Value: Sendable>: Sendable {
  let source: SnapshotSource
  /// What the cache knows.
  let stored: @Sendable () -> Snapshot<Value>?
  /// What the service says; puts it into the cache.
  let fetch: @Sendable () async throws -> Snapshot<Value>

  /// The one answer that a command shows; reads the cache only when the service does not answer.
  func latest() async throws -> Snapshot<Value> {
    guard source.access == .online else { return try offline() }
    return try await online(nil)
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

  /// The stored answer, then the service's. `prepare` finds out what to ask, such as whose data.
  ///
  /// Cancelling the task that reads cancels the requests.
  static func stream(
    _ prepare: @escaping @Sendable () async throws -> Self
  ) -> AsyncThrowingStream<Snapshot<Value>, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          let question = try await prepare()
          if question.source.access == .offline {
            continuation.yield(try question.offline())
          } else {
            let stored = question.stored()
            if let stored { continuation.yield(stored) }
            continuation.yield(try await question.online(stored))
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// The stream's last element; what a command shows that prints once.
  public func last<Value>() async throws -> Element where Element == Snapshot<Value> {
    var last: Element?
    for try await element in self { last = element }
    // A cancelled stream ends like a complete one.
    try Task.checkCancellation()
    guard let last else { throw NothingStored() }
    return last
  }
}
