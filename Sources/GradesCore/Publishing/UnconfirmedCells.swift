import Foundation

/// The refusal to change cells whose last request may still be carried out by the service.
package struct UnconfirmedCells: Error, Hashable, Sendable {
  package let cells: Set<GradeCell>
  /// The end of the last quiet period among them; a reading after it settles them.
  package let until: Date
  /// How many other changes that were asked for with them are stored as drafts.
  package var kept: Int

  /// Makes an error.
  package init(cells: Set<GradeCell>, until: Date, kept: Int = 0) {
    self.cells = cells
    self.until = until
    self.kept = kept
  }
}
