import Files
import Foundation
import Synchronization

/// The right to publish, which one process, and one task in it, holds at a time.
///
/// It is held while requests are under way, which may take minutes, but never while a person decides.
final class PublishLock: Sendable {
  private let drafts: URL
  private let held = Mutex<FileLock?>(nil)

  /// Makes the lock of a drafts file, which is not held yet.
  init(_ drafts: URL) { self.drafts = drafts }

  /// Waits until no other process publishes; `whenHeld` is called before such a wait.
  func acquire(whenHeld: () -> Void) async throws {
    do {
      let lock = try await FileLock.acquire(FileLock.file(beside: drafts), whenHeld: whenHeld)
      held.withLock { $0 = lock }
    } catch is SystemError {
      throw DraftStoreError.notAccessible(drafts)
    }
  }

  /// Lets others publish.
  func release() {
    held.withLock { lock in
      lock?.release()
      lock = nil
    }
  }
}
