import Foundation
import GradesClient
import GradesCore

/// What the service had in the cells of a gradebook's drafts.
struct DraftReading {
  let grid: CellGrid
  /// The students who were asked for; the grid has those whom the course has.
  let students: Set<Username>
  let readAt: Date
}

/// Puts a proposal's findings to the drafts that they are about.
struct DraftRows {
  private let changes: Set<GradeCell>
  private var conflicts: [GradeCell: Conflict] = [:]
  private var problems: [GradeCell: ReviewProblem] = [:]
  private let names: [Username: Student]
  private let order: [ItemIdentifier: Int]

  init(_ proposal: Proposal) {
    changes = proposal.cells
    names = proposal.students
    order = Dictionary(
      proposal.definitions.enumerated().map { ($0.element.identifier, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    for problem in proposal.problems {
      switch problem {
      case .conflict(let conflict): conflicts[conflict.cell] = conflict
      case .requested(let problem):
        let cell = GradeCell(
          Username(problem.username ?? ""), ItemIdentifier(problem.identifier ?? ""))
        problems[cell] = problem
      case .kept, .failed: break
      }
    }
  }

  func rows(of drafts: [Draft], leavingOut leftOut: Set<Int64>) -> [DraftRow] {
    let ofStudent = Dictionary(grouping: drafts, by: \.cell.username)
    let students = ofStudent.keys.map { username in
      names[username] ?? Student(username: username, firstName: nil, lastName: nil)
    }
    return students.sortedByName().flatMap { student in
      sortedByItem(ofStudent[student.username] ?? []).map { row(of: $0, leavingOut: leftOut) }
    }
  }

  /// In the order of the items; of one cell what is being sent comes before what was edited since.
  private func sortedByItem(_ drafts: [Draft]) -> [Draft] {
    drafts.sorted { left, right in
      let places = [left, right].map { order[$0.cell.identifier] ?? .max }
      return places[0] == places[1] ? left.id < right.id : places[0] < places[1]
    }
  }

  private func row(of draft: Draft, leavingOut leftOut: Set<Int64>) -> DraftRow {
    let isLeftOut = leftOut.contains(draft.id)
    if draft.state == .sending { return DraftRow(draft: draft, status: .sending) }
    let problem = problems[draft.cell]
    guard changes.contains(draft.cell) else {
      if let problem { return DraftRow(draft: draft, status: .refused(problem)) }
      return DraftRow(draft: draft, status: .alreadyThere, isLeftOut: isLeftOut)
    }
    let status = conflicts[draft.cell].map(DraftRow.Status.conflict) ?? .ready
    return DraftRow(draft: draft, status: status, warning: problem, isLeftOut: isLeftOut)
  }
}
