import GRDB
import GradesClient
import SQLite

/// A row of the drafts' file that cannot be read, with what is readable of where it belongs.
///
/// Such a row stays in the file, so that it can be repaired from a backup; everything else is used.
/// Only ``DraftStore/discardDamaged(of:)``, a new edit of the same cell, and erasing all of a user's data
/// remove it.
public struct DamagedRecord: Hashable, Sendable {
  /// What the row is.
  public enum Kind: Hashable, Sendable {
    /// A draft.
    case draft
    /// A publish in the history, or one of its changes.
    case batch
  }

  /// What the row is.
  public let kind: Kind
  /// Its number in the file: the draft's or the batch's.
  public let id: Int64
  /// The course.
  public let course: CourseCode?
  /// The semester.
  public let semester: SemesterCode?
  /// The student.
  public let username: Username?
  /// The item.
  public let identifier: ItemIdentifier?

  init(_ kind: Kind, id: Int64, _ row: Row) {
    self.kind = kind
    self.id = id
    course = (try? row.value("course")).map { CourseCode($0) }
    semester = (try? row.value("semester", as: String.self)).flatMap { SemesterCode($0) }
    username = (try? row.requiredText("username")).map { Username($0) }
    identifier = (try? row.requiredText("identifier")).map { ItemIdentifier($0) }
  }
}

/// Rows that were read, and those that cannot be.
struct ReadRows<Value: Sendable>: Sendable {
  var values: [Value] = []
  var damaged: [DamagedRecord] = []
}
