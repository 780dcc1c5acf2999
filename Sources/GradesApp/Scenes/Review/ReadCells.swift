import Foundation
import GradesClient
import GradesCore

/// What the service had in the cells of a gradebook's drafts.
struct ReadCells {
  let grid: CellGrid
  /// The students that were read; the grid has those that the course has.
  let students: Set<Username>
  let readAt: Date
}
