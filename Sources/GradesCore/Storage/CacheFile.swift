import Files
import Foundation
import GRDB

/// The cache's file: opening it, and making an empty one in its place.
struct CacheFile: Sendable {
  let file: DatabaseFile
  var schema = CacheSchema.cache
  /// The most bytes that the file may take.
  var sizeLimit: Int
  /// How many seconds to wait for another process that holds the file.
  var busyTimeout: TimeInterval

  private static let pageSize = 4096

  /// The file is of another version or of another program.
  struct Unusable: Error {
    /// Whether an earlier version of this program made it.
    var isEarlier = false
  }

  var identity: DatabaseFile.Identity? { file.identity }

  var exists: Bool { (try? file.exists()) ?? false }

  /// Opens the existing file; throws ``Unusable`` or GRDB's error.
  func open() throws -> DatabaseQueue {
    file.folder.restrictPermissions()
    file.restrictPermissions()
    // SQLite only reports that it cannot be opened, or waits.
    if file.isObstructed { throw Unusable() }
    let queue = try connect(to: file.url.path)
    let version = try queue.inDatabase { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
    guard version == schema.version else {
      throw Unusable(isEarlier: 0 < version && version < schema.version)
    }
    return queue
  }

  /// Makes the file and opens it; another process may be faster, then theirs is opened.
  func create() throws -> DatabaseQueue {
    try file.create(mayReplace: true, build)
    return try open()
  }

  /// Replaces the file by an empty one and opens it.
  func replace() throws -> DatabaseQueue {
    try file.replace(build)
    return try open()
  }

  /// Empties and deletes the file, which needs no room on the disk. Returns whether nothing is left.
  func erase() -> Bool { file.erase() }

  private func connect(to path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(busyTimeout)
    configuration.foreignKeysEnabled = false
    let pages = max(8, sizeLimit / Self.pageSize)
    configuration.prepareDatabase { database in
      // What is erased is overwritten, since it is a user's grades. Nothing waits for the disk: after a
      // power cut the file may be damaged, which is found and only costs the cache.
      try database.execute(
        sql: """
          PRAGMA trusted_schema = OFF;
          PRAGMA page_size = \(Self.pageSize);
          PRAGMA max_page_count = \(pages);
          PRAGMA secure_delete = ON;
          PRAGMA synchronous = OFF
          """)
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Fills an empty file.
  private func build(_ path: String) throws {
    let queue = try connect(to: path)
    try queue.write(schema.make)
    try queue.close()
  }
}
