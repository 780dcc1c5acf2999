import Foundation
import GradesClient
import GradesCore

/// What edits from the command line are held against: what the service has, or what it had.
enum GridSource: Sendable {
  case service(GridReader)
  /// Throws `NothingStored` where too little is stored.
  case stored(StoredCourse)

  /// The course's items in the order in which people see them.
  func definitions() async throws -> [Classification] {
    switch self {
    case .service(let reader): return try await reader.definitions()
    case .stored(let course):
      let definitions = course.definitions
      guard !definitions.isEmpty else { throw NothingStored() }
      return definitions
    }
  }

  /// The students whom edits name, as ``GridReader/grid(for:of:listing:expecting:)``.
  func grid(
    for edits: [RequestedEdit], of definitions: [Classification],
    listing others: Set<Username> = [], expecting group: GroupID? = nil
  ) async throws -> Snapshot<CellGrid> {
    switch self {
    case .service(let reader):
      return fresh(
        try await reader.grid(for: edits, of: definitions, listing: others, expecting: group))
    case .stored(let course):
      return try stored(course.grid(for: edits, listing: others, expecting: group))
    }
  }

  /// The students of a group, as ``GridReader/grid(of:for:of:)``.
  func grid(
    of group: GroupID, for item: ItemIdentifier, of definitions: [Classification]
  ) async throws -> Snapshot<CellGrid> {
    switch self {
    case .service(let reader):
      return fresh(try await reader.grid(of: group, for: item, of: definitions))
    case .stored(let course): return try stored(course.grid(of: group))
    }
  }

  /// Nobody asks how old the service's answer is.
  private func fresh(_ grid: CellGrid) -> Snapshot<CellGrid> {
    Snapshot(value: grid, fetchedAt: .distantFuture)
  }

  private func stored(_ grid: Snapshot<CellGrid>?) throws -> Snapshot<CellGrid> {
    guard let grid else { throw NothingStored() }
    return grid
  }
}
