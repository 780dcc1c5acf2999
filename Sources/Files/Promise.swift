import Synchronization

/// The result of one piece of work: the first one counts, and any number of tasks may wait for it.
package final class Promise<Value: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<Value, any Error>

  private struct State {
    var result: Result<Value, any Error>?
    var waiters: [Int: Waiter] = [:]
    var cancelled: Set<Int> = []
    var next = 0
  }

  private let state = Mutex(State())
  private let cancellation: any Error

  /// Makes a promise whose cancelled waiters throw an error.
  package init(cancellation: any Error = CancellationError()) { self.cancellation = cancellation }

  package var isFinished: Bool { state.withLock { $0.result != nil } }

  /// Resumes all waiters, now and later; returns whether this result is the first and hence counts.
  @discardableResult
  package func finish(_ result: Result<Value, any Error>) -> Bool {
    let waiters: [Int: Waiter]? = state.withLock { state in
      guard state.result == nil else { return nil }
      state.result = result
      defer { state.waiters = [:] }
      return state.waiters
    }
    guard let waiters else { return false }
    for waiter in waiters.values { waiter.resume(with: result) }
    return true
  }

  /// Waits for the result; throws as soon as the caller's task is cancelled, which leaves the work and
  /// the other waiters alone.
  package func value() async throws -> Value {
    let number = state.withLock { state in
      defer { state.next += 1 }
      return state.next
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let early: Result<Value, any Error>? = state.withLock { state in
          if let result = state.result { return result }
          if state.cancelled.remove(number) != nil { return .failure(cancellation) }
          state.waiters[number] = continuation
          return nil
        }
        if let early { continuation.resume(with: early) }
      }
    } onCancel: {
      let waiter: Waiter? = state.withLock { state in
        if state.result == nil, state.waiters[number] == nil { state.cancelled.insert(number) }
        return state.waiters.removeValue(forKey: number)
      }
      waiter?.resume(throwing: cancellation)
    }
  }
}

/// Waits for work that cannot be cancelled, such as reading a line of standard input, only until the
/// caller's task is cancelled; the work then goes on alone.
package func abandonOnCancel<Value: Sendable>(
  _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let promise = Promise<Value>()
  Task.detached {
    do { promise.finish(.success(try await work())) } catch { promise.finish(.failure(error)) }
  }
  return try await promise.value()
}
