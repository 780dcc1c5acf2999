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

  /// The numbers that the skipped drafts had last.
  private var numbers: [Place: Draft.ID] = [:]

  /// Whether a draft is skipped. One that was edited outside the review has another number.
  func contains(_ draft: Draft) -> Bool { numbers[Place(draft)] == draft.id }

  /// Skips a draft, or no longer skips it.
  func toggle(_ draft: Draft) {
    numbers[Place(draft)] = contains(draft) ? nil : draft.id
  }

  /// Skips a draft that the review has put in place of a skipped one.
  func follow(_ old: Draft, to new: Draft) {
    if contains(old) { numbers[Place(new)] = new.id }
  }
}
