import GradesClient

/// Adds a point to an item of each graded student of a group.
public func addPoint(
  to item: ItemIdentifier, of group: GroupID, in course: Grades.Course
) async throws {
  try await course.values.update(of: group) { table in
    for student in table.students {
      guard case .number(let points)? = table[student, item] else { continue }
      table[student, item] = .number(points + 1)
    }
  }
}
