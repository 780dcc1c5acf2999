import Foundation
import GradesClient
import Synchronization

/// Where a watch keeps its memory: one small file of each user and host, which only they may read.
///
/// One watch at a time owns it. Another one beside it reads it when it begins and keeps nothing, so
/// that neither makes the other one repeat or miss anything.
public final class WatchFile: Sendable {
  /// What went wrong with the file; the watch goes on all the same.
  public enum Problem: Hashable, Sendable {
    /// It could not be decoded and was replaced by an empty one.
    case damaged
    /// It cannot be written: after a restart, news may be repeated or lost.
    case unwritable
  }

  /// The file.
  public let url: URL
  private let lock: Mutex<Int32?> = Mutex(nil)

  /// Makes the place of a user's memory in a folder, which need not exist.
  public init(folder: URL, scope: CacheScope) {
    let owner = "\(scope.host)\u{1F}\(scope.username?.rawValue ?? "")"
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in owner.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
    url = folder.appending(path: "watch-\(String(sum, radix: 16)).memory")
  }

  deinit { release() }

  /// Takes the file for this watch; false: another one has it.
  public func acquire() -> Bool {
    lock.withLock { lock in
      if lock != nil { return true }
      try? FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      let file = open(url.path + ".lock", O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0o600)
      // Where nothing can be written there is no other watch's memory either.
      guard file >= 0 else { return true }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
        close(file)
        return false
      }
      lock = file
      return true
    }
  }

  /// Lets another watch have the file.
  public func release() {
    lock.withLock { lock in
      if let file = lock { close(file) }
      lock = nil
    }
  }

  /// Erases what is remembered, as after a logout.
  public func erase() {
    unlink(url.path)
    unlink(url.path + ".lock")
  }

  func read() -> (memory: WatchMemory, problem: Problem?) {
    do {
      guard let content = try SmallFile(url).read() else { return (WatchMemory(), nil) }
      // Another version's memory is replaced without a notice.
      return (try WatchMemory(stored: [UInt8](content)) ?? WatchMemory(), nil)
    } catch {
      return (WatchMemory(), .damaged)
    }
  }

  /// Replaces the file in one step.
  func write(_ memory: WatchMemory) -> Problem? {
    let new = url.path + ".new"
    // A killed watch may have left one behind; and whatever else is there must not be waited for.
    unlink(new)
    let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return .unwritable }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    do {
      try handle.write(contentsOf: Data(memory.stored()))
      try handle.synchronize()
      try handle.close()
      guard rename(new, url.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
      return nil
    } catch {
      unlink(new)
      return .unwritable
    }
  }
}
