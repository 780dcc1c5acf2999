import Foundation
import Synchronization

/// An exclusive lock for processes, and for parts of one process: flock on a file.
///
/// Released by ``release()``, with the value, and at the end of the process.
final class FileLock: Sendable {
  private let file: Mutex<Int32?>

  private init(_ file: Int32) { self.file = Mutex(file) }

  deinit { release() }

  /// Releases the lock.
  func release() {
    file.withLock { file in
      if let file { close(file) }
      file = nil
    }
  }

  /// Waits for the lock on a thread of its own, because threads of the cooperative pool must not
  /// block.
  ///
  /// Returns nil where there are no locks: a read-only folder, a file system without them.
  /// Throws `timedOut` when another process holds it for longer than the limit, and `cancelled`.
  static func acquire(_ url: URL, timeLimit: Duration) async throws -> FileLock? {
    let file = open(url.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    if flock(file, LOCK_EX | LOCK_NB) == 0 { return FileLock(file) }
    let wait = LockWait()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        wait.begin(continuation)
        let thread = Thread {
          // A signal may interrupt the wait; any other failure means that locks are not available.
          while true {
            if flock(file, LOCK_EX) == 0 { return wait.finish(.success(FileLock(file))) }
            if errno != EINTR { break }
          }
          close(file)
          wait.finish(.success(nil))
        }
        thread.start()
        let limit = Int(clamping: timeLimit.components.seconds)
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(limit)) {
          wait.finish(.failure(GradesError.unreachable(.timedOut)))
        }
      }
    } onCancel: {
      wait.finish(.failure(GradesError.cancelled))
    }
  }
}

/// The task that waits for a lock; only the first outcome counts, a later lock is released.
private final class LockWait: Sendable {
  private enum State {
    case new
    case waiting(CheckedContinuation<FileLock?, any Error>)
    case finished(Result<FileLock?, any Error>)
  }

  private let state = Mutex(State.new)

  func begin(_ continuation: CheckedContinuation<FileLock?, any Error>) {
    let early: Result<FileLock?, any Error>? = state.withLock { state in
      if case .finished(let outcome) = state { return outcome }
      state = .waiting(continuation)
      return nil
    }
    if let early { continuation.resume(with: early) }
  }

  func finish(_ outcome: Result<FileLock?, any Error>) {
    let waiting: CheckedContinuation<FileLock?, any Error>? = state.withLock { state in
      switch state {
      case .finished: return nil
      case .new:
        state = .finished(outcome)
        return nil
      case .waiting(let continuation):
        // Without the outcome: a lock stored here would outlive its holder.
        state = .finished(.success(nil))
        return continuation
      }
    }
    waiting?.resume(with: outcome)
  }
}
