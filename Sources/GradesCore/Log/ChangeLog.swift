import Files
import Foundation
import GRDB
import GradesClient
import SQLite

/// What has changed at the service, as far as this program saw it: in the user's own results, in the courses that
/// they teach, and among their notifications. Every answer is compared with the one before it, whatever requested it.
///
/// One SQLite file beside the drafts. It is not among them, because it is written with every answer and every report
/// of a watch: it does not wait for the disk, may be lost, and nothing here fails. Where the file cannot be written,
/// the log is kept in memory for this run.
package final class ChangeLog: Sendable {
  let connection: CacheConnection
  /// The most entries of a kind that are kept of one user; the oldest go first.
  let capacity: Int

  /// Makes a log over a file, which need not exist. `notify` is called on the thread that uses the log: the file
  /// was replaced by an empty one, or cannot be written, and the next run does not know what this one has seen and
  /// reported.
  package init(
    file: URL, capacity: Int = 50_000, notify: @escaping @Sendable (CacheNotice) -> Void = { _ in }
  ) {
    self.capacity = capacity
    connection = CacheConnection(
      DatabaseFile(file), .log, sizeLimit: 4 << 30, outlivesFile: true, notify: notify)
  }

  /// Erases everything of one user at one host. Returns whether nothing is left.
  package func erase(_ scope: CacheScope) -> Bool { connection.erase(scope) }

  // MARK: Reading

  // What cannot be read now is not the same as nothing: a reader must not pass over it.

  /// The user's changes of some kinds, with those after a number, in the order in which they were noted.
  func changes(
    _ kinds: [LoggedChange.Kind], of scope: CacheScope, course: CourseCode? = nil,
    in semester: SemesterCode? = nil, after number: Int64 = 0
  ) throws(CacheConnection.Unread) -> [LoggedChange] {
    try rows(kinds.map(\.rawValue), of: scope, course: course, in: semester, after: number)
      .compactMap { try? LoggedChange($0) }
  }

  /// The user's notifications after a number.
  func notifications(
    of scope: CacheScope, after number: Int64
  ) throws(CacheConnection.Unread) -> [LoggedNotification] {
    try rows([LoggedNotification.kind], of: scope, after: number).compactMap {
      try? LoggedNotification($0)
    }
  }

  private func rows(
    _ kinds: [String], of scope: CacheScope, course: CourseCode? = nil,
    in semester: SemesterCode? = nil, after number: Int64
  ) throws(CacheConnection.Unread) -> [Row] {
    var condition = "host = ? AND username = ? AND id > ?"
    var arguments = scope.sqlArguments + [number]
    condition += " AND kind IN (\(kinds.map { "'\($0)'" }.joined(separator: ", ")))"
    for (column, value) in [("course", course?.rawValue), ("semester", semester?.rawValue)] {
      guard let value else { continue }
      condition += " AND \(column) = ?"
      arguments += [value]
    }
    return try connection.readOrThrow { [condition, arguments] database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM change WHERE \(condition) ORDER BY id",
        arguments: arguments)
    } ?? []
  }

  /// The number of the last entry, of any user, also of one that was deleted; 0 without one.
  var newest: Int64 {
    get throws(CacheConnection.Unread) {
      try connection.readOrThrow { database in
        try Row.fetchOne(database, sql: "SELECT \(Self.newestNumber)")?.value(0, as: Int64.self)
      }.flatMap { $0 } ?? 0
    }
  }

  static let newestNumber = "COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'change'), 0)"

  // MARK: Readers

  /// The last entry that was reported to a reader, and when; nil without one.
  func told(
    _ reader: String, of scope: CacheScope
  ) throws(CacheConnection.Unread) -> (number: Int64, at: Date?)? {
    let found = try connection.readOrThrow { database in
      try Row.fetchOne(
        database,
        sql: "SELECT number, toldAt FROM reader WHERE host = ? AND username = ? AND name = ?",
        arguments: scope.sqlArguments + [reader]
      ).map { row in
        (number: try row.value(0, as: Int64.self), at: try row.referenceTime(1))
      }
    }
    return found.flatMap { $0 }
  }

  /// Stores that the entries up to a number were reported to a reader. Returns whether it was stored.
  @discardableResult
  func tell(_ reader: String, upTo number: Int64, at time: Date? = nil, of scope: CacheScope)
    -> Bool
  {
    connection.write { database in
      try database.cachedStatement(
        sql: """
          INSERT INTO reader (host, username, name, number, toldAt) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET number = MAX(number, excluded.number),
            toldAt = excluded.toldAt
          """
      ).execute(
        arguments: scope.sqlArguments + [reader, number, time?.timeIntervalSinceReferenceDate])
    }
  }
}

struct LoggedNotification: Hashable, Sendable {
  static let kind = "notification"

  let id: Int64
  /// The newest entry of the log when the notifications were last read without it.
  let before: Int64
  let notification: ServiceNotification

  init(_ row: Row) throws {
    id = try row.value("id")
    before = try row.value("before")
    notification = try JSONDecoder().decode(
      ServiceNotification.self, from: row.value("document", as: Data.self))
  }
}
