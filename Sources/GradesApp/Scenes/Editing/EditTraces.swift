import GradesClient
import GradesCore
import GradesLocalization
import Terminal

extension SceneWords {
  /// What an edit changes, where nothing can be marked: what the value was, and the note.
  func traces(of edit: DraftEdit) -> [StyledText] {
    var traces: [StyledText] = []
    if edit.value != edit.base.value {
      let was: Argument = .text(values.text(edit.base.value))
      traces.append(StyledText(strings(.gridWas, [.value: was]), .mark))
    }
    if edit.changesNote {
      let note = edit.note.map { strings(.gridNote, [.value: .text($0)]) }
      traces.append(StyledText("(\(note ?? strings(.gridNoteRemoved)))", .mark))
    }
    return traces
  }
}

extension SceneWords {
  /// What an estimate is, where nothing can be marked.
  func traces(of estimate: ComputedEstimates.Estimate) -> StyledText {
    switch estimate {
    case .value: StyledText(" (\(strings(.gridEstimate)))", .mark)
    case .outdated: StyledText(" (\(strings(.gridOutdated)))", .warning)
    }
  }
}

extension EditedCells {
  /// The sign beside an edited cell, or beside a computed one that edits change; nothing beside others.
  func mark(of cell: EditableCell) -> StyledText {
    if let estimate = cell.estimate { return estimate.mark }
    if isUnkept(cell.cell) { return StyledText("✗", .bad) }
    if isWaiting(cell.cell) { return StyledText("…", .quiet) }
    switch status(of: cell.cell, over: cell.recorded, of: cell.item)?.kind {
    case nil: return ""
    case .conflict: return StyledText("≠", .bad)
    case .ready, .alreadyThere, .rejected, .unconfirmed: return StyledText("●", .mark)
    }
  }
}
