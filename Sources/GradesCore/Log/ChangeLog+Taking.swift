import Files
import Foundation
import GRDB
import GradesClient
import SQLite

/// How answers are compared with what was seen before them. What was seen and what has changed are stored in one
/// transaction, so that of several processes only one notes a change.
extension ChangeLog {
  /// Points and grade of a course in the overview, as far as it has them.
  typealias Totals = [ClassificationType: GradeValue]

  /// Takes the user's results of a course. Items without value and note are the same as none.
  func take(_ results: CourseResults, _ look: Look, of scope: CacheScope) {
    let items = results.items.indices.keyed { results.items[$0].item.identifier.rawValue }
    let cells = results.items.compactMap { item -> SeenCells.Cell? in
      let recorded = item.recorded
      guard recorded.value != nil || recorded.note != nil else { return nil }
      return SeenCells.Cell(
        key: item.item.identifier.rawValue, names: item.item.definition.names,
        value: recorded.value, note: recorded.note)
    }
    let slot = Slot(scope, LoggedChange.Kind.result.rawValue, results.semester, results.course)
    connection.write { database in
      try take(cells, isWhole: true, look, in: slot, database) { differences, before in
        let changes = differences.map { difference -> (rank: Int, index: Int, LoggedChange) in
          var change = difference.change(.result, results.course, results.semester, look)
          guard let index = items[change.identifier.rawValue] else {
            change.isRemoved = true
            return (0, items.count, change)
          }
          let item = results.items[index]
          change.names = item.item.definition.names
          change.changedAt = item.recorded.updatedAt
          return (item.item.definition.rank, index, change)
        }.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
        for (rank, _, change) in changes {
          var change = change
          // They follow from what was entered, the grade before the sums.
          change.isConsequence = rank > 0 && changes[0].rank == 0
          try insert(change, before: before, in: slot, database)
        }
      }
    }
  }

  /// Takes the totals of a course, of which the changes are noted that no item of its results shows.
  func take(
    _ totals: Totals, beside results: CourseResults?, of course: CourseCode,
    in semester: SemesterCode, _ look: Look, of scope: CacheScope
  ) {
    let slot = Slot(totalsOf: course, in: semester, scope)
    let cells = totals.map { SeenCells.Cell(key: $0.key.rawValue, value: $0.value) }
    let shown: [ClassificationType: GradeValue?] =
      results.map { [.finalScore: $0.grade, .pointsTotal: $0.points] } ?? [:]
    connection.write { database in
      try take(cells, isWhole: true, look, in: slot, database) { differences, before in
        let isConsequence =
          try Bool.fetchOne(
            database,
            sql: """
              SELECT EXISTS (SELECT 1 FROM change WHERE host = ? AND username = ?
                AND kind = 'result' AND semester = ? AND course = ? AND id > ?)
              """, arguments: slot.course + [before]) ?? false
        // In the order of their words: the grade before the points.
        for difference in differences {
          var change = difference.change(.total, course, semester, look)
          let shown = shown[ClassificationType(rawValue: change.identifier.rawValue)]
          if let shown, shown == change.to { continue }
          change.isConsequence = isConsequence
          try insert(change, before: before, in: slot, database)
        }
      }
    }
  }

  /// The totals of a course that were seen last; nil for none yet.
  func totals(of course: CourseCode, in semester: SemesterCode, of scope: CacheScope) -> Totals? {
    seen(Slot(totalsOf: course, in: semester, scope)).map { seen in
      seen.cells.keyed { ClassificationType(rawValue: $0.key) }.compactMapValues(\.value)
    }
  }

  /// The time of the last answer about a course: the user's own results in any, or a taught one.
  func answeredAt(
    _ kind: LoggedChange.Kind, of scope: CacheScope, course: CourseCode? = nil,
    in semester: SemesterCode? = nil
  ) -> Date? {
    connection.read { database in
      try Row.fetchOne(
        database,
        sql: """
          SELECT MAX(answeredAt) FROM seen WHERE host = ? AND username = ? AND kind = ?
            AND (? IS NULL OR course = ?) AND (? IS NULL OR semester = ?)
          """,
        arguments: scope.sqlArguments
          + [
            kind.rawValue, course?.rawValue, course?.rawValue, semester?.rawValue,
            semester?.rawValue,
          ])?.referenceTime(0)
    }.flatMap { $0 }
  }

  /// Takes the values of a group. A student whose value was never seen has no change, and computed items are left
  /// out, because they follow from the others.
  func take(_ matrix: GroupMatrix, _ look: Look, of scope: CacheScope) {
    let order = matrix.rows.indices.sorted {
      matrix.rows[$0].student.username < matrix.rows[$1].student.username
    }
    let students = order.map { matrix.rows[$0].student.username.rawValue }
    var slot = Slot(scope, LoggedChange.Kind.taught.rawValue, matrix.semester, matrix.course)
    connection.write { database in
      for (column, item) in matrix.items.enumerated() where item.definition.isEditable {
        slot.item = item.identifier.rawValue
        let cells = zip(students, order).map { student, row in
          let recorded = matrix.rows[row].values[column]
          return SeenCells.Cell(key: student, value: recorded.value, note: recorded.note)
        }
        try take(cells, isWhole: false, look, in: slot, database) { [slot] differences, before in
          let changed = Set(differences.compactMap(\.new?.key))
          let rows = zip(students, order).filter { changed.contains($0.0) }
          let recorded = Dictionary(rows.map { ($0, matrix.rows[$1].values[column]) }) { $1 }
          for difference in differences {
            var change = difference.change(
              .taught, matrix.course, matrix.semester, item: item.identifier, look)
            let recorded = difference.new.flatMap { recorded[$0.key] }
            change.changedAt = recorded?.updatedAt
            change.author = recorded?.author
            try insert(change, before: before, in: slot, database)
          }
        }
      }
      try nameAuthors(matrix, in: slot, database)
    }
  }

  /// Gives changes that the answer for one item has shown first, which has no times and authors, those of an
  /// answer with the same value. They keep their numbers.
  private func nameAuthors(_ matrix: GroupMatrix, in slot: Slot, _ database: Database) throws {
    guard matrix.rows.contains(where: { $0.values.contains { $0.author != nil } }) else { return }
    let nameless = try Row.fetchAll(
      database,
      sql: """
        SELECT * FROM change WHERE host = ? AND username = ? AND semester = ? AND course = ?
          AND kind = 'taught' AND author IS NULL AND changedAt IS NULL
          AND id = (SELECT MAX(id) FROM change AS newer WHERE newer.host = change.host
            AND newer.username = change.username AND newer.kind = change.kind
            AND newer.semester = change.semester AND newer.course = change.course
            AND newer.student = change.student AND newer.item = change.item)
        """, arguments: slot.course
    ).compactMap { try? LoggedChange($0) }
    guard !nameless.isEmpty else { return }
    let columns = matrix.items.indices.keyed { matrix.items[$0].identifier }
    let rows = matrix.rows.keyed(by: \.student.username)
    for change in nameless {
      guard let column = columns[change.identifier],
        let recorded = rows[change.cell.username]?.values[column], change.isNamed(by: recorded)
      else { continue }
      try database.execute(
        sql: "UPDATE change SET author = ?, changedAt = ? WHERE id = ?",
        arguments: [
          DraftColumns.blob(recorded.author), recorded.updatedAt?.timeIntervalSince1970, change.id,
        ])
    }
  }

  /// The most notifications that are known as seen.
  private static let notificationCapacity = 2000

  /// The keys of the notifications that were seen; nil before the first answer, in which none is new.
  func seenNotifications(of scope: CacheScope) -> Set<String>? {
    seen(Slot(notificationsOf: scope)).map { Set($0.cells.map(\.key)) }
  }

  /// Takes unread notifications, the newest first as the service sends them.
  ///
  /// - Parameter asked: the newest entry when they were asked for; since then, their changes may have been noted;
  ///   nil where it is not known
  func take(
    _ notifications: [ServiceNotification], asked: Int64?, at time: Date, of scope: CacheScope
  ) {
    let slot = Slot(notificationsOf: scope)
    connection.write { database in
      let row = try Self.row(slot, database)
      var seen = try row.map(Self.seen) ?? SeenCells()
      var known = Set(seen.cells.map(\.key))
      for notification in notifications.reversed()
      where known.insert(notification.memoryKey).inserted {
        if let row {
          try insert(
            try JSONEncoder().encode(notification), before: try row.value("newest"), in: slot,
            database)
        }
        seen.cells.append(SeenCells.Cell(key: notification.memoryKey))
      }
      seen.cells = seen.cells.suffix(Self.notificationCapacity)
      try dropOldest(in: slot, database)
      try store(seen.json, at: time, newest: asked, in: slot, database)
    }
  }

  // MARK: What was seen

  /// What comes in one answer.
  private struct Slot {
    let scope: CacheScope
    let kind: String
    let semester: SemesterCode?
    let code: CourseCode?
    var item = ""

    init(_ scope: CacheScope, _ kind: String, _ semester: SemesterCode?, _ code: CourseCode?) {
      (self.scope, self.kind, self.semester, self.code) = (scope, kind, semester, code)
    }

    init(totalsOf course: CourseCode, in semester: SemesterCode, _ scope: CacheScope) {
      self.init(scope, LoggedChange.Kind.total.rawValue, semester, course)
    }

    init(notificationsOf scope: CacheScope) {
      self.init(scope, LoggedNotification.kind, nil, nil)
    }

    var course: StatementArguments {
      scope.sqlArguments + [semester?.rawValue ?? "", code?.rawValue ?? ""]
    }

    var arguments: StatementArguments { course + [kind, DraftColumns.blob(item)] }
  }

  private static func row(_ slot: Slot, _ database: Database) throws -> Row? {
    try Row.fetchOne(
      database,
      sql: """
        SELECT answeredAt, newest, document FROM seen WHERE host = ? AND username = ?
          AND semester = ? AND course = ? AND kind = ? AND item = ?
        """, arguments: slot.arguments)
  }

  private func seen(_ slot: Slot) -> SeenCells? {
    connection.read { database in
      try Self.row(slot, database).map(Self.seen)
    }.flatMap { $0 }
  }

  /// What cannot be read counts as never seen.
  private static func seen(_ row: Row) -> SeenCells {
    (try? SeenCells(json: row.value("document"))) ?? SeenCells()
  }

  /// Compares an answer with what was seen and stores it; `noting` gets what has changed, and the number of the
  /// newest entry at the time of the answer before.
  private func take(
    _ cells: [SeenCells.Cell], isWhole: Bool, _ look: Look, in slot: Slot, _ database: Database,
    noting: ([SeenCells.Difference], Int64) throws -> Void
  ) throws {
    let answer = isWhole ? cells.sorted { $0.key < $1.key } : cells
    var document = SeenCells(cells: answer).json
    var answered = look.answered
    if let row = try Self.row(slot, database) {
      let before = try Row.time(row.referenceTime(0), "answeredAt")
      if look.mayBeOlder(than: before) { answered = max(answered, before) }
      let stored = try row.value(2, as: Data.self)
      // Mostly nothing has changed, and need not be decoded.
      if stored != document, var seen = try? SeenCells(json: stored) {
        let differences = seen.take(answer, isWhole: isWhole, look, before: before)
        document = seen.json
        if !differences.isEmpty {
          try noting(differences, row.value(1))
          try dropOldest(in: slot, database)
        }
      }
    }
    try store(document, at: answered, in: slot, database)
  }

  private func store(
    _ document: Data, at time: Date, newest: Int64? = nil, in slot: Slot,
    _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO seen (host, username, semester, course, kind, item, answeredAt, newest, document)
        VALUES (?, ?, ?, ?, ?, ?, ?, COALESCE(?, \(Self.newestNumber)), ?)
        ON CONFLICT DO UPDATE SET answeredAt = excluded.answeredAt, newest = excluded.newest,
          document = excluded.document
        """
    ).execute(arguments: slot.arguments + [time.timeIntervalSinceReferenceDate, newest, document])
  }

  // MARK: Entries

  private func insert(
    _ change: LoggedChange, before: Int64, in slot: Slot, _ database: Database
  ) throws {
    let names = change.names.isEmpty ? Data() : try JSONEncoder().encode(change.names)
    try insert(names, of: change, before: before, in: slot, database)
  }

  private func insert(
    _ document: Data, of change: LoggedChange? = nil, before: Int64, in slot: Slot,
    _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO change (host, username, semester, course, kind, student, item, before,
          seenAfter, seenAt, changedAt, author, fromValue, toValue, fromNote, toNote, isRemoved,
          isConsequence, document)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: slot.course + [
        slot.kind, DraftColumns.blob(change?.cell.username.rawValue ?? ""),
        DraftColumns.blob(change?.identifier.rawValue ?? ""), before,
        change?.seenAfter?.timeIntervalSince1970, change?.seenAt.timeIntervalSince1970 ?? 0,
        change?.changedAt?.timeIntervalSince1970, DraftColumns.blob(change?.author),
        DraftColumns.blob(change?.from), DraftColumns.blob(change?.to),
        DraftColumns.blob(change?.noteFrom), DraftColumns.blob(change?.noteTo),
        change?.isRemoved ?? false, change?.isConsequence ?? false, document,
      ])
  }

  /// Drops what is more than the capacity of a kind of one user.
  private func dropOldest(in slot: Slot, _ database: Database) throws {
    let kind = slot.scope.sqlArguments + [slot.kind]
    try database.cachedStatement(
      sql: """
        DELETE FROM change WHERE host = ? AND username = ? AND kind = ? AND id <= (
          SELECT id FROM change WHERE host = ? AND username = ? AND kind = ?
          ORDER BY id DESC LIMIT 1 OFFSET ?)
        """
    ).execute(arguments: kind + kind + [capacity])
  }
}

extension SeenCells.Difference {
  fileprivate func change(
    _ kind: LoggedChange.Kind, _ course: CourseCode, _ semester: SemesterCode,
    item: ItemIdentifier? = nil, _ look: Look
  ) -> LoggedChange {
    let key = (new ?? old)?.key ?? ""
    return LoggedChange(
      kind: kind, course: course, semester: semester,
      student: item.map { _ in Student(username: Username(key), firstName: nil, lastName: nil) },
      identifier: item ?? ItemIdentifier(key), names: old?.names ?? [], from: old?.value,
      to: new?.value, noteFrom: old?.note, noteTo: new?.note, seenAfter: old?.seenAt,
      seenAt: look.answered)
  }
}

extension Classification {
  /// The order in which changed values are reported: entered ones, the grade, other computed ones.
  fileprivate var rank: Int { isEditable ? 0 : classificationType == .finalScore ? 1 : 2 }
}

extension LoggedChange {
  /// The largest expected difference between this machine's clock and the service's.
  private static let clockDifference: TimeInterval = 120

  /// Whether the author of a value made this change: the value is the new one, and was not set again after it was
  /// seen.
  fileprivate func isNamed(by recorded: RecordedValue) -> Bool {
    recorded.author != nil && recorded.value == to && recorded.note == noteTo
      && recorded.updatedAt.map { $0 <= seenAt + Self.clockDifference } ?? true
  }
}

extension ServiceNotification {
  /// The id, or where there is none the text, shortened to something that is kept (FNV-1a).
  var memoryKey: String {
    if let id { return id.rawValue }
    return "text " + Checksum.name(of: (course?.rawValue ?? "") + texts.map(\.text).joined())
  }
}
