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

    /// Makes a change.
    public init(
      cell: GradeCell, oldValue: GradeValue?, oldNote: String?, newValue: GradeValue?,
      newNote: String?
    ) {
      self.cell = cell
      self.oldValue = oldValue
      self.oldNote = oldNote
      self.newValue = newValue
      self.newNote = newNote
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
}
