import Foundation
import GradesClient

extension StoredCourse {
  /// What edits are held against where the service cannot be asked: the students whom they name with
  /// the newest values that are stored, as old as the oldest of them.
  ///
  /// `others` and `group` are those of ``GridReader/grid(for:of:listing:expecting:)``. Nil: too little
  /// is stored. Somebody of whom nothing is stored is only a stranger where all students are.
  public func grid(
    for edits: [RequestedEdit], listing others: Set<Username> = [], expecting group: GroupID? = nil
  ) -> Snapshot<CellGrid>? {
    let stored = storedStudents
    let wanted = others.union(edits.map { Username($0.username.trimmingBlanks()) })
    let strangers = wanted.subtracting(stored.byName.keys)
    guard strangers.isEmpty || stored.groups[.all] != nil else { return nil }
    var members: Set<Username> = []
    if let group {
      guard let known = stored.groups[group] else { return nil }
      members = known
    }
    return grid(of: wanted.union(group == .all ? wanted : members), in: stored)
  }

  /// The students of a group with the newest values that are stored; nil: the group is not stored.
  public func grid(of group: GroupID) -> Snapshot<CellGrid>? {
    let stored = storedStudents
    return stored.groups[group].flatMap { grid(of: $0, in: stored) }
  }

  private func grid(of usernames: Set<Username>, in stored: StoredStudents) -> Snapshot<CellGrid>? {
    guard !definitions.isEmpty, let newest = stored.newest else { return nil }
    let found = usernames.sorted().compactMap { stored.byName[$0] }
    return Snapshot(
      value: CellGrid(
        definitions: definitions, students: found.map(\.value.student),
        values: Dictionary(
          found.map { ($0.value.student.username, $0.value.values) },
          uniquingKeysWith: { first, _ in first })),
      fetchedAt: found.map(\.fetchedAt).min() ?? newest, isStale: true)
  }

  /// The items in display order, from whatever answer has all of them.
  public var definitions: [Classification] {
    if !items.isEmpty { return items }
    let found = documents(GroupMatrix.self).first?.value.items.map(\.definition)
    return found ?? documents(CourseResults.self).first?.value.items.map(\.item.definition) ?? []
  }

  /// Who is stored with values and notes. A group's column of one item is left out: nobody has seen
  /// a note in it (`grades-api.md` 6.10).
  private var storedStudents: StoredStudents {
    var stored = StoredStudents()
    for matrix in documents(GroupMatrix.self) {
      stored.add(matrix)
    }
    for results in documents(CourseResults.self) {
      stored.add(
        results.value.student,
        results.value.items.map { ($0.item.identifier, $0.recorded) }, at: results.fetchedAt)
    }
    return stored
  }
}

/// Students with what is stored of them.
private struct StoredStudents {
  struct Row {
    var student: Student
    var values: [ItemIdentifier: RecordedValue]
  }

  private(set) var byName: [Username: Snapshot<Row>] = [:]
  private(set) var groups: [GroupID: Set<Username>] = [:]
  private(set) var newest: Date?

  mutating func add(_ matrix: Snapshot<GroupMatrix>) {
    let identifiers = matrix.value.items.map(\.identifier)
    for row in matrix.value.rows {
      add(row.student, Array(zip(identifiers, row.values)), at: matrix.fetchedAt)
    }
    newest = max(newest ?? matrix.fetchedAt, matrix.fetchedAt)
    groups[matrix.value.group.id, default: []].formUnion(matrix.value.rows.map(\.student.username))
  }

  mutating func add(
    _ student: Student, _ values: [(ItemIdentifier, RecordedValue)], at time: Date
  ) {
    newest = max(newest ?? time, time)
    if let known = byName[student.username], known.fetchedAt >= time { return }
    let row = Row(
      student: student, values: Dictionary(values, uniquingKeysWith: { first, _ in first }))
    byName[student.username] = Snapshot(value: row, fetchedAt: time)
  }
}
