import Synchronization

/// Waits for something that cannot be cut short, such as a line of standard input. Who gives up must
/// not have to wait for it, or to press Enter: it is left behind.
func abandonOnCancel<Value: Sendable>(
  _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let answer = FirstAnswer<Value>()
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      answer.wait(continuation)
      if Task.isCancelled { answer.give(.failure(CancellationError())) }
      Task.detached {
        do { answer.give(.success(try await work())) } catch { answer.give(.failure(error)) }
      }
    }
  } onCancel: {
    answer.give(.failure(CancellationError()))
  }
}

/// One continuation for which several answers race; the first one counts.
private final class FirstAnswer<Value: Sendable>: Sendable {
  private let waiting = Mutex<CheckedContinuation<Value, any Error>?>(nil)

  func wait(_ continuation: CheckedContinuation<Value, any Error>) {
    waiting.withLock { $0 = continuation }
  }

  func give(_ result: Result<Value, any Error>) {
    let continuation = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(with: result)
  }
}
