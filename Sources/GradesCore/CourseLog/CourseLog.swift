import Foundation
import GRDB
import GradesClient
import SQLite

/// What has changed in a course's values, from the cache's own memory: every loaded group is compared with
/// what was seen of its students before, whatever requested it.
///
/// Like all of the cache it may be deleted at any time, and nothing here fails. Computed items are left out,
/// because they follow from the others.
struct CourseLog: Sendable {
  /// A change with its number in the log; later ones are greater, and none is used again.
  struct Entry: Hashable, Sendable {
    var id: Int64
    var change: CourseChange
  }

  let cache: SnapshotCache
  let scope: CacheScope
  let course: CourseCode
  let semester: SemesterCode
  /// The most changes that are kept of one user; the oldest go first.
  var capacity = 50_000

  // MARK: Reading

  /// The changes in the order in which they were noted.
  func entries(after id: Int64 = 0) -> [Entry] {
    cache.connection.read { try entries(after: id, $0) } ?? []
  }

  private func entries(after id: Int64, _ database: Database) throws -> [Entry] {
    try Row.fetchAll(
      database, sql: "SELECT id, entry FROM courseDiary WHERE \(Self.here) AND id > ? ORDER BY id",
      arguments: place + [id]
    ).compactMap(entry)
  }

  private func entry(_ row: Row) throws -> Entry? {
    // A damaged entry is lost, like all other data of a damaged cache.
    guard
      let change = (try? CourseChange(stored: [UInt8](try row.value(1, as: Data.self))))
        .flatMap({ $0 })
    else { return nil }
    return Entry(id: try row.value(0), change: change)
  }

  /// What is remembered of the course beside its values.
  struct Look: Hashable, Sendable {
    /// The time of the last answer with values; nil without one.
    var answeredAt: Date?
    /// The number of the user's last published change that is in the log.
    var change: Int64 = 0
  }

  /// What is remembered of the course; nil if none of its values were ever loaded.
  var look: Look? { cache.connection.read(look).flatMap { $0 } }

  private func look(_ database: Database) throws -> Look? {
    try Row.fetchOne(
      database,
      sql: "SELECT answeredAt, change FROM courseLook WHERE \(Self.here)", arguments: place
    ).map { Look(answeredAt: try $0.referenceTime(0), change: try $0.value(1)) }
  }

  /// What watches of a part of the course have reported: of one group or, with nil, of the groups that are
  /// the user's own. Each part has its own, because a watch reports the students of its groups only.
  struct Report: Hashable, Sendable {
    /// The number of the last entry that was reported; nil before the first round.
    var reported: Int64?
    /// The number of the last entry that was shown on the desktop.
    var shown: Int64 = 0
  }

  /// What watches of a part of the course have reported.
  func report(of group: GroupID?) -> Report {
    let found = cache.connection.read { database in
      try Row.fetchOne(
        database,
        sql: "SELECT reported, shown FROM courseReport WHERE \(Self.here) AND part = ?",
        arguments: place + [group?.rawValue ?? ""]
      ).map { row in
        Report(reported: try row.value(0, as: Int64?.self), shown: try row.value(1))
      }
    }
    return found.flatMap { $0 } ?? Report()
  }

  // MARK: Writing

  /// Compares an answer with what was seen before and keeps what has changed, in the transaction that stores
  /// the answer: of several processes only one notes a change.
  func take(
    _ matrix: GroupMatrix, _ look: SeenColumn.Look, in database: Database
  ) throws {
    let order = matrix.rows.indices.sorted {
      matrix.rows[$0].student.username < matrix.rows[$1].student.username
    }
    let students = order.map { matrix.rows[$0].student.username }
    var noted = 0
    for (index, item) in matrix.items.enumerated() where item.definition.isEditable {
      var seen = try column(item.identifier, database)
      let old = seen
      let values = order.lazy.map { matrix.rows[$0].values[index] }
      let changes = seen.take(values, of: students, item: item.identifier, look)
      for change in changes { try insert(change, database) }
      noted += changes.count
      if seen != old { try store(seen, of: item.identifier, database) }
    }
    try complete(matrix, in: database)
    try database.execute(
      sql: """
        INSERT INTO courseLook (host, username, semester, course, answeredAt) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET answeredAt = excluded.answeredAt
        """, arguments: place + [look.answered.timeIntervalSinceReferenceDate])
    if noted > 0 { try forgetOldest(database) }
  }

  /// Gives changes that the answer for one item has shown first, which has no times and authors, those of an
  /// answer with the same values. They keep their numbers.
  private func complete(_ matrix: GroupMatrix, in database: Database) throws {
    let isDetailed = matrix.rows.contains { $0.values.contains { $0.author != nil } }
    guard isDetailed else { return }
    let waiting = try Row.fetchAll(
      database, sql: "SELECT id, entry FROM courseDiary WHERE incomplete AND \(Self.here)",
      arguments: place
    ).compactMap(entry)
    guard !waiting.isEmpty else { return }
    let last = try lastEntries(of: Set(waiting.map(\.change.cell)), database)
    let columns = Dictionary(
      matrix.items.enumerated().map { ($1.identifier, $0) }, uniquingKeysWith: { first, _ in first }
    )
    let rows = Dictionary(
      matrix.rows.map { ($0.student.username, $0) }, uniquingKeysWith: { first, _ in first })
    for (id, change) in waiting.lazy.map({ ($0.id, $0.change) }) {
      guard last[change.cell]?.id == id, change.isIncomplete else {
        try update(id, change, isIncomplete: false, database)
        continue
      }
      guard let row = rows[change.username], let column = columns[change.identifier] else {
        continue
      }
      let recorded = row.values[column]
      if let completed = change.completed(by: recorded) {
        try update(id, completed, database)
      } else if change.isShown(by: recorded) {
        try update(id, change, isIncomplete: false, database)
      }
    }
  }

  /// The last change of each of some cells.
  private func lastEntries(
    of cells: Set<GradeCell>, _ database: Database
  ) throws -> [GradeCell: Entry] {
    let entries = try entries(after: 0, database).filter { cells.contains($0.change.cell) }
    // An own change is put among older ones, with a greater number.
    return Dictionary(entries.map { ($0.change.cell, $0) }) { first, second in
      (first.change.seenAt, first.id) > (second.change.seenAt, second.id) ? first : second
    }
  }

  /// Notes that a watch of a part of the course has reported the entries up to a number.
  func report(upTo id: Int64, of group: GroupID?) {
    cache.connection.write { database in
      try database.execute(
        sql: """
          INSERT INTO courseReport (host, username, semester, course, part, reported)
          VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET reported = MAX(COALESCE(reported, 0), excluded.reported)
          """, arguments: place + [group?.rawValue ?? "", id])
    }
  }

  /// Notes that a watch of a part of the course has shown the entries up to a number on the desktop.
  func show(upTo id: Int64, of group: GroupID?) {
    cache.connection.write { database in
      try database.execute(
        sql: """
          INSERT INTO courseReport (host, username, semester, course, part, shown)
          VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET shown = MAX(shown, excluded.shown)
          """, arguments: place + [group?.rawValue ?? "", id])
    }
  }

  /// Adds what the user published and the log does not have yet.
  ///
  /// The number of the last change decides, not that of a batch: a batch gets more changes when they are
  /// confirmed late. What the log had and has forgotten does not come back.
  func add(_ published: [SentChanges.Published]) {
    guard let newest = published.map(\.number).max(), newest > look?.change ?? 0 else { return }
    cache.connection.write { database in
      // Another process may have added some of them.
      let known = try look(database) ?? Look()
      let missing = published.filter { $0.number > known.change }.sorted {
        $0.number < $1.number
      }
      let cells = Set(missing.map(\.change.cell))
      var entries = Dictionary(
        grouping: try entries(after: 0, database).filter { cells.contains($0.change.cell) },
        by: \.change.cell)
      var columns: [ItemIdentifier: SeenColumn] = [:]
      for published in missing {
        let cell = published.change.cell
        let own = OwnChange(published, by: scope.username)
        if let place = (entries[cell] ?? []).place(of: own), let entry = entries[cell]?[place] {
          let pieces = entry.change.split(by: own)
          for piece in pieces.dropLast() { try insert(piece, database) }
          if let last = pieces.last {
            entries[cell]?[place].change = last
            try update(entry.id, last, database)
          }
          continue
        }
        var column = try columns[cell.identifier] ?? column(cell.identifier, database)
        for change in column.note(own) { try insert(change, database) }
        columns[cell.identifier] = column
      }
      for (item, column) in columns { try store(column, of: item, database) }
      try database.execute(
        sql: """
          INSERT INTO courseLook (host, username, semester, course, change) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET change = MAX(change, excluded.change)
          """, arguments: place + [newest])
      if !missing.isEmpty { try forgetOldest(database) }
    }
  }

  // MARK: Statements

  private static let here = "host = ? AND username = ? AND semester = ? AND course = ?"

  private var owner: StatementArguments { [scope.host, scope.username?.rawValue ?? ""] }
  private var place: StatementArguments { owner + [semester.rawValue, course.rawValue] }

  private func column(_ item: ItemIdentifier, _ database: Database) throws -> SeenColumn {
    let row = try Row.fetchOne(
      database, sql: "SELECT document FROM courseSeen WHERE \(Self.here) AND item = ?",
      arguments: place + [item.rawValue])
    guard let bytes = try row?.value(0, as: Data.self) else { return SeenColumn() }
    // What cannot be read counts as never seen.
    return (try? SeenColumn(stored: [UInt8](bytes))).flatMap { $0 } ?? SeenColumn()
  }

  private func store(
    _ column: SeenColumn, of item: ItemIdentifier, _ database: Database
  ) throws {
    try database.execute(
      sql: """
        INSERT INTO courseSeen (host, username, semester, course, item, document)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET document = excluded.document
        """, arguments: place + [item.rawValue, Data(column.stored())])
  }

  func insert(_ change: CourseChange, _ database: Database) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO courseDiary (host, username, semester, course, entry, incomplete)
        VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: place + [Data(change.stored()), change.isIncomplete])
  }

  /// Replaces a change; without `isIncomplete` it waits for a time and an author if it has none.
  private func update(
    _ id: Int64, _ change: CourseChange, isIncomplete: Bool? = nil, _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: "UPDATE courseDiary SET entry = ?, incomplete = ? WHERE id = ?"
    ).execute(arguments: [Data(change.stored()), isIncomplete ?? change.isIncomplete, id])
  }

  private func forgetOldest(_ database: Database) throws {
    try database.execute(
      sql: """
        DELETE FROM courseDiary WHERE host = ? AND username = ? AND id <= (
          SELECT id FROM courseDiary WHERE host = ? AND username = ?
          ORDER BY id DESC LIMIT 1 OFFSET ?)
        """, arguments: owner + owner + [capacity])
  }
}

extension [CourseLog.Entry] {
  /// The index of the entry that has an own change, or has it among others: if any shows just this change,
  /// the last one that does.
  fileprivate func place(of own: OwnChange) -> Int? {
    lastIndex { $0.change.mayContain(own) && $0.change.hasContent(of: own.change) }
      ?? lastIndex { $0.change.mayContain(own) }
  }
}
