import Foundation
import GRDB
import GradesClient
import SQLite

/// What has changed in a user's results, from the cache's own memory: every answer of the service
/// is compared with the one before it, whatever requested it.
///
/// Like all of the cache it may be deleted at any time, and nothing here fails.
public struct ChangeLog: Sendable {
  /// A change and when it was noticed.
  public struct Entry: Hashable, Sendable, Identifiable {
    /// Its number in the log; later ones are greater.
    public let id: Int64
    /// What has changed.
    public let change: ResultChange
    /// The arrival of the response with the change, by this machine's clock.
    public let noticedAt: Date

    /// Makes an entry.
    public init(id: Int64, change: ResultChange, noticedAt: Date) {
      self.id = id
      self.change = change
      self.noticedAt = noticedAt
    }

    /// When it happened as far as is known: by the service's clock, else when it was noticed.
    public var time: Date { change.changedAt ?? noticedAt }

    /// Computed items change a moment after their operands, and are listed after them.
    fileprivate var minute: Double { (time.timeIntervalSinceReferenceDate / 60).rounded(.down) }
  }

  /// The most entries that are kept of one user; the oldest go first.
  static let capacity = 5000
  /// The largest difference between responses that overtake each other; a larger one means a clock
  /// change.
  private static let overtaking: TimeInterval = 120

  private let cache: SnapshotCache
  let scope: CacheScope

  /// Makes the log of a user at a host.
  public init(cache: SnapshotCache, scope: CacheScope) {
    self.cache = cache
    self.scope = scope
  }

  // MARK: Reading

  /// The entries, the newest by ``Entry/time`` first; what changed in the same minute stands in the order
  /// of courses and their items. `since` compares with that time, too.
  public func entries(since: Date? = nil, course: CourseCode? = nil) -> [Entry] {
    let entries = cache.connection.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT id, noticedAt, entry FROM diary
          WHERE host = ? AND username = ? AND (? IS NULL OR course = ?) ORDER BY id DESC
          """, arguments: owner + [course?.rawValue, course?.rawValue]
      ).compactMap { row -> Entry? in
        let bytes = [UInt8](try row.value(2, as: Data.self))
        // A damaged entry is lost, like all other data of a damaged cache.
        guard let change = (try? ResultChange(stored: bytes)).flatMap({ $0 }) else { return nil }
        let entry = Entry(
          id: try row.value(0), change: change,
          noticedAt: try Row.time(row.referenceTime(1), "noticedAt"))
        return since.map { entry.time >= $0 } ?? true ? entry : nil
      }
    }
    return (entries ?? []).sorted { left, right in
      if left.minute != right.minute { return left.minute > right.minute }
      return (left.change.course, left.id) < (right.change.course, right.id)
    }
  }

  /// The time when the user last opened the change log; nil for never.
  public var lookedAt: Date? {
    cache.connection.read { database in
      try Row.fetchOne(
        database, sql: "SELECT lookedAt FROM diaryLook WHERE host = ? AND username = ?",
        arguments: owner)?.referenceTime(0)
    }.flatMap { $0 }
  }

  /// The number of the last entry that the user has seen.
  public var lastSeen: Int64 {
    cache.connection.read { database in
      try Row.fetchOne(
        database, sql: "SELECT lastEntry FROM diaryLook WHERE host = ? AND username = ?",
        arguments: owner)?.value(0, as: Int64.self)
    }.flatMap { $0 } ?? 0
  }

  /// The time of the last response about a course; nil without one.
  public var updatedAt: Date? {
    cache.connection.read { database in
      try Row.fetchOne(
        database, sql: "SELECT MAX(fetchedAt) FROM known WHERE host = ? AND username = ?",
        arguments: owner)?.referenceTime(0)
    }.flatMap { $0 }
  }

  // MARK: Writing

  /// Marks entries up to one as seen.
  public func look(at time: Date, upTo entry: Int64?) {
    cache.connection.write { database in
      try database.execute(
        sql: """
          INSERT INTO diaryLook (host, username, lookedAt, lastEntry) VALUES (?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET lookedAt = excluded.lookedAt,
            lastEntry = MAX(lastEntry, excluded.lastEntry)
          """, arguments: owner + [time.timeIntervalSinceReferenceDate, entry ?? 0])
    }
  }

  /// Compares an answer of the service with what is known and keeps what has changed.
  ///
  /// Looking and keeping are one transaction, so that of several processes only one notes a change;
  /// a response that another process has overtaken is not new.
  func take(_ results: CourseResults, at time: Date) {
    let key: StatementArguments =
      owner + [results.semester.rawValue, results.course.rawValue]
    cache.connection.write { database in
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT fetchedAt, document FROM known
          WHERE host = ? AND username = ? AND semester = ? AND course = ?
          """, arguments: key)
      if let row {
        let ahead = try Row.time(row.referenceTime(0), "fetchedAt").timeIntervalSince(time)
        if ahead > 0, ahead < Self.overtaking { return }
      }
      let known =
        (try row?.value(1, as: Data.self))
        .flatMap { bytes in (try? KnownResults(stored: [UInt8](bytes))).flatMap { $0 } }
      let new = KnownResults(results)
      for change in known?.changes(to: results) ?? [] {
        try database.execute(
          sql: """
            INSERT INTO diary (host, username, semester, course, noticedAt, entry)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
          arguments: key + [time.timeIntervalSinceReferenceDate, Data(change.stored())])
      }
      try database.execute(
        sql: """
          INSERT INTO known (host, username, semester, course, fetchedAt, document)
          VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET fetchedAt = excluded.fetchedAt, document = excluded.document
          """, arguments: key + [time.timeIntervalSinceReferenceDate, Data(new.stored())])
      guard known != new else { return }
      try database.execute(
        sql: """
          DELETE FROM diary WHERE host = ? AND username = ? AND id <= (
            SELECT id FROM diary WHERE host = ? AND username = ?
            ORDER BY id DESC LIMIT 1 OFFSET ?)
          """, arguments: owner + owner + [Self.capacity])
    }
  }

  private var owner: StatementArguments { [scope.host, scope.username?.rawValue ?? ""] }
}
