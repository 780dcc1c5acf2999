import Foundation
import GRDB
import GradesClient
import SQLite

/// The form of values in the drafts' file: a letter for the type, then the text; NULL for nothing.
enum DraftColumns {
  static func blob(_ text: String?) -> Data? { text.map { Data($0.utf8) } }

  /// Reads a text; throws SQLite's "mismatch" for bytes that are none, because repairing them would
  /// change what a user wrote.
  static func text(_ blob: Data?) throws -> String? {
    guard let blob else { return nil }
    guard let text = String(validating: blob, as: UTF8.self) else {
      throw DatabaseError(resultCode: .SQLITE_MISMATCH)
    }
    return text
  }

  static func blob(_ value: GradeValue?) -> Data? {
    switch value {
    case nil: nil
    // Swift's own text of a number is the shortest that reads back as the same number.
    case .number(let number): blob("n\(number)")
    case .text(let text): blob("t" + text)
    case .flag(let flag): blob(flag ? "b1" : "b0")
    }
  }

  /// Reads a value; throws SQLite's "mismatch" for bytes that ``blob(_:)-(GradeValue?)`` never
  /// makes, because guessing would change a grade.
  static func value(_ blob: Data?) throws -> GradeValue? {
    guard let blob else { return nil }
    let rest = try text(blob.dropFirst()) ?? ""
    switch blob.first {
    case UInt8(ascii: "n"):
      guard let number = Double(rest) else { throw DatabaseError(resultCode: .SQLITE_MISMATCH) }
      return .number(number)
    case UInt8(ascii: "t"): return .text(rest)
    case UInt8(ascii: "b") where rest == "1" || rest == "0": return .flag(rest == "1")
    default: throw DatabaseError(resultCode: .SQLITE_MISMATCH)
    }
  }
}

extension Row {
  func text(_ column: String) throws -> String? { try DraftColumns.text(value(column)) }

  /// A text that is kept as bytes and never missing or empty.
  func requiredText(_ column: String) throws -> String {
    guard let text = try text(column), !text.isEmpty else {
      throw DatabaseError(resultCode: .SQLITE_MISMATCH)
    }
    return text
  }

  /// What a change came from. One that cannot be read is not known: only the history shows it.
  func origin() -> ChangeOrigin? {
    guard let origin = try? text("origin") else { return nil }
    return ChangeOrigin(origin)
  }

  func gradeValue(_ column: String) throws -> GradeValue? {
    try DraftColumns.value(value(column))
  }
}

extension Gradebook {
  static let sqlCondition = "host = ? AND user = ? AND course = ? AND semester = ?"

  var sqlArguments: StatementArguments {
    owner.sqlArguments + [course.rawValue, semester.rawValue]
  }

  init(_ row: Row) throws {
    guard let semester = SemesterCode(try row.value("semester")) else {
      throw DatabaseError(resultCode: .SQLITE_MISMATCH)
    }
    self.init(
      owner: DraftOwner(host: try row.value("host"), username: Username(try row.value("user"))),
      course: CourseCode(try row.value("course")), semester: semester)
  }
}

extension DraftOwner {
  static let sqlCondition = "host = ? AND user = ?"

  var sqlArguments: StatementArguments { [host, username.rawValue] }
}

extension GradeCell {
  static let sqlCondition = "username = ? AND identifier = ?"

  var sqlArguments: StatementArguments {
    [DraftColumns.blob(username.rawValue), DraftColumns.blob(identifier.rawValue)]
  }

  init(_ row: Row) throws {
    self.init(
      Username(try row.requiredText("username")), ItemIdentifier(try row.requiredText("identifier"))
    )
  }
}

extension DraftEdit {
  init(_ row: Row) throws {
    let base = RecordedValue(
      value: try row.gradeValue("baseValue"), note: try row.text("baseNote"),
      updatedAt: try row.time("baseUpdatedAt"), author: try row.text("baseAuthor"))
    self.init(
      cell: try GradeCell(row), base: base, value: try row.gradeValue("value"),
      note: try row.text("note"), origin: row.origin())
  }
}

extension Draft {
  init(_ row: Row) throws {
    let isSending: Bool = try row.value("isSending")
    let isConflict: Bool = try row.value("isConflict")
    let code = try row.value("reason", as: String?.self).flatMap(DraftReason.Code.init)
    let detail = try row.text("detail")
    self.init(
      id: try row.value("id"), gradebook: try Gradebook(row), edit: try DraftEdit(row),
      createdAt: try Row.time(row.time("createdAt"), "createdAt"),
      reason: (isConflict ? .conflict : code).map { DraftReason($0, detail: detail) },
      batch: try row.value("batch"), sentAt: try row.time("sentAt"),
      confirmAfter: isSending ? try Row.time(row.time("confirmAfter"), "confirmAfter") : nil)
  }
}
