import Foundation
import JSON

extension JSONNode {
  /// Milliseconds since 1970 UTC (Service contract, 3.6), in years of four digits: others are no
  /// time of a change, and calendars cannot take them.
  func date() throws(JSONTypeError) -> Date {
    let milliseconds = try number()
    guard (-62_135_596_800_000...253_402_300_799_999).contains(milliseconds) else {
      throw unreadable
    }
    return Date(milliseconds: milliseconds)
  }

  /// A value of its own JSON type, whatever type its definition promises (Service contract, 3.6).
  package func value() throws(JSONTypeError) -> GradeValue? {
    switch kind {
    case .null: return nil
    case .true: return .flag(true)
    case .false: return .flag(false)
    case .string: return .text(try string())
    case .number: return .number(try number())
    case .object, .array: throw unreadable
    }
  }
}

extension Date {
  /// Milliseconds since 1970 UTC, as the service writes times (Service contract, 3.6).
  package var milliseconds: Int { Int((timeIntervalSince1970 * 1000).rounded()) }

  package init(milliseconds: Double) {
    self.init(timeIntervalSince1970: milliseconds / 1000)
  }
}

extension JSONObject {
  /// A date in milliseconds; an empty text counts as missing.
  func date(_ name: StaticString) throws(JSONTypeError) -> Date? {
    guard let node = self[name] else { return nil }
    if node.kind == .string, try node.string().isEmpty { return nil }
    return try node.date()
  }
}

extension GradeValue: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .number(let number): writer.value(number)
    case .text(let text): writer.value(text)
    case .flag(let flag): writer.value(flag)
    }
  }
}
