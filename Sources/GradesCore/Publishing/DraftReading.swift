/// A gradebook's drafts, with what the service has in their cells.
package struct DraftReading: Sendable {
  /// The drafts, also unconfirmed ones.
  package let drafts: [Draft]
  /// What the service has, with the definitions of all items; empty if there are no drafts.
  package let grid: CellGrid
}

extension Publisher {
  /// Reads what the drafts of a gradebook are compared with; sends nothing. ``confirm(in:)`` comes first
  /// where drafts may be settled.
  package func reading(of gradebook: Gradebook) async throws -> DraftReading {
    let drafts = try await store.drafts(in: gradebook)
    guard !drafts.isEmpty else {
      return DraftReading(
        drafts: [], grid: CellGrid(definitions: [], students: [], values: [:]))
    }
    let reader = GridReader(api: api, gradebook: gradebook, language: language)
    return DraftReading(drafts: drafts, grid: try await reader.grid(of: drafts))
  }
}
