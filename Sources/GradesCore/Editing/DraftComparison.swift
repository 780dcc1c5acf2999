import GradesClient

/// Drafts by what they are now.
struct DraftComparison: Sendable {
  /// Can be sent, each over the value that was just read.
  var ready: [Draft] = []
  /// The service has them already.
  var fulfilled: [(draft: Draft, there: RecordedValue)] = []
  /// The cells were changed by others.
  var conflicts: [(draft: Draft, conflict: Conflict)] = []
  /// Must never be sent.
  var refused: [(draft: Draft, reason: DraftReason)] = []

  /// Makes a comparison without drafts.
  init() {}

  /// Compares drafts, none of which is being sent, with a reading of their cells.
  init(_ drafts: [Draft], over grid: CellGrid) {
    let checker = EditChecker(grid)
    for var draft in drafts {
      let there = grid[draft.cell]
      switch checker.status(of: draft.edit).kind {
      case .ready:
        draft.edit.base = there
        ready.append(draft)
      case .alreadyThere: fulfilled.append((draft, there))
      case .conflict(let conflict): conflicts.append((draft, conflict))
      case .rejected(let rejection): refused.append((draft, DraftReason(rejection)))
      case .unconfirmed: continue
      }
    }
  }
}
