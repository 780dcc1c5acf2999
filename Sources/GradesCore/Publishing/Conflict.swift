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
  public var overTheirs: DraftEdit { overTheirs(mine) }

  /// A value over what the service has now, with the draft's note where the draft changes it.
  public func overTheirs(_ value: GradeValue?) -> DraftEdit {
    var over = edit
    (over.base, over.value) = (theirs, value)
    if !edit.changesNote { over.note = theirs.note }
    return over
  }
}

/// What becomes of a conflict that publishing finds.
public enum ConflictPolicy: Sendable {
  /// The draft stays, for a person to decide about.
  case leave
  /// Send mine over theirs.
  case mine
  /// Throw mine away.
  case theirs
}
