import Files
import Foundation
import GRDB

/// The drafts' file: opening it, and making it when there is none. It is never deleted.
struct DraftFile: Sendable {
  let file: DatabaseFile
  var schema: DraftSchema
  /// How many seconds to wait for another process that is writing.
  var busyTimeout: TimeInterval

  var identity: DatabaseFile.Identity? { file.identity }

  /// Opens the file, or makes it on request; nil without one. Blocks.
  func open(making: Bool) throws -> DatabaseQueue? {
    if try !file.exists() {
      guard making else { return nil }
      try file.create(build)
      file.folder.sync()
    }
    if file.isObstructed { throw DraftStoreError.damaged(file.url) }
    file.restrictPermissions()
    let queue = try connect(to: file.url.path)
    switch try queue.read(schema.state) {
    case .current: break
    case .older: try queue.write(schema.migrate)
    case .newer: throw DraftStoreError.newerVersion(file.url)
    case .foreign: throw DraftStoreError.damaged(file.url)
    }
    return queue
  }

  /// Gives a file that SQLite calls damaged another name, which is returned, and makes a new one; nil where
  /// another process was faster. Blocks.
  func setAside(_ damaged: DatabaseFile.Identity?) throws -> URL? {
    let lockFile = FileLock.file(beside: file.url.appendingPathExtension("damaged"))
    guard let lock = FileLock.acquireBlocking(lockFile, timeLimit: .seconds(10)) else {
      throw DraftStoreError.damaged(file.url)
    }
    defer { lock.release() }
    return file.identity == damaged ? try file.setAside(build) : nil
  }

  private func build(_ path: String) throws {
    let queue = try connect(to: path)
    try queue.write(schema.migrate)
    try queue.close()
  }

  private func connect(to path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(busyTimeout)
    configuration.prepareDatabase { database in
      // FULL with a truncated journal: a commit is on the disk when it returns, even if the power
      // fails right after it. A write-ahead log would not work on network homes.
      _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = TRUNCATE")
      // What is erased is overwritten, since it is students' grades.
      try database.execute(
        sql: """
          PRAGMA trusted_schema = OFF;
          PRAGMA synchronous = FULL;
          PRAGMA secure_delete = ON
          """)
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }
}
