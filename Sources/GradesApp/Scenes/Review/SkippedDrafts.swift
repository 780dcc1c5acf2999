import GradesCore

/// The drafts that the user skips in reviews.
///
/// They are kept by their cells, because a draft that the review changes or restores gets another number; and
/// not by the review itself, because a login that publishing asks for makes all scenes again.
@MainActor
final class SkippedDrafts {
  private struct Place: Hashable {
    let gradebook: Gradebook
    let cell: GradeCell

    init(_ draft: Draft) { (gradebook, cell) = (draft.gradebook, draft.cell) }
  }

  /// The last known number and edit of a skipped draft.
  private struct Skipped {
    let number: Draft.ID
    /// What it wants; nil once it is discarded.
    let edit: DraftEdit?
  }

  private var skipped: [Place: Skipped] = [:]

  /// Whether a draft is skipped. One that was edited outside the review is another one, unless it wants the same
  /// again, as after an undo.
  func contains(_ draft: Draft) -> Bool {
    guard let skipped = skipped[Place(draft)] else { return false }
    return skipped.number == draft.id || skipped.edit == draft.edit
  }

  /// Skips a draft, or no longer skips it.
  func toggle(_ draft: Draft) {
    skipped[Place(draft)] =
      contains(draft) ? nil : Skipped(number: draft.id, edit: draft.edit)
  }

  /// Skips a draft that the review has put in place of a skipped one, and no other one.
  func follow(_ old: Draft, to new: Draft) {
    skipped[Place(new)] = contains(old) ? Skipped(number: new.id, edit: new.edit) : nil
  }

  /// Skips a discarded draft only if it is restored, and not a new one with the same value.
  func discard(_ draft: Draft) {
    if contains(draft) { skipped[Place(draft)] = Skipped(number: draft.id, edit: nil) }
  }
}
