import Foundation
import GRDB
import GradesServer
import SQLite

/// A value with its trace, as the service keeps it.
public struct StoredCell: Hashable, Sendable {
  /// The value; nil when it was cleared.
  public let value: CellValue?
  /// The note; may be empty.
  public let note: String?
  /// The time of the last change, in the precision of milliseconds.
  public let changedAt: Date?
  /// Who changed it: a username, `system`, or the id of a program.
  public let author: String?

  /// Describes a cell.
  public init(value: CellValue?, note: String?, changedAt: Date?, author: String?) {
    self.value = value
    self.note = note
    self.changedAt = changedAt
    self.author = author
  }
}

extension Control {
  /// Changes a cell as a colleague would, at the service's time and without a notification.
  ///
  /// - Parameters:
  ///   - course: the course's code.
  ///   - semester: a code; nil means the current semester.
  ///   - username: the student.
  ///   - item: the item's identifier.
  ///   - value: nil clears the cell.
  ///   - note: the note of the value.
  ///   - author: the username under which it is kept.
  public func changeAsColleague(
    course: String, semester: String? = nil, username: String, item: String, value: CellValue?,
    note: String? = "", author: String = DemoAccounts.colleague.username
  ) async throws {
    let time = milliseconds(now())
    try await store.write { database in
      let cell = try Self.find(course, semester, username, item, in: database)
      let change = Change(person: cell.person, item: cell.item, value: value, note: note)
      try database.apply(
        [change], in: cell.course, items: try database.items(of: cell.course), at: time, by: author,
        notifying: false)
    }
  }

  /// What is stored for a cell, read without a request; nil when nothing ever was.
  public func cell(
    course: String, semester: String? = nil, username: String, item: String
  ) async throws -> StoredCell? {
    try await store.read { database in
      let cell = try Self.find(course, semester, username, item, in: database)
      return try database.results(of: cell.person, in: cell.course.id)[cell.item.id].map {
        StoredCell(
          value: $0.value, note: $0.note,
          changedAt: $0.changedAt.map { Date(timeIntervalSince1970: Double($0) / 1000) },
          author: $0.author)
      }
    }
  }

  /// Makes another semester the current one.
  public func setCurrentSemester(_ code: String) async throws {
    try await store.write { try $0.set("currentSemester", to: code) }
  }

  /// How many notifications a student has, read and unread.
  public func notificationCount(of username: String) async throws -> Int {
    try await store.read { database in
      guard let person = try database.person(username) else { throw Failure.unknownUser }
      return try database.row(
        "SELECT COUNT(*) FROM notification WHERE personId = ?", [person.id])?.value(0) ?? 0
    }
  }

  private static func find(
    _ code: String, _ semester: String?, _ username: String, _ identifier: String,
    in database: ServiceDatabase
  ) throws -> (course: CourseRow, person: Int, item: ItemRow) {
    let semester = try semester ?? database.currentSemester()
    guard let course = try database.course(code, in: semester) else { throw Failure.unknownCourse }
    guard let student = try database.student(username, in: course) else {
      throw Failure.unknownStudent
    }
    guard let item = try database.items(of: course).first(where: { $0.identifier == identifier })
    else { throw Failure.unknownItem }
    return (course, student.person.id, item)
  }
}
