import Files
import Foundation
import GRDB
import Synchronization

/// The one connection to a file that may be replaced by an empty one: opens it when it is needed, replaces it when it is
/// damaged, and turns every failure into a notice.
final class CacheConnection: Sendable {
  private enum Handle {
    case closed
    case open(DatabaseQueue, DatabaseFile.Identity?)
    /// To be replaced, unless another process was faster.
    case damaged(DatabaseFile.Identity?)
    /// A copy of what cannot be written, which is lost when the process ends.
    case memory(DatabaseQueue)
    case unusable
  }

  private struct State {
    var handle = Handle.closed
    var given: Set<CacheNotice> = []
    /// Writing failed in a way that the next writing would only repeat.
    var isReadOnly = false
    /// Until when a cache that another process holds is not tried again: a run would wait at each step.
    var heldUntil: ContinuousClock.Instant?
  }

  private let file: DatabaseFile
  private let schema: CacheSchema
  /// In bytes.
  private let sizeLimit: Int
  /// How many seconds to wait for another process that holds the file.
  private let busyTimeout: TimeInterval
  /// Whether what cannot be stored is kept in memory while the process runs.
  private let outlivesFile: Bool
  private let notify: @Sendable (CacheNotice) -> Void
  private let state = Mutex(State())

  init(
    _ file: DatabaseFile, _ schema: CacheSchema, sizeLimit: Int, busyTimeout: TimeInterval = 2,
    outlivesFile: Bool = false, notify: @escaping @Sendable (CacheNotice) -> Void
  ) {
    self.file = file
    self.schema = schema
    self.sizeLimit = sizeLimit
    self.busyTimeout = busyTimeout
    self.outlivesFile = outlivesFile
    self.notify = notify
  }

  /// The file cannot be read, perhaps only now.
  struct Unread: Error {}

  /// The file is of another version or of another program.
  private struct Unusable: Error {
    /// Whether an earlier version of this program made it.
    var isEarlier = false
  }

  private static let pageSize = 4096

  /// Reads; nil when there is no file or it cannot be read.
  func read<Value>(_ body: (Database) throws -> Value) -> Value? {
    try? readOrThrow(body)
  }

  /// Reads; nil when there is no file. Throws ``Unread``.
  func readOrThrow<Value>(_ body: (Database) throws -> Value) throws(Unread) -> Value? {
    // A second try serves a file that another process has replaced or that was just replaced here.
    for _ in 0..<2 {
      guard let queue = queue(isWriting: false, makingFile: false) else {
        guard exists else { return nil }
        throw Unread()
      }
      do {
        return try queue.inDatabase(body)
      } catch {
        guard recover(from: error, on: queue, isErasing: false) else { throw Unread() }
      }
    }
    throw Unread()
  }

  /// Writes in one transaction, or gives a notice why nothing was written. Erasing makes no file and
  /// is tried even when nothing can be stored. Returns whether it was written.
  @discardableResult
  func write(isErasing: Bool = false, _ body: (Database) throws -> Void) -> Bool {
    var hasMadeRoom = false
    for _ in 0..<3 {
      if !isErasing, state.withLock({ $0.isReadOnly }) { return false }
      guard let queue = queue(isWriting: true, makingFile: !isErasing) else {
        // A file that cannot be opened may hold data all the same.
        return isErasing && (!exists || eraseFile())
      }
      do {
        try queue.inDatabase { database in
          try database.inTransaction(.immediate) {
            try body(database)
            return .commit
          }
        }
        return true
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_FULL && !hasMadeRoom && !isErasing && !outlivesFile
      {
        hasMadeRoom = true
        dropOldestHalf(queue)
      } catch {
        guard recover(from: error, on: queue, isErasing: isErasing) else {
          return isErasing && eraseFile()
        }
      }
    }
    give(.unavailable(.other(code: 0)))
    return isErasing && eraseFile()
  }

  /// Erases everything of one user at one host, with the whole file if it must be. Returns whether nothing is
  /// left.
  func erase(_ scope: CacheScope) -> Bool {
    state.withLock { if case .memory = $0.handle { $0.handle = .closed } }
    return write(isErasing: true) { try schema.erase(scope, in: $0) }
  }

  /// Data that cannot be erased, as on a full disk or while another process holds the file, are deleted
  /// together with the file; that process finds it damaged, and sets it up again. Returns whether
  /// nothing is left.
  private func eraseFile() -> Bool {
    state.withLock { state in
      state.handle = .closed
      return file.erase()
    }
  }

  private func dropOldestHalf(_ queue: DatabaseQueue) {
    try? queue.inDatabase { database in
      try database.execute(
        sql: """
          DELETE FROM response WHERE id IN (SELECT id FROM response ORDER BY fetchedAt
            LIMIT (SELECT (COUNT(*) + 1) / 2 FROM response))
          """)
    }
  }

  private func queue(isWriting: Bool, makingFile: Bool) -> DatabaseQueue? {
    var notice: CacheNotice?
    let isErasing = isWriting && !makingFile
    let queue = state.withLock { state -> DatabaseQueue? in
      if !isErasing, let end = state.heldUntil, ContinuousClock.now < end { return nil }
      // Writing checks whether the file was deleted or replaced; a reader may finish with the old
      // one.
      if case .open(let queue, let identity) = state.handle,
        !isWriting || identity == file.identity
      {
        return queue
      }
      var isDamaged = false
      switch state.handle {
      case .memory(let queue): return queue
      case .unusable: return nil
      case .damaged(let identity): isDamaged = identity == file.identity
      case .open, .closed: break
      }
      do {
        let queue: DatabaseQueue
        if exists {
          do {
            if isDamaged { throw Unusable() }
            queue = try open()
          } catch  where error is Unusable || error.meansDamage {
            try file.replace(build)
            queue = try open()
            if (error as? Unusable)?.isEarlier != true { notice = .rebuilt }
          }
        } else if makingFile {
          // Another process may be faster, then theirs is opened.
          try file.create(mayReplace: true, build)
          queue = try open()
        } else {
          return nil
        }
        state.handle = .open(queue, file.identity)
        return queue
      } catch {
        let reason = CacheNotice.Reason(error)
        // Another process that holds the file lets it go again.
        if reason == .busy {
          hold(&state)
        } else {
          state.handle = isErasing ? .unusable : substitute(for: nil)
        }
        notice = .unavailable(reason)
        if case .memory(let queue) = state.handle { return queue }
        return nil
      }
    }
    if let notice { give(notice) }
    return queue
  }

  /// Does without the cache for a while. What outlives its file waits each time.
  private func hold(_ state: inout State) {
    if !outlivesFile { state.heldUntil = .now + .seconds(30) }
  }

  private var exists: Bool { (try? file.exists()) ?? false }

  /// Opens the existing file; throws ``Unusable`` or GRDB's error.
  private func open() throws -> DatabaseQueue {
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

  private func build(_ path: String) throws {
    let queue = try connect(to: path)
    try queue.write(schema.make)
    try queue.close()
  }

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

  /// What takes the place of a file that cannot be written.
  private func substitute(for queue: DatabaseQueue?) -> Handle {
    guard outlivesFile, let memory = try? DatabaseQueue() else { return .unusable }
    let isCopied = queue.map { (try? $0.backup(to: memory)) != nil } ?? false
    guard isCopied || (try? memory.write(schema.make)) != nil else { return .unusable }
    return .memory(memory)
  }

  /// Whether another try makes sense after an error.
  private func recover(from error: any Error, on queue: DatabaseQueue, isErasing: Bool) -> Bool {
    guard error.meansDamage else {
      let reason = CacheNotice.Reason(error)
      give(.unavailable(reason))
      return state.withLock { state in
        guard reason != .busy else {
          hold(&state)
          return false
        }
        if outlivesFile, !isErasing {
          // Another thread was faster.
          guard case .open(let current, _) = state.handle, current === queue else { return true }
          state.handle = substitute(for: queue)
          return true
        }
        state.isReadOnly = !outlivesFile
        return false
      }
    }
    state.withLock { state in
      // Another thread was faster.
      guard case .open(let current, let identity) = state.handle, current === queue else { return }
      state.handle = .damaged(identity)
    }
    return true
  }

  func give(_ notice: CacheNotice) {
    if state.withLock({ $0.given.insert(notice).inserted }) { notify(notice) }
  }
}

extension Error {
  /// Whether the file is not what this program wrote. A reading error of the disk counts: a file
  /// that ends in the middle of a page gives it, too.
  fileprivate var meansDamage: Bool {
    guard let error = self as? DatabaseError else { return false }
    return switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_ERROR, .SQLITE_MISMATCH: true
    case .SQLITE_IOERR:
      [.SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR]
        .contains(error.extendedResultCode)
    default: false
    }
  }
}

extension CacheNotice.Reason {
  fileprivate init(_ error: any Error) {
    if let error = error as? SystemError {
      self = error.meansFull ? .full : .notWritable
      return
    }
    guard let error = error as? DatabaseError else {
      self = .other(code: 0)
      return
    }
    switch error.resultCode {
    case .SQLITE_FULL: self = .full
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
    case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: self = .notWritable
    default: self = .other(code: Int(error.extendedResultCode.rawValue))
    }
  }
}
