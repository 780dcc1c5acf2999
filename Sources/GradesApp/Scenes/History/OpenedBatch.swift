import GradesCore

/// A batch whose changes are shown, or what its undo would do.
struct OpenedBatch {
  /// The changes of an undo or a redo, and how many drafts it would replace.
  struct Plan {
    let reversal: Reversal
    let review: Review
    let replaced: Int
  }

  let batch: PublishedBatch
  /// Nil: the changes are only read.
  var plan: Plan?
  var names: CellNames { didSet { changes = names.sorted(changes, by: \.cell) } }
  /// In the order of the sheet.
  private(set) var changes: [DraftEdit]
  /// Why an undo leaves some of them.
  private(set) var problems: [GradeCell: EditProblem] = [:]
  /// Whether the changes were shown before the undo was asked for.
  var wasOpen = false

  init(_ batch: PublishedBatch, names: CellNames) {
    self.batch = batch
    self.names = names
    changes = names.sorted(batch.changes, by: \.cell)
  }

  init(_ batch: PublishedBatch, _ plan: Plan, names: CellNames, wasOpen: Bool) {
    self.batch = batch
    self.plan = plan
    self.names = names
    self.wasOpen = wasOpen
    var problems: [GradeCell: EditProblem] = [:]
    for problem in plan.review.problems
    where problem.severity != .warning || problem.kind == .unconfirmed {
      if let cell = problem.cell { problems[cell] = problem }
    }
    self.problems = problems
    // What is unconfirmed is a row of the review, what cannot be undone is none.
    let rows = plan.review.rows
    let shown = Set(rows.map(\.cell))
    let left = batch.changes.filter { problems[$0.cell] != nil && !shown.contains($0.cell) }
    changes = names.sorted(rows.map(\.draft.edit) + left, by: \.cell)
  }
}
