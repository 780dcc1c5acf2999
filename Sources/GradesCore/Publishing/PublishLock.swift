import Foundation
import Synchronization

/// The right to publish, held by one process (and one task in it) at a time.
///
/// An advisory lock on a file beside the drafts; the kernel gives it back when the process ends,
/// however it ends.
final class PublishLock: Sendable {
  private let descriptor: Mutex<Int32?>

  private init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  deinit { release() }

  /// Waits until nobody else publishes; `waiting` is called first if somebody does. Throws
  /// `CancellationError` when the task is cancelled meanwhile.
  static func acquire(beside file: URL, waiting: @Sendable () -> Void) async throws -> PublishLock {
    let path = file.path + ".lock"
    let descriptor = open(path, O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw DraftStoreError.notAccessible(file) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return PublishLock(descriptor) }
    guard errno == EWOULDBLOCK else {
      close(descriptor)
      throw DraftStoreError.notAccessible(file)
    }
    waiting()
    let shared = Waiting()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        shared.answer.withLock { $0 = continuation }
        if Task.isCancelled { shared.take()?.resume(throwing: CancellationError()) }
        // A thread of its own, because the other process may take minutes.
        Thread.detachNewThread {
          while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
          // Where nobody waits any longer, the lock goes back at once.
          let lock = PublishLock(descriptor)
          shared.take()?.resume(returning: lock)
        }
      }
    } onCancel: {
      shared.take()?.resume(throwing: CancellationError())
    }
  }

  /// Lets others publish.
  func release() {
    descriptor.withLock { descriptor in
      if let open = descriptor { close(open) }
      descriptor = nil
    }
  }

  /// The one answer that the thread and the cancellation race for.
  private final class Waiting: Sendable {
    let answer = Mutex<CheckedContinuation<PublishLock, any Error>?>(nil)

    func take() -> CheckedContinuation<PublishLock, any Error>? {
      answer.withLock { answer in
        defer { answer = nil }
        return answer
      }
    }
  }
}
