import GRDB
import SQLite

extension ServiceDatabase {
  /// The results of one student in a course, by item.
  package func results(of person: Int, in course: Int) throws -> [Int: ResultRow] {
    let found = try rows(
      """
      SELECT itemId, id, value, note, changedAt, author FROM result
      WHERE courseId = ? AND personId = ?
      """, [course, person])
    return Dictionary(
      uniqueKeysWithValues: try found.map { (try $0.value(0), try ResultRow($0, from: 1)) })
  }

  /// The results of all students of a course, by student, in the order of the items' ids.
  func results(in course: Int) throws -> [Int: [(item: Int, result: ResultRow)]] {
    var all: [Int: [(item: Int, result: ResultRow)]] = [:]
    let cursor = try Row.fetchCursor(
      connection.cachedStatement(
        sql: """
          SELECT personId, itemId, id, value, note, changedAt, author FROM result
          WHERE courseId = ? ORDER BY personId, itemId
          """), arguments: [course])
    var person: Int?
    var current: [(item: Int, result: ResultRow)] = []
    while let row = try cursor.next() {
      let id: Int = try row.value(0)
      if id != person {
        if let person { all[person] = current }
        person = id
        current = []
      }
      current.append((try row.value(1), try ResultRow(row, from: 2)))
    }
    if let person { all[person] = current }
    return all
  }

  /// The results of one item, by student.
  func results(of item: ItemRow) throws -> [Int: ResultRow] {
    let found = try rows(
      """
      SELECT personId, id, value, note, changedAt, author FROM result
      WHERE courseId = ? AND itemId = ?
      """, [item.courseId, item.id]
    ) { (try $0.value(0, as: Int.self), try ResultRow($0, from: 1)) }
    return Dictionary(uniqueKeysWithValues: found)
  }

  /// Stores a value; an existing row keeps its id.
  func keep(
    _ value: CellValue?, note: String?, of person: Int, for item: ItemRow, at time: Int,
    by author: String
  ) throws {
    try execute(
      """
      INSERT INTO result (courseId, personId, itemId, value, note, changedAt, author)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (courseId, personId, itemId) DO UPDATE SET
        value = excluded.value, note = excluded.note, changedAt = excluded.changedAt,
        author = excluded.author
      """,
      [
        item.courseId, person, item.id, value?.databaseValue ?? .null, note, time, author,
      ])
  }

  /// Computes a student's computed items again after a change (Service contract, 6.11).
  ///
  /// An item whose result did not change keeps its time (Service contract, 6.8).
  func recompute(_ computation: CourseComputation, for person: Int, at time: Int) throws {
    guard !computation.computedItems.isEmpty else { return }
    let before = try results(of: person, in: computation.courseId)
    let after = computation.values(given: before.mapValues(\.value))
    for item in computation.computedItems {
      let old = before[item.id]
      let new = after[item.id] ?? nil
      guard old == nil || old?.value != new else { continue }
      try keep(new, note: nil, of: person, for: item, at: time, by: "system")
    }
  }
}

extension ResultRow {
  init(_ row: Row, from first: Int) throws {
    id = try row.value(first)
    value = try row.value(first + 1)
    note = try row.value(first + 2)
    changedAt = try row.value(first + 3)
    author = try row.value(first + 4)
  }
}
