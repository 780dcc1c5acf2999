import GradesClient

/// A colleague has changed a value between reading and saving.
public struct ValuesHaveChanged: Error {
  /// The students.
  public var students: [Username]
}

/// Adds a point to an item of each student of a group.
public func addPoint(
  to item: ItemIdentifier, of group: GroupID, in course: GradesAPI.Course
) async throws {
  let rows = try await course.values.group(group)
  // A response may repeat a student.
  let before = Dictionary(rows.map { ($0.student.username, $0.values[item]) }) { first, _ in first }
  let changes = before.compactMap { student, recorded -> ValueChange? in
    guard let recorded, case .number(let points) = recorded.value else { return nil }
    return ValueChange(
      username: student, identifier: item, value: .number(points + 1), note: recorded.note)
  }

  let now = try await course.values.group(group)
  let after = Dictionary(now.map { ($0.student.username, $0.values[item]) }) { first, _ in first }
  // Also a student who is not in the group any more, and one who is new in it.
  let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
  guard changed.isEmpty else { throw ValuesHaveChanged(students: Array(changed)) }

  for start in stride(from: 0, to: changes.count, by: 100) {
    let batch = Array(changes[start..<min(start + 100, changes.count)])
    try await course.values.save(batch, notify: true)
  }
}
