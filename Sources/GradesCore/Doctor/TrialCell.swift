import GradesClient
import JSON

/// The one cell that a trial writes, with what it has to get back.
public struct TrialCell: Hashable, Sendable {
  /// The host and the user.
  public var owner: DraftOwner
  /// The course.
  public var course: CourseCode
  /// The semester.
  public var semester: SemesterCode
  /// The student and the item.
  public var cell: GradeCell
  /// What the cell had before.
  public var original: TrialContent
  /// The group whose response has the authors of the student's values; nil where none has them.
  var group: String?
  /// What a trial writes there, besides nothing.
  var written: [JSONValue] = []
  /// The largest value of the item, if it has one.
  var maximum: Double?

  /// The note that a trial writes.
  static let note = "grades doctor"

  /// A value above the greatest one; nil where there is none, or too large a one to be counted exactly.
  var tooLarge: JSONValue? {
    maximum.flatMap {
      $0.magnitude < Self.largestWhole ? .integer(Int($0.rounded(.up)) + 1) : nil
    }
  }

  /// Above it, not every whole number is a `Double`.
  private static let largestWhole = 1e15

  /// Two values of an item's type inside its bounds, neither the one that the cell has; one, or none, where
  /// the bounds leave no more.
  static func values(of item: JSONValue, besides value: JSONValue) -> [JSONValue] {
    let candidates: [JSONValue]
    switch item["valueType"]?.text {
    case "STRING": candidates = ["A", "B", "C"].map(JSONValue.string)
    case "BOOLEAN": candidates = [.flag(true), .flag(false)]
    default:
      let least = item["minimumValue"]?.number ?? -.infinity
      let most = item["maximumValue"]?.number ?? .infinity
      // Small whole numbers are not rounded by anything; bounds without them are tried themselves.
      let first = least > 0 && least < largestWhole ? least.rounded(.up) : 0
      let whole = [first, first + 1, first + 2].filter { least <= $0 && $0 <= most }
        .map { JSONValue.integer(Int($0)) }
      let bounds = [item["minimumValue"], item["maximumValue"]].compactMap { $0 }
        .filter { $0 != .null }
      candidates = whole + bounds
    }
    var others: [JSONValue] = []
    for candidate in candidates
    where !candidate.isSame(as: value) && !others.contains(where: candidate.isSame) {
      others.append(candidate)
    }
    return others.isEmpty ? [.null] : Array(others.prefix(2))
  }

  /// An entry of a request that saves.
  func entry(_ value: JSONValue, _ note: String?, time: JSONValue) -> JSONValue {
    .object([
      .init("studentUsername", .string(cell.username.rawValue)),
      .init("classificationIdentifier", .string(cell.identifier.rawValue)),
      .init("value", value), .init("note", note.map(JSONValue.string) ?? .null),
      .init("timestamp", time),
    ])
  }
}
