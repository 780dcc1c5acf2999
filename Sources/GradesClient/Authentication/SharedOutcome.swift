import Synchronization

/// The outcome of an operation that several tasks wait for; each task can be cancelled alone.
final class SharedOutcome<Value: Sendable>: Sendable {
  private typealias Waiting = CheckedContinuation<Value, any Error>

  private struct State {
    var outcome: Result<Value, any Error>?
    var waiting: [Int: Waiting] = [:]
    var givenUp: Set<Int> = []
    var next = 0
  }

  private let state = Mutex(State())

  /// Sets the outcome for all current and later waits; only the first one counts. Returns whether
  /// this was the first.
  @discardableResult
  func finish(_ outcome: Result<Value, any Error>) -> Bool {
    let waiting: [Int: Waiting]? = state.withLock { state in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in (waiting ?? [:]).values { continuation.resume(with: outcome) }
    return waiting != nil
  }

  /// Waits for the outcome; throws ``GradesError/cancelled`` when the caller's task is cancelled,
  /// which leaves the work alone.
  func value() async throws -> Value {
    let number = state.withLock { state in
      defer { state.next += 1 }
      return state.next
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let early: Result<Value, any Error>? = state.withLock { state in
          if let outcome = state.outcome { return outcome }
          if state.givenUp.remove(number) != nil { return .failure(GradesError.cancelled) }
          state.waiting[number] = continuation
          return nil
        }
        if let early { continuation.resume(with: early) }
      }
    } onCancel: {
      let waiting: Waiting? = state.withLock { state in
        if state.outcome == nil, state.waiting[number] == nil { state.givenUp.insert(number) }
        return state.waiting.removeValue(forKey: number)
      }
      waiting?.resume(throwing: GradesError.cancelled)
    }
  }
}
