import Foundation
import GradesClient

/// What one publishing changed, as the history remembers it (Product rules, History).
package struct PublishedBatch: Hashable, Sendable, Identifiable {
  /// The number for `grades undo`; higher ones are later.
  package let id: Int64
  /// The user, the course and the semester.
  package let gradebook: Gradebook
  /// When the changes were seen at the service.
  package let publishedAt: Date
  /// Whether the students were to be notified.
  package let notified: Bool
  /// The changes that were seen at the service, by student and item; never empty.
  package let changes: [DraftEdit]

  /// What the changes came from, each once.
  package var origins: [ChangeOrigin] { changes.compactMap(\.origin).withoutRepetition() }
  /// The students whose values were changed.
  package var students: Set<Username> { Set(changes.map(\.cell.username)) }
  /// The items of the changes, each once.
  package var items: [ItemIdentifier] { changes.map(\.cell.identifier).withoutRepetition() }
}
