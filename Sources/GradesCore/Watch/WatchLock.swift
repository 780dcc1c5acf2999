import Files
import Foundation
import GradesClient

/// Held by the one watch of a user, of a taught course or of a group of it that moves its cursor in the log.
/// Another one beside it moves none, so that neither makes the other one repeat or miss anything.
package final class WatchLock: Sendable {
  private let lock: FileLock?

  private init(_ lock: FileLock?) { self.lock = lock }

  /// Takes the lock in a folder, which need not exist; nil: another watch has it.
  package static func take(
    in folder: URL, _ scope: CacheScope, course: CourseCode? = nil, group: GroupID? = nil
  ) -> WatchLock? {
    let file = file(in: folder, scope, course, group)
    _ = eraseMemory(of: file)
    do {
      try PrivateFolder(of: file).make()
      return try FileLock.take(file).map { WatchLock($0) }
    } catch {
      // In a folder that cannot be written no other watch moves a cursor either.
      return WatchLock(nil)
    }
  }

  package func release() { lock?.release() }

  /// Deletes what watches of the user have left in a folder. Returns whether nothing is left.
  package static func erase(in folder: URL, _ scope: CacheScope) -> Bool {
    let file = file(in: folder, scope, nil, nil)
    unlink(file.path)
    return eraseMemory(of: file)
  }

  private static func file(
    in folder: URL, _ scope: CacheScope, _ course: CourseCode?, _ group: GroupID?
  ) -> URL {
    let owner =
      "\(scope.host)\u{1F}\(scope.username?.rawValue ?? "")"
      + (course.map { "\u{1F}\($0)" } ?? "") + (group.map { "\u{1F}\($0)" } ?? "")
    return folder.appending(path: "watch-\(Checksum.name(of: owner)).lock")
  }

  /// Versions before the log had the last results in files beside the lock, which nothing reads any longer.
  private static func eraseMemory(of file: URL) -> Bool {
    let name = file.deletingPathExtension()
    unlink(name.appendingPathExtension("memory.lock").path)
    return ["memory", "told"].map { SmallFile(name.appendingPathExtension($0)).erase() }
      .allSatisfy { $0 }
  }
}
