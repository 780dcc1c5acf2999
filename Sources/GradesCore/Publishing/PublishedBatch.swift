import Foundation
import GradesClient

/// What one publishing changed, as the history remembers it (Product rules, History).
public struct PublishedBatch: Hashable, Sendable, Identifiable {
  /// The number for `grades undo`; higher ones are later.
  public let id: Int64
  /// The user, the course and the semester.
  public let gradebook: Gradebook
  /// When the changes were seen at the service.
  public let publishedAt: Date
  /// Whether the students were to be notified.
  public let notified: Bool
  /// The changes that were seen at the service, by student and item; never empty.
  public let changes: [DraftEdit]

  /// What the changes came from, each once.
  public var origins: [ChangeOrigin] { changes.compactMap(\.origin).withoutRepetitions() }
  /// The students whose values were changed.
  public var students: Set<Username> { Set(changes.map(\.cell.username)) }
  /// The items of the changes, each once.
  public var items: [ItemIdentifier] { changes.map(\.cell.identifier).withoutRepetitions() }
}

extension Array where Element: Hashable {
  /// The elements, each where it stands first.
  fileprivate func withoutRepetitions() -> [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
