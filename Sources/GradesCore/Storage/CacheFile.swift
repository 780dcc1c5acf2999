import Foundation
import GRDB
import GradesClient

/// The cache's file on the disk: making, opening and replacing it.
///
/// A new file is built beside its place and then put there in one step, so that no other process
/// ever meets a half-made one, and an empty file in that place is damage.
struct CacheFile: Sendable {
  /// The file's place; its folder is made when it is missing.
  let url: URL
  var schema: CacheSchema
  /// The most bytes that the file may take.
  var sizeLimit: Int
  /// How many seconds to wait for another process that holds the file.
  var busyTimeout: TimeInterval

  private static let pageSize = 4096

  /// What opening can come to besides an open file.
  enum OpenFailure: Error {
    case damaged(CacheNotice.Damage)
  }

  /// Tells the file from another one that was put in its place.
  struct Identity: Equatable {
    var device: UInt64
    var number: UInt64
  }

  var identity: Identity? {
    var status = stat()
    guard stat(url.path, &status) == 0 else { return nil }
    return Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }

  private var isFolder: Bool {
    var status = stat()
    return stat(url.path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  var exists: Bool { access(url.path, F_OK) == 0 }

  /// Opens the file that is there; throws ``OpenFailure`` or GRDB's error.
  func open() throws -> DatabaseQueue {
    restrictPermissions()
    // SQLite says no more of it than that it cannot be opened, or waits.
    if SmallFile.isObstructed(database: url) { throw OpenFailure.damaged(.corrupt) }
    let queue = try connect(to: url.path)
    switch try queue.inDatabase(schema.state) {
    case .current: break
    case .older: try schema.migrate(queue)
    case .newer: throw OpenFailure.damaged(.newerVersion)
    case .foreign: throw OpenFailure.damaged(.corrupt)
    }
    return queue
  }

  /// Makes the file and opens it; another process may be faster, then theirs is opened.
  func create() throws -> DatabaseQueue {
    let new = try build()
    defer { unlink(new) }
    if link(new, url.path) != 0, errno != EEXIST {
      // Some file systems know no links.
      guard rename(new, url.path) == 0 else { throw Self.systemError() }
    }
    return try open()
  }

  /// Puts an empty file in the place of what is there and opens it.
  func replace() throws -> DatabaseQueue {
    let new = try build()
    // A journal of the old file must not be played back into the new one.
    for suffix in ["-journal", "-wal", "-shm"] { unlink(url.path + suffix) }
    if isFolder { try? FileManager.default.removeItem(at: url) }
    guard rename(new, url.path) == 0 else {
      let error = Self.systemError()
      unlink(new)
      throw error
    }
    return try open()
  }

  /// Deletes the file, which needs no room on the disk.
  func remove() {
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(url.path + suffix) }
  }

  /// An error in SQLite's words for the last failed system call.
  static func systemError() -> DatabaseError {
    switch errno {
    case ENOSPC, EDQUOT: DatabaseError(resultCode: .SQLITE_FULL)
    default: DatabaseError(resultCode: .SQLITE_CANTOPEN)
    }
  }

  private func connect(to path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(busyTimeout)
    configuration.foreignKeysEnabled = false
    let pages = max(8, sizeLimit / Self.pageSize)
    configuration.prepareDatabase { database in
      // What is erased is overwritten: it is somebody's grades. Nothing waits for the disk: after a
      // power cut the file may be damaged, which is found and only costs the cache.
      try database.execute(
        sql: """
          PRAGMA page_size = \(Self.pageSize);
          PRAGMA max_page_count = \(pages);
          PRAGMA secure_delete = ON;
          PRAGMA synchronous = OFF
          """)
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Makes an empty file under another name in the same folder, for this user only.
  private func build() throws -> String {
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw DatabaseError(resultCode: .SQLITE_CANTOPEN)
    }
    let path = url.path + ".\(UUID().uuidString).new"
    let descriptor = Foundation.open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.systemError() }
    Foundation.close(descriptor)
    do {
      let queue = try connect(to: path)
      try schema.migrate(queue)
      try queue.close()
    } catch {
      unlink(path)
      throw error
    }
    return path
  }

  /// Takes others' rights away from a file that, say, came back from a backup.
  private func restrictPermissions() {
    for (path, mode) in [(url.deletingLastPathComponent().path, 0o700), (url.path, 0o600)] {
      var status = stat()
      if stat(path, &status) == 0, Int(status.st_mode) & 0o077 != 0 {
        chmod(path, mode_t(mode))
      }
    }
  }
}
