import GradesClient
import GradesCore

extension GroupID {
  /// The group that is meant where none is named: the one chosen last, else the user's own parallels, else
  /// all students.
  static let usual = GroupID("")
}

extension CourseTeacherRepository {
  /// The values of the usual group, as the service has them now. A group that is gone, or has no students, is
  /// passed over.
  func usualMatrix(_ query: GroupQuery, last: GroupID?) async throws -> Snapshot<GroupMatrix> {
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
