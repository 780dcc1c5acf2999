import GradesCore

/// The cells whose drafts the user skips in reviews while the app runs.
///
/// Cells, because a draft that is changed or restored gets another number; and not the review's own, because
/// a login that publishing asked for makes all scenes again.
@MainActor
final class SkippedDrafts {
  private var cells: [Gradebook: Set<GradeCell>] = [:]

  /// The skipped cells of a gradebook.
  subscript(gradebook: Gradebook) -> Set<GradeCell> { cells[gradebook] ?? [] }

  /// Skips a cell, or no longer skips it.
  func toggle(_ cell: GradeCell, in gradebook: Gradebook) {
    if cells[gradebook, default: []].remove(cell) == nil { cells[gradebook]?.insert(cell) }
  }

  /// Forgets cells without drafts, so that later drafts of them are not skipped.
  func keep(_ drafts: some Sequence<GradeCell>, in gradebook: Gradebook) {
    cells[gradebook]?.formIntersection(drafts)
  }
}
