import Foundation
import GradesClient

/// A change in the log: of one of the user's own results, or of a student's value in a taught course.
package struct LoggedChange: Hashable, Sendable, Identifiable {
  package enum Kind: String, Sendable {
    /// An own result.
    case result
    /// An own total of the overview that no item shows; its identifier is the word of `classificationType`.
    case total
    /// A student's value in a taught course.
    case taught
  }

  /// Its number in the log, greater for later ones; negative for what is only in the history.
  package var id: Int64 = 0
  /// The number of the log's entry that it is, or that it is a part of; nil for what is only in the history.
  var number: Int64?
  package var kind = Kind.result
  package var course: CourseCode
  package var semester: SemesterCode
  /// The student of a taught course, with the names that the cache has; nil for the user's own results.
  package var student: Student?
  package var identifier: ItemIdentifier
  /// The item's names, in the languages that the response had.
  package var names: [LocalizedName] = []
  /// The old value; nil means not graded.
  package var from: GradeValue?
  /// The new value; nil means not graded, or a removed item.
  package var to: GradeValue?
  package var noteFrom: String?
  package var noteTo: String?
  /// The time of the change by the service's clock; nil where the service did not give it.
  package var changedAt: Date?
  /// A username, or a UUID for programs; nil where the service did not give it.
  package var author: String?
  /// The last moment at which the old value was seen; nil if it never was.
  package var seenAfter: Date?
  /// The first moment at which the new value was seen.
  package var seenAt: Date
  /// Whether the course does not have the item any longer, or hides it.
  package var isRemoved = false
  /// Whether it is a sum or a grade that follows from the changes before it.
  package var isConsequence = false
  /// The newest entry of the log when the old value was last seen.
  var before: Int64 = 0
  /// The number of the user's own published batch that made the change; nil for others' changes.
  package var batch: Int64?
  /// Whether the user made the change.
  package var isOwn = false
  /// Whether the user has not seen it yet.
  package var isNew = false

  /// When it happened as far as is known: by the service's clock, else when it was seen.
  package var time: Date { changedAt ?? seenAt }

  /// The cell of a taught course.
  var cell: GradeCell { GradeCell(student?.username ?? Username(""), identifier) }

  var isChange: Bool { from != to || noteFrom != noteTo }

  /// The item's name in a language, else in another one, else its identifier.
  package func name(in language: ServiceLanguage) -> String {
    (names.first { $0.language == language.rawValue } ?? names.first)?.name
      ?? identifier.rawValue
  }
}

/// What the log stores of a change beside the columns of its table.
extension LoggedChange: StoredDocument {
  static let format = 1

  init(from reader: inout DocumentReader) throws {
    self.init(
      course: try reader.value(), semester: try reader.value(), identifier: try reader.value(),
      names: try reader.list(), from: try reader.optionalValue(), to: try reader.optionalValue(),
      noteFrom: try reader.optional { try $0.string() },
      noteTo: try reader.optional { try $0.string() },
      seenAfter: try reader.optional { try $0.date() }, seenAt: try reader.date(),
      isRemoved: try reader.bool(), isConsequence: try reader.bool())
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(course)
    writer.write(semester)
    writer.write(identifier)
    writer.write(names)
    writer.write(from)
    writer.write(to)
    writer.write(noteFrom)
    writer.write(noteTo)
    writer.write(seenAfter)
    writer.write(seenAt)
    writer.write(isRemoved)
    writer.write(isConsequence)
  }
}
