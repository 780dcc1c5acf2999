import GradesClient
import GradesCore

/// The user's drafts beside values that a command shows.
struct ShownDrafts {
  fileprivate let drafts: [GradeCell: Draft]
  let isShown: Bool

  /// The cells whose drafts are shown; nil where none are to be.
  var cells: Set<GradeCell>? { isShown ? Set(drafts.keys) : nil }

  func value(of cell: GradeCell, over recorded: RecordedValue) -> RecordedValue {
    guard isShown, let draft = drafts[cell] else { return recorded }
    return RecordedValue(value: draft.value, note: draft.note)
  }

  func applied(to matrix: GroupMatrix) -> GroupMatrix {
    guard isShown, !drafts.isEmpty else { return matrix }
    var matrix = matrix
    let items = matrix.items.map(\.identifier)
    for row in matrix.rows.indices {
      let username = matrix.rows[row].student.username
      for (column, item) in items.enumerated() {
        matrix.rows[row].values[column] = value(
          of: GradeCell(username, item), over: matrix.rows[row].values[column])
      }
    }
    return matrix
  }
}

extension Context {
  /// The user's drafts of shown cells. Those that are not shown are counted on standard error.
  @MainActor func drafts(
    of course: CourseCode, in semester: SemesterCode, shown: Bool,
    where isVisible: (GradeCell) -> Bool
  ) async throws -> ShownDrafts {
    let gradebook = Gradebook(
      owner: try await gradebooks.owner(), course: course, semester: semester)
    let drafts = try await services.drafts.drafts(in: gradebook).filter { isVisible($0.cell) }
    let found = drafts.byCell
    if !shown, !found.isEmpty { notice(.draftsNotShown, [.count: found.count]) }
    return ShownDrafts(drafts: found, isShown: shown)
  }

  @MainActor func drafts(of matrix: GroupMatrix, shown: Bool) async throws -> ShownDrafts {
    // Most users have no drafts, and a group may be large.
    lazy var items = Set(matrix.items.map(\.identifier))
    lazy var students = Set(matrix.rows.map(\.student.username))
    return try await drafts(of: matrix.course, in: matrix.semester, shown: shown) {
      items.contains($0.identifier) && students.contains($0.username)
    }
  }
}
