import Foundation
import GRDB
import GradesClient

/// The form of values in the drafts' file: a letter for the type, then the text; NULL for nothing.
enum DraftColumns {
  static func blob(_ text: String?) -> Data? { text.map { Data($0.utf8) } }

  static func text(_ blob: Data?) -> String? { blob.map { String(decoding: $0, as: UTF8.self) } }

  static func blob(_ value: GradeValue?) -> Data? {
    switch value {
    case nil: nil
    // Swift's own text of a number is the shortest that reads back as the same number.
    case .number(let number): blob("n\(number)")
    case .text(let text): blob("t" + text)
    case .flag(let flag): blob(flag ? "b1" : "b0")
    }
  }

  /// Reads a value; throws SQLite's "corrupt" for bytes that ``blob(_:)-(GradeValue?)`` never
  /// makes, because guessing would change a grade.
  static func value(_ blob: Data?) throws -> GradeValue? {
    guard let blob else { return nil }
    let rest = String(decoding: blob.dropFirst(), as: UTF8.self)
    switch blob.first {
    case UInt8(ascii: "n"):
      guard let number = Double(rest) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
      return .number(number)
    case UInt8(ascii: "t"): return .text(rest)
    case UInt8(ascii: "b") where rest == "1" || rest == "0": return .flag(rest == "1")
    default: throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
  }
}

extension Gradebook {
  /// The condition for the rows of a gradebook, with ``sqlArguments``.
  static let sqlCondition = "host = ? AND user = ? AND course = ? AND semester = ?"

  var sqlArguments: StatementArguments {
    owner.sqlArguments + [course.rawValue, semester.rawValue]
  }

  init(_ row: Row) throws {
    guard let semester = SemesterCode(row["semester"]) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
    self.init(
      owner: DraftOwner(host: row["host"], username: Username(row["user"])),
      course: CourseCode(row["course"]), semester: semester)
  }
}

extension DraftOwner {
  /// The condition for the rows of an owner, with ``sqlArguments``.
  static let sqlCondition = "host = ? AND user = ?"

  var sqlArguments: StatementArguments { [host, username.rawValue] }
}

extension GradeCell {
  static let sqlCondition = "username = ? AND identifier = ?"

  var sqlArguments: StatementArguments {
    [DraftColumns.blob(username.rawValue), DraftColumns.blob(identifier.rawValue)]
  }

  init(_ row: Row) {
    self.init(
      Username(DraftColumns.text(row["username"]) ?? ""),
      ItemIdentifier(DraftColumns.text(row["identifier"]) ?? ""))
  }
}

extension Draft {
  init(_ row: Row) throws {
    let base = RecordedValue(
      value: try DraftColumns.value(row["baseValue"]), note: DraftColumns.text(row["baseNote"]),
      updatedAt: (row["baseUpdatedAt"] as Double?).map(Date.init(timeIntervalSince1970:)),
      author: DraftColumns.text(row["baseAuthor"]))
    let isSending: Bool = row["isSending"]
    let isConflict: Bool = row["isConflict"]
    self.init(
      id: row["id"], gradebook: try Gradebook(row),
      edit: DraftEdit(
        cell: GradeCell(row), base: base, value: try DraftColumns.value(row["value"]),
        note: DraftColumns.text(row["note"])),
      createdAt: Date(timeIntervalSince1970: row["createdAt"]),
      state: isSending ? .sending : isConflict ? .conflict : .draft,
      reason: (row["reason"] as String?).flatMap(DraftReason.Code.init(rawValue:)).map {
        DraftReason($0, detail: DraftColumns.text(row["detail"]))
      },
      batch: row["batch"])
  }
}
