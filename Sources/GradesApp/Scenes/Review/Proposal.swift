import GradesClient
import GradesCore

/// What would change in a gradebook, before it is published: the changes, and what is to be known
/// about the rest of what was asked for.
struct Proposal: Equatable, Sendable {
  /// Something to know before publishing.
  enum Problem: Equatable, Sendable {
    /// What a review of requested edits found.
    case requested(ReviewProblem)
    /// Somebody else changed the cell of a draft.
    case conflict(Conflict)
    /// A published change that an undo leaves alone, because somebody changed the cell since.
    case kept(UndoPlan.Kept)
    /// A published change that cannot be undone.
    case failed(UndoPlan.Failed)
  }

  let gradebook: Gradebook
  /// The course's items, for their names.
  let definitions: [Classification]
  /// The students of the changes, for their names, as far as they are known.
  let students: [Username: Student]
  /// What would be sent, and nothing that would not change.
  var changes: [DraftEdit]
  /// How many requested cells hold the wanted value already.
  var unchanged = 0
  var problems: [Problem] = []
  /// Drafts of cells that shall now hold what the service has: they are no longer wanted.
  var superseded: Set<GradeCell> = []

  /// Whether something that was asked for cannot be done, so that nothing is done unless the user
  /// leaves it out.
  var isRefused: Bool { problems.contains { $0.severity == .refused } }

  /// The cells that would be sent.
  var cells: Set<GradeCell> { Set(changes.map(\.cell)) }

  /// The students who would be notified.
  var changedStudents: Set<Username> { Set(changes.map(\.cell.username)) }
}

extension Proposal.Problem {
  /// What the problem means for the changes.
  var severity: ReviewProblem.Severity {
    switch self {
    case .requested(let problem): problem.severity
    case .conflict: .warning
    case .kept: .notice
    case .failed: .refused
    }
  }

  /// The word for programs; it never changes.
  var kind: String {
    switch self {
    case .requested(let problem): problem.kind.rawValue
    case .conflict: "conflict"
    case .kept: "kept"
    case .failed(let failed): failed.reason.code.rawValue
    }
  }

  /// Row of a file, if there is one.
  var row: Int? {
    if case .requested(let problem) = self { problem.row } else { nil }
  }

  /// Column of a file, if there is one.
  var column: Int? {
    if case .requested(let problem) = self { problem.column } else { nil }
  }

  /// The student, as written or as known.
  var username: String? {
    switch self {
    case .requested(let problem): problem.username
    case .conflict(let conflict): conflict.cell.username.rawValue
    case .kept(let kept): kept.change.cell.username.rawValue
    case .failed(let failed): failed.change.cell.username.rawValue
    }
  }

  /// The item, as written or as known.
  var identifier: String? {
    switch self {
    case .requested(let problem): problem.identifier
    case .conflict(let conflict): conflict.cell.identifier.rawValue
    case .kept(let kept): kept.change.cell.identifier.rawValue
    case .failed(let failed): failed.change.cell.identifier.rawValue
    }
  }

  /// Whether it is about a cell that would change, and stands beside it.
  func isRemark(on cells: Set<GradeCell>) -> Bool {
    guard severity == .warning, let username, let identifier else { return false }
    return cells.contains(GradeCell(Username(username), ItemIdentifier(identifier)))
  }
}

extension Proposal {
  /// What requested edits would change.
  init(
    _ review: Review, in gradebook: Gradebook, grid: CellGrid, superseded: Set<GradeCell> = []
  ) {
    self.init(
      gradebook: gradebook, definitions: grid.definitions,
      students: Dictionary(
        grid.students.map { ($0.username, $0) }, uniquingKeysWith: { first, _ in first }),
      changes: review.edits, unchanged: review.unchanged,
      problems: review.problems.map(Problem.requested), superseded: superseded)
  }

  /// What drafts that wait would change in what the service has now.
  init(_ drafts: [Draft], in gradebook: Gradebook, grid: CellGrid) {
    var changes: [DraftEdit] = []
    var problems: [Problem] = []
    var unchanged = 0
    let refusals = DraftRefusals(grid)
    for draft in drafts where draft.state != .sending {
      if let refusal = refusals.problem(of: draft) {
        problems.append(.requested(refusal))
        continue
      }
      let there = grid[draft.cell]
      // A note that the draft does not change may be any.
      if there.value == draft.value, there.note == draft.note || !draft.edit.changesNote {
        unchanged += 1
        continue
      }
      if there.value != draft.base.value || there.note != draft.base.note {
        problems.append(.conflict(Conflict(edit: draft.edit, theirs: there)))
      }
      if let warning = refusals.warning(of: draft) { problems.append(.requested(warning)) }
      changes.append(draft.edit)
    }
    self.init(
      gradebook: gradebook, definitions: grid.definitions,
      students: Dictionary(
        grid.students.map { ($0.username, $0) }, uniquingKeysWith: { first, _ in first }),
      changes: changes, unchanged: unchanged, problems: problems)
  }

  /// What it takes to undo a published batch.
  init(_ plan: UndoPlan, grid: CellGrid) {
    self.init(
      gradebook: plan.gradebook, definitions: grid.definitions,
      students: Dictionary(
        grid.students.map { ($0.username, $0) }, uniquingKeysWith: { first, _ in first }),
      changes: plan.restored, unchanged: plan.alreadyBack.count,
      problems: plan.kept.map(Problem.kept) + plan.failed.map(Problem.failed))
  }
}
