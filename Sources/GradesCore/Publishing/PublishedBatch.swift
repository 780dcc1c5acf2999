import Foundation
import GradesClient

/// What one publishing changed, as the history remembers it (Product rules, History).
package struct PublishedBatch: Hashable, Sendable, Identifiable {
  /// The number for `grades undo`; higher ones are later.
  package let id: Int64
  package let gradebook: Gradebook
  /// When the changes were seen at the service.
  package let publishedAt: Date
  /// Whether the students were to be notified.
  package let notified: Bool
  /// The changes that were seen at the service, by student and item; never empty.
  package let changes: [DraftEdit]

  package var origins: [ChangeOrigin] { changes.compactMap(\.origin).withoutRepetition() }
  package var students: Set<Username> { Set(changes.map(\.cell.username)) }
  package var items: [ItemIdentifier] { changes.map(\.cell.identifier).withoutRepetition() }
}
