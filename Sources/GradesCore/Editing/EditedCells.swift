import GradesClient

/// The edited cells of a gradebook: drafts, and edits that are not stored yet. Comparing two values that
/// share their storage costs nothing.
package struct EditedCells: Equatable, Sendable {
  /// An edit that is not on the disk.
  private struct PendingEdit: Equatable {
    var edit: DraftEdit
    var number: Int
    var hasFailed = false
  }

  private var kept: [GradeCell: Draft] = [:]
  private var pending: [GradeCell: PendingEdit] = [:]

  package init() {}

  package func draft(for cell: GradeCell) -> Draft? { kept[cell] }

  /// What is wanted of a cell, on the disk or not; nil: what the service has.
  package func edit(for cell: GradeCell) -> DraftEdit? {
    guard let edit = pending[cell]?.edit else { return kept[cell]?.edit }
    return edit.isEmpty && kept[cell]?.isUnconfirmed != true ? nil : edit
  }

  /// Whether a cell cannot be changed, because what was sent of it may still be carried out.
  package func isUnconfirmed(_ cell: GradeCell) -> Bool { kept[cell]?.isUnconfirmed ?? false }

  package func isWaiting(_ cell: GradeCell) -> Bool { pending[cell].map { !$0.hasFailed } ?? false }

  package func isUnkept(_ cell: GradeCell) -> Bool { pending[cell]?.hasFailed ?? false }

  /// Whether the edit of a cell is in conflict with what a scene shows of the service; nil: the cell is not edited.
  package func isConflict(
    _ cell: GradeCell, over recorded: RecordedValue, of item: Classification
  ) -> Bool? {
    guard let edit = edit(for: cell) else { return nil }
    if let draft = kept[cell], draft.isUnconfirmed || draft.isConflict { return draft.isConflict }
    guard case .conflict = edit.verdict(over: recorded, of: item) else { return false }
    // What is shown may be older than what the edit is based on.
    guard let known = edit.base.updatedAt, let shown = recorded.updatedAt else { return true }
    return shown >= known
  }

  package func value(of cell: GradeCell, over recorded: RecordedValue) -> RecordedValue {
    guard let edit = edit(for: cell) else { return recorded }
    return RecordedValue(
      value: edit.value, note: edit.note, updatedAt: recorded.updatedAt, author: recorded.author)
  }

  /// What the cell of a group's row and column holds with what is wanted of it.
  package func value(
    _ column: Int, of row: MatrixRow, in matrix: GroupMatrix
  ) -> RecordedValue {
    value(
      of: GradeCell(row.student.username, matrix.items[column].identifier),
      over: row.values[column])
  }

  /// How many cells differ from what the service has.
  package var changeCount: Int {
    kept.count
      + pending.keys.reduce(0) { count, cell in
        let (isChanged, wasKept) = (edit(for: cell) != nil, kept[cell] != nil)
        return count + (isChanged ? 1 : 0) - (wasKept ? 1 : 0)
      }
  }

  /// The cells that differ from what the service has.
  package var changedCells: Set<GradeCell> {
    Set(kept.keys).union(pending.keys).filter { edit(for: $0) != nil }
  }

  package var edits: [DraftEdit] { changedCells.compactMap(edit(for:)) }

  var isAnyWaiting: Bool { pending.values.contains { !$0.hasFailed } }

  var unkeptEdits: [DraftEdit] { pending.values.filter(\.hasFailed).map(\.edit) }

  // MARK: Changes

  /// Reads the stored drafts; returns the cells that have changed.
  mutating func take(_ drafts: [Draft]) -> Set<GradeCell> {
    let found = drafts.byCell
    let changed = Set(kept.keys).union(found.keys).filter { cell in
      guard let old = kept[cell], let new = found[cell] else { return true }
      return !old.edit.hasContent(of: new.edit) || old.isUnconfirmed != new.isUnconfirmed
    }
    if kept != found { kept = found }
    return changed
  }

  mutating func send(_ edits: [DraftEdit], number: Int) {
    for edit in edits { pending[edit.cell] = PendingEdit(edit: edit, number: number) }
  }

  /// Edits are on the disk; those that are not among the drafts changed nothing.
  mutating func keep(_ drafts: [Draft], of edits: [DraftEdit], number: Int) {
    let found = drafts.byCell
    for edit in edits {
      kept[edit.cell] = found[edit.cell]
      if pending[edit.cell]?.number == number { pending[edit.cell] = nil }
    }
  }

  /// Edits are given up, because their cells are unconfirmed.
  mutating func drop(_ cells: Set<GradeCell>, number: Int) {
    for cell in cells where pending[cell]?.number == number { pending[cell] = nil }
  }

  mutating func fail(_ edits: [DraftEdit], number: Int) {
    for edit in edits where pending[edit.cell]?.number == number {
      pending[edit.cell]?.hasFailed = true
    }
  }
}
