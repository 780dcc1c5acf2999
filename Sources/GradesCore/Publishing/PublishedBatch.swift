import Foundation
import GradesClient

/// What one publishing changed, as the history remembers it (Product rules, History).
public struct PublishedBatch: Hashable, Sendable, Identifiable {
  /// One cell that was changed and seen at the service.
  public struct Change: Hashable, Sendable {
    /// The cell.
    public var cell: GradeCell
    /// What the service had before.
    public var oldValue: GradeValue?
    /// The note before.
    public var oldNote: String?
    /// What the service has had since.
    public var newValue: GradeValue?
    /// The note since.
    public var newNote: String?
    /// What the change came from; nil if that is not known.
    public var origin: ChangeOrigin?

    /// Makes a change.
    public init(
      cell: GradeCell, oldValue: GradeValue?, oldNote: String?, newValue: GradeValue?,
      newNote: String?, origin: ChangeOrigin? = nil
    ) {
      self.cell = cell
      self.oldValue = oldValue
      self.oldNote = oldNote
      self.newValue = newValue
      self.newNote = newNote
      self.origin = origin
    }
  }

  /// The number for `grades undo`; higher ones are later.
  public let id: Int64
  /// The user, the course and the semester.
  public let gradebook: Gradebook
  /// When the changes were seen at the service.
  public let publishedAt: Date
  /// Whether the students were to be notified.
  public let notified: Bool
  /// The changes, by student and item; never empty.
  public let changes: [Change]

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
