import Foundation
import GradesClient
import GradesCore

/// What the service had in the cells of a gradebook's drafts.
struct ReadCells {
  let grid: CellGrid
  /// The students that were read; the grid has those that the course has.
  let students: Set<Username>
  let readAt: Date
}

/// Makes rows of a gradebook's drafts, in the order of students' names and of items.
struct DraftRows {
  private let checker: EditChecker
  private let order: [ItemIdentifier: Int]
  /// The students of the drafts, as far as the course has them.
  let students: [Username: Student]

  init(_ grid: CellGrid) {
    checker = EditChecker(grid)
    order = Dictionary(
      grid.definitions.enumerated().map { ($0.element.identifier, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    students = Dictionary(
      grid.students.map { ($0.username, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func rows(of drafts: [Draft], leavingOut leftOut: Set<Int64>) -> [DraftRow] {
    let ofStudent = Dictionary(grouping: drafts, by: \.cell.username)
    let listed = ofStudent.keys.map { username in
      students[username] ?? Student(username: username, firstName: nil, lastName: nil)
    }
    return listed.sortedByName().flatMap { student in
      sortedByItem(ofStudent[student.username] ?? []).map { row(of: $0, leavingOut: leftOut) }
    }
  }

  /// In the order of the items; of one cell what is being sent comes before what was edited since.
  private func sortedByItem(_ drafts: [Draft]) -> [Draft] {
    drafts.sorted { left, right in
      let indices = [left, right].map { order[$0.cell.identifier] ?? .max }
      return indices[0] == indices[1] ? left.id < right.id : indices[0] < indices[1]
    }
  }

  private func row(of draft: Draft, leavingOut leftOut: Set<Int64>) -> DraftRow {
    let status = checker.status(of: draft)
    let canBeLeftOut =
      switch status.kind {
      case .ready, .alreadyThere, .conflict: true
      case .rejected, .unconfirmed: false
      }
    return DraftRow(
      draft: draft, status: status.kind,
      problem: status.kind == .alreadyThere ? nil : checker.problem(of: draft.edit, status),
      isLeftOut: canBeLeftOut && leftOut.contains(draft.id))
  }
}
