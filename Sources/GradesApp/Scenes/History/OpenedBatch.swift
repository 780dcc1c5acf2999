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

  /// One change, and what becomes of it in an undo.
  struct Change {
    enum Status {
      /// It was published; there is no undo.
      case published
      case restored
      /// Another user changed it since; with the current value.
      case kept(RecordedValue)
      case failed(DraftReason)
    }

    let edit: DraftEdit
    let status: Status

    var cell: GradeCell { edit.cell }

    init(_ edit: DraftEdit, _ status: Status) { (self.edit, self.status) = (edit, status) }

    init(_ change: PublishedBatch.Change, _ status: Status) {
      self.init(
        DraftEdit(
          cell: change.cell, base: RecordedValue(value: change.oldValue, note: change.oldNote),
          value: change.newValue, note: change.newNote), status)
    }
  }

  let batch: PublishedBatch
  /// Nil: the changes are only read.
  var plan: Plan?
  var names: CellNames { didSet { changes = names.sorted(changes, by: \.cell) } }
  /// In the order of the sheet.
  private(set) var changes: [Change]
  /// Whether the changes were shown before the undo was asked for.
  var wasOpen = false

  /// Shows a batch's changes.
  init(_ batch: PublishedBatch, names: CellNames) {
    self.batch = batch
    self.names = names
    changes = names.sorted(batch.changes.map { Change($0, .published) }, by: \.cell)
  }

  /// Shows what the undo or the redo of a batch would do.
  init(_ batch: PublishedBatch, _ plan: Plan, names: CellNames, wasOpen: Bool) {
    self.batch = batch
    self.plan = plan
    self.names = names
    self.wasOpen = wasOpen
    let changes =
      plan.proposal.changes.map { Change($0, .restored) }
      + plan.proposal.problems.compactMap { problem in
        switch problem {
        case .kept(let change, let now): Change(change, .kept(now))
        case .failed(let change, let reason): Change(change, .failed(reason))
        case .unconfirmed(let draft): Change(draft.edit, .failed(DraftReason(.unconfirmed)))
        case .requested, .conflict: nil
        }
      }
    self.changes = names.sorted(changes, by: \.cell)
  }
}
