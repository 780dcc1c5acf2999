import GradesClient

/// Reviewed changes by what they are now.
struct DraftComparison: Sendable {
  /// Can be sent, each over the value that was just read, which is the one that was shown.
  var ready: [ReviewedChange] = []
  /// The service has them already.
  var fulfilled: [(draft: Draft, there: RecordedValue)] = []
  /// The cells hold another value than the one that was shown, or were in conflict then.
  var conflicts: [(change: ReviewedChange, conflict: Conflict)] = []
  /// Must never be sent.
  var refused: [(draft: Draft, reason: DraftReason)] = []

  /// Compares changes, none of which is unconfirmed, with a reading of their cells.
  init(_ changes: [ReviewedChange], over grid: CellGrid) {
    let checker = EditChecker(grid)
    for var change in changes {
      let there = grid[change.cell]
      switch checker.status(of: change.draft.edit).kind {
      case .ready where there.hasContent(of: change.shown):
        change.draft.edit.base = there
        ready.append(change)
      case .ready, .unconfirmed:
        conflicts.append((change, Conflict(edit: change.draft.edit, theirs: there)))
      case .alreadyThere: fulfilled.append((change.draft, there))
      case .conflict(let conflict): conflicts.append((change, conflict))
      case .rejected(let rejection): refused.append((change.draft, DraftReason(rejection)))
      }
    }
  }
}
