import Foundation

/// The refusal to change cells whose last request may still be carried out by the service.
public struct UnconfirmedCells: Error, Hashable, Sendable {
  /// The cells.
  public let cells: Set<GradeCell>
  /// The end of the last quiet period among them; a reading after it settles them.
  public let until: Date

  /// Makes an error.
  public init(cells: Set<GradeCell>, until: Date) {
    self.cells = cells
    self.until = until
  }
}
