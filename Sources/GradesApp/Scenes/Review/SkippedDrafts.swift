import GradesCore

/// The drafts that the user skips in reviews.
///
/// They are kept by their cells, because a draft that the review changes or restores gets another number; and
/// not by the review itself, because a login that publishing asks for makes all scenes again.
@MainActor
final class SkippedDrafts {
  /// The last known number of a skipped draft, and what it wants; nil once it is discarded.
  private var skipped: [DraftCell: (number: Draft.ID, edit: DraftEdit?)] = [:]

  /// Whether a draft is skipped. One that was edited outside the review is another one, unless it wants the same
  /// again, as after an undo.
  func contains(_ draft: Draft) -> Bool {
    guard let skipped = skipped[DraftCell(draft)] else { return false }
    return skipped.number == draft.id || skipped.edit?.hasContent(of: draft.edit) == true
  }

  func toggle(_ draft: Draft) {
    skipped[DraftCell(draft)] = contains(draft) ? nil : (draft.id, draft.edit)
  }

  /// What the review has put in the place of a draft is skipped if that was. A discarded one, in whose place is
  /// nothing, is skipped only if it is restored, and not a new one with the same value.
  func follow(_ old: Draft, to new: Draft?) {
    let isSkipped = contains(old)
    if let new {
      skipped[DraftCell(new)] = isSkipped ? (new.id, new.edit) : nil
    } else if isSkipped {
      skipped[DraftCell(old)] = (old.id, nil)
    }
  }
}
