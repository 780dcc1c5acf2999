import Files
import Foundation
import GRDB
import GradesClient
import SQLite

/// Earlier responses of the service in one SQLite file (Product rules, Files: may be deleted at
/// any time).
///
/// The file is opened when it is first needed. Nothing here throws: a damaged file is replaced, a
/// full disk or a folder that may not be written means that nothing is kept, and a ``CacheNotice``
/// reports it once. Several processes may use the file at the same time. It stays in the rollback
/// journal's mode: a write-ahead log makes a process that reads once no faster, leaves files beside
/// this one, and cannot be read from a folder that may not be written.
package final class SnapshotCache: Sendable {
  let connection: CacheConnection

  /// Makes a cache over a file, which need not exist.
  ///
  /// `sizeLimit` is in bytes; when the file would grow over it, the oldest half is dropped.
  /// `notify` is called on the thread that uses the cache.
  package convenience init(
    file: URL, sizeLimit: Int = 256 << 20,
    notify: @escaping @Sendable (CacheNotice) -> Void = { _ in }
  ) {
    self.init(file: file, sizeLimit: sizeLimit, busyTimeout: 2, notify: notify)
  }

  init(
    file: URL, sizeLimit: Int = 256 << 20, busyTimeout: TimeInterval,
    notify: @escaping @Sendable (CacheNotice) -> Void = { _ in }
  ) {
    connection = CacheConnection(
      file: CacheFile(
        file: DatabaseFile(file), sizeLimit: sizeLimit, busyTimeout: busyTimeout),
      notify: notify)
  }

  /// Erases everything of one user at one host, with the whole file if it must be. Returns whether
  /// nothing is left.
  @discardableResult
  package func erase(_ scope: CacheScope) -> Bool {
    connection.erase(scope)
  }

  /// The time of a user's newest document; nil without one.
  package func newest(_ scope: CacheScope) -> Date? {
    let newest = connection.read { database in
      try Row.fetchOne(
        database, sql: "SELECT MAX(fetchedAt) FROM snapshot WHERE host = ? AND username = ?",
        arguments: scope.sqlArguments)?.referenceTime(0)
    }
    return newest.flatMap { $0 }
  }

  // MARK: Documents

  /// A stored document, never marked as stale; nil without a readable one.
  func snapshot<Document: StoredDocument>(
    _ key: SnapshotKey, of _: Document.Type = Document.self
  ) -> Snapshot<Document>? {
    let found = connection.read { database in
      try Row.fetchOne(
        database,
        sql: """
          SELECT fetchedAt, document FROM snapshot
          WHERE host = ? AND username = ? AND semester = ? AND language = ? AND kind = ?
            AND name = ?
          """, arguments: key.arguments(kind: Document.kind)
      ).map { row in
        (
          fetchedAt: try Row.time(row.referenceTime(0), "fetchedAt"),
          bytes: [UInt8](try row.value(1, as: Data.self))
        )
      }
    }
    guard let (fetchedAt, bytes) = found.flatMap({ $0 }) else { return nil }
    do {
      return try Document(stored: bytes).map {
        Snapshot(value: $0, fetchedAt: fetchedAt)
      }
    } catch {
      remove(key, kind: Document.kind)
      connection.give(.rebuilt)
      return nil
    }
  }

  /// Stores a document and replaces an older one.
  func store<Document: StoredDocument>(
    _ document: Document, under key: SnapshotKey, at time: Date
  ) {
    store([(key, document)], at: time)
  }

  /// Keeps several documents of one kind in one transaction.
  func store<Document: StoredDocument>(
    _ documents: [(SnapshotKey, Document)], at time: Date
  ) {
    guard !documents.isEmpty else { return }
    connection.write { database in
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
    let rows = connection.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT DISTINCT semester, name FROM snapshot WHERE host = ? AND username = ? AND kind = ?
          """, arguments: [scope.host, scope.username?.rawValue ?? "", kind]
      ).map { (SemesterCode(try $0.value(0)), try $0.value(1, as: String.self)) }
    }
    return rows ?? []
  }

  /// The users of a host who have a document of a kind under a name.
  func owners(of kind: String, name: String, at host: String) -> [Username] {
    let owners = connection.read { database in
      try Row.fetchAll(
        database,
        sql: "SELECT DISTINCT username FROM snapshot WHERE host = ? AND kind = ? AND name = ?",
        arguments: [host, kind, name]
      ).map { Username(try $0.value(0, as: String.self)) }
    }
    return owners ?? []
  }

  private func remove(_ key: SnapshotKey, kind: String) {
    connection.write { database in
      try database.execute(
        sql: """
          DELETE FROM snapshot WHERE host = ? AND username = ? AND semester = ? AND language = ?
            AND kind = ? AND name = ?
          """, arguments: key.arguments(kind: kind))
    }
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
