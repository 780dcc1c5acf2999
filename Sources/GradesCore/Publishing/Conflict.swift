import GradesClient

/// A cell that was changed by someone else since the draft was made.
public struct Conflict: Hashable, Sendable {
  /// The draft: what it was based on, and mine.
  public var edit: DraftEdit
  /// What the service has now.
  public var theirs: RecordedValue

  /// The cell.
  public var cell: GradeCell { edit.cell }
  /// What the draft was based on.
  public var base: RecordedValue { edit.base }
  /// The draft's value; nil clears.
  public var mine: GradeValue? { edit.value }

  /// Makes a conflict.
  public init(edit: DraftEdit, theirs: RecordedValue) {
    self.edit = edit
    self.theirs = theirs
  }

  /// The draft over what the service has now. A note that the draft does not change stays theirs.
  var overTheirs: DraftEdit { overTheirs(mine) }

  /// A value over what the service has now, with the draft's note where the draft changes it.
  func overTheirs(_ value: GradeValue?) -> DraftEdit {
    DraftEdit(
      cell: cell, base: theirs, value: value, note: edit.changesNote ? edit.note : theirs.note)
  }
}

/// The policy for conflicts.
public enum ConflictPolicy: Sendable {
  /// What a person chose for one conflict.
  public enum Choice: Sendable, Hashable {
    /// Send mine over theirs.
    case mine
    /// Throw mine away.
    case theirs
    /// Send this third value, nil for none, over theirs; it becomes the draft.
    case value(GradeValue?)
    /// Decide another time; the draft stays.
    case leave
  }

  /// The same for all.
  case all(Choice)
  /// Ask the user, who sees base, mine and theirs of each; a cell without an answer is left.
  ///
  /// Before "mine" is sent the cells are read once more, and a cell that changed while the person
  /// decided comes again, so that no value is overwritten unseen.
  case ask(@Sendable ([Conflict]) async throws -> [GradeCell: Choice])
}
