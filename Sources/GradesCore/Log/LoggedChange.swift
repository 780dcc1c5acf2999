import Foundation
import GRDB
import GradesClient
import SQLite

/// A change in the log: of one of the user's own results, or of a student's value in a taught course.
package struct LoggedChange: Hashable, Sendable, Identifiable {
  package enum Kind: String, Sendable {
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
  package var names: [LocalizedName] = []
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
  package var isOwn = false
  package var isNew = false

  /// When it happened as far as is known: by the service's clock, else when it was seen.
  package var time: Date { changedAt ?? seenAt }

  var cell: GradeCell { GradeCell(student?.username ?? Username(""), identifier) }

  var isChange: Bool { from != to || noteFrom != noteTo }

  /// The item's name in a language, else in another one, else its identifier.
  package func name(in language: ServiceLanguage) -> String {
    (names.first { $0.language == language.rawValue } ?? names.first)?.name
      ?? identifier.rawValue
  }
}

extension LoggedChange {
  /// Reads an entry; throws for a damaged one, which is lost like all other data of a damaged file.
  init(_ row: Row) throws {
    guard let kind = Kind(rawValue: try row.value("kind")),
      let semester = SemesterCode(try row.value("semester"))
    else { throw DatabaseError(resultCode: .SQLITE_MISMATCH) }
    let names = try row.value("document", as: Data.self)
    self.init(
      id: try row.value("id"), kind: kind, course: CourseCode(try row.value("course")),
      semester: semester, identifier: ItemIdentifier(try row.requiredText("item")),
      names: names.isEmpty ? [] : try JSONDecoder().decode([LocalizedName].self, from: names),
      from: try row.gradeValue("fromValue"), to: try row.gradeValue("toValue"),
      noteFrom: try row.text("fromNote"), noteTo: try row.text("toNote"),
      changedAt: try row.time("changedAt"), author: try row.text("author"),
      seenAfter: try row.time("seenAfter"), seenAt: try Row.time(row.time("seenAt"), "seenAt"),
      isRemoved: try row.value("isRemoved"), isConsequence: try row.value("isConsequence"),
      before: try row.value("before"))
    number = id
    if kind == .taught {
      let username = Username(try row.requiredText("student"))
      student = Student(username: username, firstName: nil, lastName: nil)
    }
  }
}
