import Foundation
import GRDB
import GradesClient

/// The drafts' file on the disk.
///
/// A new file is built beside its place and linked there in one step that never replaces anything:
/// no other process meets a half-made file, and so an empty one in that place is damage.
struct DraftFile: Sendable {
  let url: URL
  var schema: DraftSchema
  /// How many seconds to wait for another process that is writing.
  var busyTimeout: TimeInterval

  /// Tells the file from another one that was put in its place.
  struct Identity: Equatable {
    var device: UInt64
    var number: UInt64
  }

  /// The file that is there now; nil: there is none.
  var identity: Identity? {
    var status = stat()
    guard stat(url.path, &status) == 0 else { return nil }
    return Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }

  /// Opens the file, makes it when asked to; nil: there is none. Blocks.
  func open(making: Bool) throws -> DatabaseQueue? {
    do {
      if access(url.path, F_OK) != 0 {
        guard errno == ENOENT else { throw DraftStoreError.notAccessible(url) }
        guard making else { return nil }
        try make()
      }
      if SmallFile.isObstructed(database: url) { throw DraftStoreError.damaged(url) }
      restrictPermissions()
      let queue = try connect(to: url.path)
      switch try queue.read(schema.state) {
      case .current: break
      case .older: try queue.write(schema.migrate)
      case .newer: throw DraftStoreError.newerVersion(url)
      case .foreign: throw DraftStoreError.damaged(url)
      }
      return queue
    } catch {
      throw DraftStoreError.converted(error, file: url)
    }
  }

  private func make() throws {
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw DraftStoreError.notAccessible(url)
    }
    let path = url.path + ".\(UUID().uuidString).new"
    let descriptor = Foundation.open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw systemError() }
    close(descriptor)
    defer {
      unlink(path)
      unlink(path + "-journal")
    }
    let queue = try connect(to: path)
    try queue.write(schema.migrate)
    try queue.close()
    // Where another process was faster, theirs is as good.
    guard link(path, url.path) == 0 || errno == EEXIST else { throw systemError() }
    syncFolder()
  }

  private func connect(to path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(busyTimeout)
    configuration.prepareDatabase { database in
      // FULL with a truncated journal: a commit is on the disk when it returns, even if the power
      // fails right after it. A write-ahead log would not work on network homes.
      _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = TRUNCATE")
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  private func systemError() -> DraftStoreError {
    errno == ENOSPC || errno == EDQUOT ? .full(url) : .notAccessible(url)
  }

  /// Takes others' rights away from a file that, say, came back from a backup.
  private func restrictPermissions() {
    var status = stat()
    if stat(url.path, &status) == 0, Int(status.st_mode) & 0o077 != 0 { chmod(url.path, 0o600) }
  }

  /// Makes the new name durable.
  private func syncFolder() {
    let descriptor = Foundation.open(
      url.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
