import Files
import Foundation
import GradesClient
import Synchronization

/// Where a watch keeps its memory: one small file of each user and host, which only they may read, and
/// a ``WatchJournal`` beside it.
///
/// One watch at a time owns it. Another one beside it reads it when it begins and keeps nothing, so
/// that neither makes the other one repeat or miss anything.
public final class WatchFile: Sendable {
  /// A problem with the file, which does not stop the watch.
  public enum Problem: Hashable, Sendable {
    /// It could not be decoded and was replaced by an empty one.
    case damaged
    /// It cannot be written: after a restart, news may be repeated or lost.
    case unwritable
  }

  /// The file.
  public let url: URL
  private var journal: URL { url.deletingPathExtension().appendingPathExtension("told") }
  private let lock: Mutex<FileLock?> = Mutex(nil)

  /// The file of a user's memory in a folder, which need not exist. A watch of a taught course, and one of a
  /// group of it, has a file of its own, whose lock is all that is used of it: the course's log has its memory.
  public init(
    folder: URL, scope: CacheScope, course: CourseCode? = nil, group: GroupID? = nil
  ) {
    let owner =
      "\(scope.host)\u{1F}\(scope.username?.rawValue ?? "")"
      + (course.map { "\u{1F}\($0)" } ?? "") + (group.map { "\u{1F}\($0)" } ?? "")
    url = folder.appending(path: "watch-\(Checksum.name(of: owner)).memory")
  }

  /// Takes the file for this watch; false: another one has it.
  public func acquire() -> Bool {
    lock.withLock { lock in
      if lock != nil { return true }
      do {
        try PrivateFolder(of: url).make()
        lock = try FileLock.take(FileLock.file(beside: url))
        return lock != nil
      } catch {
        // A folder that cannot be written has no other watch's memory either.
        return true
      }
    }
  }

  /// Lets another watch have the file.
  public func release() {
    lock.withLock { $0 = nil }
  }

  /// Erases what is remembered, as after a logout. Returns whether nothing is left.
  public func erase() -> Bool {
    defer { unlink(FileLock.file(beside: url).path) }
    // Both are tried.
    return [url, journal].map { SmallFile($0).erase() }.allSatisfy { $0 }
  }

  /// The memory as it was last stored, and what was reported since.
  func read() -> (memory: WatchMemory, journal: WatchJournal, problem: Problem?) {
    let empty = WatchJournal(journal, memory: nil)
    do {
      // Another version's memory is replaced without a notice.
      guard let content = try SmallFile(url).read(),
        let memory = try WatchMemory(stored: content)
      else { return (WatchMemory(), empty, nil) }
      return (memory, WatchJournal(journal, memory: Self.checksum(content)), nil)
    } catch {
      return (WatchMemory(), empty, .damaged)
    }
  }

  /// Replaces the file in one step and begins another journal; nil if it cannot be written.
  func write(_ memory: WatchMemory) -> WatchJournal? {
    let content = memory.stored()
    do {
      try SmallFile(url).replace(with: content)
    } catch {
      return nil
    }
    // One that stays does no harm, because it belongs to the memory before.
    let next = WatchJournal(journal, memory: Self.checksum(content), isNew: true)
    next.erase()
    return next
  }

  private static func checksum(_ content: [UInt8]) -> UInt64 {
    content.withUnsafeBufferPointer(Checksum.of)
  }
}
