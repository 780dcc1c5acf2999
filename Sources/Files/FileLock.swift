import Foundation
import Synchronization

/// A lock that processes, and parts of one process, hold one at a time: flock on a file of its own.
///
/// It ends with ``release()``, with the value, and with the process, however that ends.
package final class FileLock: Sendable {
  /// Another process holds the lock for longer than the limit.
  package struct TimedOut: Error {}

  private let file: Mutex<Int32?>

  private init(_ file: Int32) { self.file = Mutex(file) }

  deinit { release() }

  /// Lets another one have the lock.
  package func release() {
    file.withLock { file in
      if let file { close(file) }
      file = nil
    }
  }

  /// The file of the lock on another file, which itself gets replaced and cannot be locked.
  package static func file(beside file: URL) -> URL { file.appendingPathExtension("lock") }

  /// Takes the lock; nil if another one holds it.
  ///
  /// Throws ``SystemError``, as all functions do, where locks cannot be had: in a folder that may not
  /// be written, on a file system without locks.
  package static func take(_ url: URL) throws(SystemError) -> FileLock? {
    let file = try open(url)
    if flock(file, LOCK_EX | LOCK_NB) == 0 { return FileLock(file) }
    defer { close(file) }
    guard errno == EWOULDBLOCK else { throw .last }
    return nil
  }

  /// Takes the lock, or waits until it is free. Throws ``TimedOut``, and `CancellationError` when the
  /// task is cancelled.
  ///
  /// - Parameters:
  ///   - timeLimit: how long to wait; nil: as long as it takes
  ///   - whenHeld: called before the wait
  package static func acquire(
    _ url: URL, timeLimit: Duration? = nil, whenHeld: () -> Void = {}
  ) async throws -> FileLock {
    if let lock = try take(url) { return lock }
    whenHeld()
    let file = try open(url)
    // Keeps a lock that comes after the end of the wait only until the thread ends.
    let promise = Promise<FileLock>()
    startThread(name: "grades.lock") {
      while flock(file, LOCK_EX) != 0 {
        guard errno == EINTR else {
          promise.finish(.failure(SystemError.last))
          close(file)
          return
        }
      }
      promise.finish(.success(FileLock(file)))
    }
    if let timeLimit {
      let seconds = timeLimit / .seconds(1)
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak promise] in
        promise?.finish(.failure(TimedOut()))
      }
    }
    return try await promise.value()
  }

  /// Takes the lock like ``acquire(_:timeLimit:whenHeld:)``, but blocks the calling thread: for a lock
  /// that is held for milliseconds. Nil when it cannot be had in time.
  package static func acquireBlocking(_ url: URL, timeLimit: Duration) -> FileLock? {
    let end = ContinuousClock.now + timeLimit
    do {
      while true {
        if let lock = try take(url) { return lock }
        if ContinuousClock.now >= end { return nil }
        usleep(1000)
      }
    } catch {
      return nil
    }
  }

  private static func open(_ url: URL) throws(SystemError) -> Int32 {
    let file = Foundation.open(url.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .last }
    return file
  }
}
