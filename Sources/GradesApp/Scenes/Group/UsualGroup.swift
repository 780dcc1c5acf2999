import GradesClient
import GradesCore

extension GroupID {
  /// The group that is meant where none is named: the one chosen last, else the user's own parallels, else
  /// all students.
  static let usual = GroupID("")
}

extension CourseTeacherRepository {
  /// The values of the usual group, as the service has them now, and the items that were chosen last, if it has
  /// those alone. A group that is gone, or has no students, is passed over; so are items of which one is gone.
  func usualMatrix(
    _ query: GroupQuery, last: LastChoices.Choice
  ) async throws -> (matrix: Snapshot<GroupMatrix>, chosen: [ItemIdentifier]) {
    if query.items.isEmpty, !last.items.isEmpty {
      var chosen = query
      chosen.items = last.items
      do {
        return (try await usualMatrix(chosen, in: last.group), last.items)
      } catch is UnknownItems {}
    }
    return (try await usualMatrix(query, in: last.group), [])
  }

  private func usualMatrix(
    _ query: GroupQuery, in last: GroupID?
  ) async throws -> Snapshot<GroupMatrix> {
    var query = query
    for group in [last, .myParallels].compactMap(\.self) {
      query.group = group
      do {
        let matrix = try await matrix(query).latest()
        if !matrix.value.rows.isEmpty { return matrix }
      } catch is UnknownGroup {}
    }
    query.group = .all
    return try await matrix(query).latest()
  }
}
