import GradesCore

/// A batch whose changes are shown, or what its undo or redo would do.
struct OpenedBatch {
  let batch: PublishedBatch
  /// What would be done; nil: the changes are only read.
  private(set) var review: Review?
  /// How many drafts that would replace.
  private(set) var replaced = 0
  var names: CellNames { didSet { changes = names.sorted(changes, by: \.cell) } }
  private(set) var changes: [DraftEdit]
  /// Why an undo leaves some of them.
  private(set) var problems: [GradeCell: EditProblem] = [:]
  /// Whether the changes were shown before the undo was asked for.
  private(set) var wasOpen = false

  init(_ batch: PublishedBatch, names: CellNames) {
    self.batch = batch
    self.names = names
    changes = names.sorted(batch.changes, by: \.cell)
  }

  init(
    _ batch: PublishedBatch, _ review: Review, replacing drafts: Set<GradeCell>, names: CellNames,
    wasOpen: Bool
  ) {
    self.init(batch, names: names)
    self.review = review
    self.wasOpen = wasOpen
    replaced = review.cells.intersection(drafts).count
    for problem in review.problems
    where problem.severity != .warning || problem.kind == .unconfirmed {
      if let cell = problem.cell { problems[cell] = problem }
    }
    // What is unconfirmed is a row of the review, what cannot be undone is none.
    let shown = Set(review.rows.map(\.cell))
    let left = changes.filter { problems[$0.cell] != nil && !shown.contains($0.cell) }
    changes = names.sorted(review.rows.map(\.draft.edit) + left, by: \.cell)
  }
}
