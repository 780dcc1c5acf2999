import Foundation
import GradesClient

/// A changed value of a student, as a teacher's program saw it.
public struct CourseChange: Hashable, Sendable {
  /// The student.
  public var username: Username
  /// The item, never a computed one.
  public var identifier: ItemIdentifier
  /// The old value; nil means not graded.
  public var from: GradeValue?
  /// The new value; nil means not graded.
  public var to: GradeValue?
  /// The old note.
  public var noteFrom: String?
  /// The new note.
  public var noteTo: String?
  /// The time of the change by the service's clock; nil where the service did not give it.
  public var changedAt: Date?
  /// A username, or a UUID for programs; nil where the service did not give it.
  public var author: String?
  /// The last moment at which the old value was seen; nil if it never was.
  public var seenAfter: Date?
  /// The first moment at which the new value was seen.
  public var seenAt: Date
  /// The number of the user's own published batch that made the change; nil for others' changes.
  public var batch: Int64?

  /// Makes a change.
  public init(
    username: Username, identifier: ItemIdentifier, from: GradeValue?, to: GradeValue?,
    noteFrom: String? = nil, noteTo: String? = nil, changedAt: Date? = nil,
    author: String? = nil, seenAfter: Date?, seenAt: Date, batch: Int64? = nil
  ) {
    self.username = username
    self.identifier = identifier
    self.from = from
    self.to = to
    self.noteFrom = noteFrom
    self.noteTo = noteTo
    self.changedAt = changedAt
    self.author = author
    self.seenAfter = seenAfter
    self.seenAt = seenAt
    self.batch = batch
  }

  /// When it happened as far as is known: by the service's clock, else when it was seen.
  public var time: Date { changedAt ?? seenAt }

  /// The cell.
  public var cell: GradeCell { GradeCell(username, identifier) }

  /// Whether a user made the change, by the history or by what the service says.
  public func isOwn(of user: Username) -> Bool { batch != nil || author == user.rawValue }
}

extension CourseChange: StoredDocument {
  static let kind = "course-change"
  static let format = 1

  init(from reader: inout DocumentReader) throws {
    self.init(
      username: try reader.value(), identifier: try reader.value(),
      from: try reader.optionalValue(), to: try reader.optionalValue(),
      noteFrom: try reader.optional { try $0.string() },
      noteTo: try reader.optional { try $0.string() },
      changedAt: try reader.optional { try $0.date() },
      author: try reader.optional { try $0.string() },
      seenAfter: try reader.optional { try $0.date() }, seenAt: try reader.date(),
      batch: try reader.optional { Int64(try $0.int()) })
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(username)
    writer.write(identifier)
    writer.write(from)
    writer.write(to)
    writer.write(noteFrom)
    writer.write(noteTo)
    writer.write(changedAt)
    writer.write(author)
    writer.write(seenAfter)
    writer.write(seenAt)
    writer.write(batch.map { Int($0) })
  }
}
