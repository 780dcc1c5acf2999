import Foundation
import GradesClient

/// What is stored of a course's cells, for drafts that are made while the service cannot be reached.
///
/// What the user has published since the values were stored counts as theirs.
package struct StoredGrid: Sendable {
  private(set) var grid: CellGrid
  private var groups: [GroupID: Set<Username>] = [:]
  /// When the oldest of the values was read from the service.
  package private(set) var fetchedAt: Date

  /// Finds what is stored; nil: there are no values of all students.
  package init?(_ course: StoredCourse, published batches: [PublishedBatch] = []) async {
    guard let whole = await course.matrix(of: .all) else { return nil }
    let definitions = whole.value.items.map(\.definition)
    grid = CellGrid(definitions: definitions)
    fetchedAt = whole.fetchedAt
    for group in [.all] + (await course.groups) + [.test, .myParallels] where groups[group] == nil {
      guard let stored = await course.matrix(of: group) else { continue }
      groups[group] = Set(stored.value.rows.map(\.student.username))
      let others = stored.value.rows.filter { grid.people[$0.student.username] == nil }
      guard !others.isEmpty,
        stored.value.items.map(\.identifier) == definitions.map(\.identifier)
      else { continue }
      fetchedAt = min(fetchedAt, stored.fetchedAt)
      for row in others {
        grid.add(
          row.student,
          Dictionary(
            zip(definitions.map(\.identifier), row.values), uniquingKeysWith: { first, _ in first })
        )
      }
    }
    for batch in batches.sorted(by: { $0.id < $1.id }) where batch.publishedAt >= fetchedAt {
      for change in batch.changes {
        grid[change.cell] = RecordedValue(value: change.value, note: change.note)
      }
    }
  }

  func people(of group: GroupID) throws -> CellGrid {
    guard let members = groups[group] else { throw NothingStored() }
    return grid.keeping(members)
  }
}
