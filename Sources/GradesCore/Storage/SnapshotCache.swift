import Files
import Foundation
import GRDB
import GradesClient
import SQLite

/// Whose data the cache may show: everything is stored and found under one host and one user.
package struct CacheScope: Hashable, Sendable {
  /// The identity of the service: its name in the configuration or, where that is replaced, the
  /// address.
  package let host: String
  /// The user; nil for data without a user, such as the current semester.
  package let username: Username?

  package init(host: String, username: Username?) {
    self.host = host
    self.username = username
  }
}

/// The bodies of the service's responses in one SQLite file (Product rules, Files: may be deleted at
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
  package init(
    file: URL, sizeLimit: Int = 256 << 20, busyTimeout: TimeInterval = 2,
    notify: @escaping @Sendable (CacheNotice) -> Void = { _ in }
  ) {
    connection = CacheConnection(
      DatabaseFile(file), .cache, sizeLimit: sizeLimit, busyTimeout: busyTimeout, notify: notify)
  }

  /// Erases everything of one user at one host, with the whole file if it must be. Returns whether
  /// nothing is left.
  @discardableResult
  package func erase(_ scope: CacheScope) -> Bool {
    connection.erase(scope)
  }

  /// The time of a user's newest response; nil without one.
  package func newest(_ scope: CacheScope) -> Date? {
    let newest = connection.read { database in
      try Row.fetchOne(
        database, sql: "SELECT MAX(fetchedAt) FROM response WHERE host = ? AND username = ?",
        arguments: scope.sqlArguments)?.referenceTime(0)
    }
    return newest.flatMap { $0 }
  }

  // MARK: Bodies

  /// A body as it was stored, and when; nil without one.
  ///
  /// Unless it has to be in the request's language, it is in another one where there is none in that, or a much
  /// older one: new values matter more than the language of names.
  func body(
    _ key: RequestKey, of scope: CacheScope, inAnyLanguage: Bool = false
  ) -> (body: Data, fetchedAt: Date)? {
    let found = connection.read { database -> (Int64, Date, Int64, Data)? in
      try Row.fetchOne(
        database,
        sql: """
          SELECT id, fetchedAt, checksum, body FROM response WHERE id = (
            SELECT id FROM response
            WHERE host = ? AND username = ? AND semester = ? AND request = ?
              AND (language = ? OR ?)
            ORDER BY fetchedAt + (language = ?) * 3600 DESC LIMIT 1)
          """,
        arguments: scope.sqlArguments + [
          key.semester?.rawValue ?? "", key.path, key.language?.rawValue ?? "", inAnyLanguage,
          key.language?.rawValue ?? "",
        ]
      ).map { row in
        (
          try row.value(0), try Row.time(row.referenceTime(1), "fetchedAt"), try row.value(2),
          try row.value(3)
        )
      }
    }
    guard let (id, fetchedAt, checksum, body) = found.flatMap({ $0 }) else { return nil }
    guard Self.checksum(of: body) == checksum else {
      connection.write {
        try $0.execute(sql: "DELETE FROM response WHERE id = ?", arguments: [id])
      }
      connection.give(.rebuilt)
      return nil
    }
    return (body, fetchedAt)
  }

  /// Stores a body in place of an older one.
  func store(_ body: Data, for key: RequestKey, of scope: CacheScope, at time: Date) {
    connection.write { database in
      try database.cachedStatement(
        sql: """
          INSERT INTO response
            (host, username, semester, request, language, fetchedAt, checksum, body)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET fetchedAt = excluded.fetchedAt, checksum = excluded.checksum,
            body = excluded.body
          """
      ).execute(
        arguments: scope.sqlArguments + [
          key.semester?.rawValue ?? "", key.path, key.language?.rawValue ?? "",
          time.timeIntervalSinceReferenceDate, Self.checksum(of: body), body,
        ])
    }
  }

  /// The requests whose responses a user has stored, in any language.
  func keys(of scope: CacheScope) -> [RequestKey] {
    let rows = connection.read { database in
      try Row.fetchAll(
        database,
        sql: "SELECT DISTINCT semester, request FROM response WHERE host = ? AND username = ?",
        arguments: scope.sqlArguments
      ).map { row in
        RequestKey(
          path: try row.value(1, as: String.self), semester: SemesterCode(try row.value(0)))
      }
    }
    return rows ?? []
  }

  /// The users of a host who have a response to a request.
  func owners(of key: RequestKey, at host: String) -> [CacheScope] {
    let owners = connection.read { database in
      try Row.fetchAll(
        database, sql: "SELECT DISTINCT username FROM response WHERE host = ? AND request = ?",
        arguments: [host, key.path]
      ).map { CacheScope(host: host, username: Username(try $0.value(0, as: String.self))) }
    }
    return owners ?? []
  }

  /// As many bits as a number of a table may have (SQLite).
  private static func checksum(of body: Data) -> Int64 {
    body.withUnsafeBytes { Int64(Checksum.of($0.assumingMemoryBound(to: UInt8.self)) >> 12) }
  }
}
