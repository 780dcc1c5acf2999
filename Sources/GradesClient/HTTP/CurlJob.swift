import Synchronization

/// A request and the task that waits for its response; has exactly one outcome.
final class CurlJob: Sendable {
  let request: HTTPRequest
  private let state = Mutex(State.new)

  private enum State {
    case new
    case waiting(CheckedContinuation<HTTPResponse, any Error>)
    case finished(Result<HTTPResponse, any Error>)
  }

  init(_ request: HTTPRequest) { self.request = request }

  /// Whether the outcome was delivered or the task was cancelled.
  var isFinished: Bool {
    state.withLock { if case .finished = $0 { true } else { false } }
  }

  /// Stores the waiting task. Returns false if the job was cancelled before, and resumes the task.
  func begin(_ continuation: CheckedContinuation<HTTPResponse, any Error>) -> Bool {
    let outcome: Result<HTTPResponse, any Error>? = state.withLock { state in
      if case .finished(let outcome) = state { return outcome }
      state = .waiting(continuation)
      return nil
    }
    guard let outcome else { return true }
    continuation.resume(with: outcome)
    return false
  }

  /// Delivers the outcome; all but the first are ignored.
  func finish(_ outcome: Result<HTTPResponse, any Error>) {
    let waiting: CheckedContinuation<HTTPResponse, any Error>? = state.withLock { state in
      switch state {
      case .finished: return nil
      case .new:
        state = .finished(outcome)
        return nil
      case .waiting(let continuation):
        state = .finished(outcome)
        return continuation
      }
    }
    waiting?.resume(with: outcome)
  }
}
