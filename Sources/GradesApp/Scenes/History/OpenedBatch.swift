import GradesClient
import GradesCore

/// A batch whose changes are shown, or what its undo would do.
struct OpenedBatch {
  /// The changes of an undo or a redo, and how many drafts it would replace.
  struct Plan {
    let reversal: Reversal
    let proposal: Proposal
    let replaced: Int
  }

  /// A change, and why an undo leaves it.
  struct Change {
    let edit: DraftEdit
    var problem: Proposal.Problem?

    var cell: GradeCell { edit.cell }
  }

  let batch: PublishedBatch
  /// Nil: the changes are only read.
  var plan: Plan?
  var names: CellNames { didSet { changes = names.sorted(changes, by: \.cell) } }
  /// In the order of the sheet.
  private(set) var changes: [Change]
  /// Whether the changes were shown before the undo was asked for.
  var wasOpen = false

  init(_ batch: PublishedBatch, names: CellNames) {
    self.batch = batch
    self.names = names
    changes = names.sorted(batch.changes.map { Change(edit: $0) }, by: \.cell)
  }

  init(_ batch: PublishedBatch, _ plan: Plan, names: CellNames, wasOpen: Bool) {
    self.batch = batch
    self.plan = plan
    self.names = names
    self.wasOpen = wasOpen
    let changes =
      plan.proposal.changes.map { Change(edit: $0) }
      + plan.proposal.problems.compactMap { problem in
        switch problem {
        case .kept(let change, _), .failed(let change, _):
          Change(edit: change, problem: problem)
        case .unconfirmed(let draft): Change(edit: draft.edit, problem: problem)
        case .requested, .conflict: nil
        }
      }
    self.changes = names.sorted(changes, by: \.cell)
  }
}
