import Foundation
import GRDB
import GradesClient
import Synchronization

/// What the service said earlier, kept in one SQLite file (`product.md` 3.6: may be deleted at any
/// time).
///
/// The file is opened when it is first needed. Nothing here throws: a damaged file is begun anew, a
/// full disk or a folder that may not be written means that nothing is kept, and a ``CacheNotice``
/// says so, each once. Several processes may use the file at once. It stays in the rollback
/// journal's mode: a process that reads once starts faster with it than with a write-ahead log, and
/// it can be read from a folder that may not be written.
public final class SnapshotCache: Sendable {
  private enum Connection {
    case closed
    case open(DatabaseQueue, CacheFile.Identity?)
    case unusable
  }

  private struct State {
    var connection = Connection.closed
    var given: Set<CacheNotice> = []
    /// Writing failed in a way that the next writing would only repeat.
    var isReadOnly = false
  }

  private let file: CacheFile
  private let notify: @Sendable (CacheNotice) -> Void
  private let state = Mutex(State())

  /// Makes a cache over a file, which need not exist.
  ///
  /// `sizeLimit` is in bytes; when the file would grow over it, the oldest half is dropped.
  /// `notify` is called on the thread that uses the cache.
  public convenience init(
    file: URL, sizeLimit: Int = 256 << 20,
    notify: @escaping @Sendable (CacheNotice) -> Void = { _ in }
  ) {
    self.init(file: file, schema: .current, sizeLimit: sizeLimit, notify: notify)
  }

  init(
    file: URL, schema: CacheSchema, sizeLimit: Int = 256 << 20, patience: TimeInterval = 2,
    notify: @escaping @Sendable (CacheNotice) -> Void = { _ in }
  ) {
    self.file = CacheFile(url: file, schema: schema, sizeLimit: sizeLimit, patience: patience)
    self.notify = notify
  }

  /// Erases everything of one user at one host.
  public func erase(_ scope: CacheScope) {
    write(isErasing: true) { database in
      try database.execute(
        sql: "DELETE FROM snapshot WHERE host = ? AND username = ?",
        arguments: [scope.host, scope.username?.rawValue ?? ""])
    }
  }

  /// Erases everything of everybody.
  public func eraseAll() {
    write(isErasing: true) { try $0.execute(sql: "DELETE FROM snapshot") }
  }

  /// When the newest of a user's documents was fetched; nil when there is none.
  public func newest(_ scope: CacheScope) -> Date? {
    let newest = read { database in
      try Double.fetchOne(
        database, sql: "SELECT MAX(fetchedAt) FROM snapshot WHERE host = ? AND username = ?",
        arguments: [scope.host, scope.username?.rawValue ?? ""])
    }
    return newest.flatMap { $0 }.map(Date.init(timeIntervalSinceReferenceDate:))
  }

  // MARK: Documents

  /// A stored document, never stale by itself; nil when there is none that can be read.
  func snapshot<Document: StoredDocument>(
    _ key: SnapshotKey, of _: Document.Type = Document.self
  ) -> Snapshot<Document>? {
    let found = read { database in
      try Row.fetchOne(
        database,
        sql: """
          SELECT fetchedAt, document FROM snapshot
          WHERE host = ? AND username = ? AND semester = ? AND language = ? AND kind = ?
            AND name = ?
          """, arguments: key.arguments(kind: Document.kind)
      ).map { row in
        (fetchedAt: row[0] as Double, bytes: [UInt8](row[1] as Data))
      }
    }
    guard let (fetchedAt, bytes) = found.flatMap({ $0 }) else { return nil }
    do {
      return try Document(stored: bytes).map {
        Snapshot(value: $0, fetchedAt: Date(timeIntervalSinceReferenceDate: fetchedAt))
      }
    } catch {
      remove(key, kind: Document.kind)
      return nil
    }
  }

  /// Keeps a document in the place of an older one.
  func store<Document: StoredDocument>(_ document: Document, under key: SnapshotKey, at time: Date)
  {
    store([(key, document)], at: time)
  }

  /// Keeps several documents of one kind in one transaction.
  func store<Document: StoredDocument>(_ documents: [(SnapshotKey, Document)], at time: Date) {
    guard !documents.isEmpty else { return }
    write { database in
      let statement = try database.cachedStatement(
        sql: """
          INSERT INTO snapshot (host, username, semester, language, kind, name, fetchedAt, document)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET fetchedAt = excluded.fetchedAt, document = excluded.document
          """)
      for (key, document) in documents {
        try statement.execute(
          arguments: key.arguments(kind: Document.kind)
            + [time.timeIntervalSinceReferenceDate, Data(document.stored())])
      }
    }
  }

  /// The semesters and names under which a user has documents of a kind in any language.
  func stored(kind: String, in scope: CacheScope) -> [(semester: SemesterCode?, name: String)] {
    let rows = read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT DISTINCT semester, name FROM snapshot WHERE host = ? AND username = ? AND kind = ?
          """, arguments: [scope.host, scope.username?.rawValue ?? "", kind])
    }
    return (rows ?? []).map { (SemesterCode($0[0] as String), $0[1] as String) }
  }

  private func remove(_ key: SnapshotKey, kind: String) {
    write { database in
      try database.execute(
        sql: """
          DELETE FROM snapshot WHERE host = ? AND username = ? AND semester = ? AND language = ?
            AND kind = ? AND name = ?
          """, arguments: key.arguments(kind: kind))
    }
  }

  // MARK: Access to the file

  private func read<Value>(_ body: (Database) throws -> Value) -> Value? {
    // A second try serves a file that another process has replaced or that was just begun anew.
    for _ in 0..<2 {
      guard let queue = connection(isWriting: false, makingFile: false) else { return nil }
      do {
        return try queue.inDatabase(body)
      } catch {
        guard recover(from: error, on: queue) else { return nil }
      }
    }
    return nil
  }

  private func write(isErasing: Bool = false, _ body: (Database) throws -> Void) {
    var hasMadeRoom = false
    for _ in 0..<3 {
      if !isErasing, state.withLock({ $0.isReadOnly }) { return }
      guard let queue = connection(isWriting: true, makingFile: !isErasing) else { return }
      do {
        return try queue.inDatabase { database in
          try database.inTransaction(.immediate) {
            try body(database)
            return .commit
          }
        }
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_FULL && !hasMadeRoom && !isErasing
      {
        hasMadeRoom = true
        dropOldestHalf(queue)
      } catch {
        guard recover(from: error, on: queue) else { return }
      }
    }
    give(.unavailable(.other(code: 0)))
  }

  private func dropOldestHalf(_ queue: DatabaseQueue) {
    try? queue.inDatabase { database in
      try database.execute(
        sql: """
          DELETE FROM snapshot WHERE id IN (SELECT id FROM snapshot ORDER BY fetchedAt
            LIMIT (SELECT (COUNT(*) + 1) / 2 FROM snapshot))
          """)
    }
  }

  private func connection(isWriting: Bool, makingFile: Bool) -> DatabaseQueue? {
    var notice: CacheNotice?
    let queue = state.withLock { state -> DatabaseQueue? in
      // Writing looks whether the file was deleted or replaced; a reader may finish with the old one.
      if case .open(let queue, let identity) = state.connection,
        !isWriting || identity == file.identity
      {
        return queue
      }
      if case .unusable = state.connection { return nil }
      do {
        let queue: DatabaseQueue
        if file.exists {
          do {
            queue = try file.open()
          } catch CacheFile.OpenFailure.damaged(let damage) {
            queue = try file.replace()
            notice = .rebuilt(damage)
          } catch let error as DatabaseError where error.meansDamage {
            queue = try file.replace()
            notice = .rebuilt(.corrupt)
          }
        } else if makingFile {
          queue = try file.create()
        } else {
          return nil
        }
        state.connection = .open(queue, file.identity)
        return queue
      } catch {
        state.connection = .unusable
        notice = .unavailable(CacheNotice.Obstacle(error))
        return nil
      }
    }
    if let notice { give(notice) }
    return queue
  }

  /// Says whether another try makes sense after an error.
  private func recover(from error: any Error, on queue: DatabaseQueue) -> Bool {
    guard let error = error as? DatabaseError, error.meansDamage else {
      let obstacle = CacheNotice.Obstacle(error)
      if obstacle != .busy { state.withLock { $0.isReadOnly = true } }
      give(.unavailable(obstacle))
      return false
    }
    var notice: CacheNotice?
    let isOpen = state.withLock { state -> Bool in
      // Another thread was faster.
      guard case .open(let current, let identity) = state.connection, current === queue else {
        return true
      }
      // Another process was faster.
      guard identity == file.identity else {
        state.connection = .closed
        return true
      }
      do {
        state.connection = .open(try file.replace(), file.identity)
        notice = .rebuilt(.corrupt)
        return true
      } catch {
        state.connection = .unusable
        notice = .unavailable(CacheNotice.Obstacle(error))
        return false
      }
    }
    if let notice { give(notice) }
    return isOpen
  }

  private func give(_ notice: CacheNotice) {
    if state.withLock({ $0.given.insert(notice).inserted }) { notify(notice) }
  }
}

extension SnapshotKey {
  fileprivate func arguments(kind: String) -> StatementArguments {
    [
      scope.host, scope.username?.rawValue ?? "", semester?.rawValue ?? "",
      language?.rawValue ?? "", kind, name,
    ]
  }
}

extension DatabaseError {
  /// Whether the file is not what this program wrote. A reading error of the disk counts: a file
  /// that ends in the middle of a page gives it, too.
  fileprivate var meansDamage: Bool {
    switch resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_ERROR, .SQLITE_MISMATCH: true
    case .SQLITE_CANTOPEN:
      extendedResultCode == .SQLITE_CANTOPEN_ISDIR
    case .SQLITE_IOERR:
      extendedResultCode == .SQLITE_IOERR_READ || extendedResultCode == .SQLITE_IOERR_SHORT_READ
        || extendedResultCode == .SQLITE_IOERR
    default: false
    }
  }
}

extension CacheNotice.Obstacle {
  fileprivate init(_ error: any Error) {
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
