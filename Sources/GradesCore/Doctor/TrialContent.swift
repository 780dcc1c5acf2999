import GradesClient
import JSON

/// A value and a note as the service has them.
public struct TrialContent: Hashable, Sendable {
  /// The value; null for none.
  package var value: JSONValue
  /// The note; nil for none.
  public var note: String?
  /// The time of the last change in milliseconds, with the service's digits; null where it gives none.
  var time: JSONValue = .null
  /// The author of the last change; nil where the service gives none.
  public var author: String?

  /// The value as people read it; nil for none.
  public var grade: GradeValue? {
    switch value {
    case .null: nil
    case .flag(let flag): .flag(flag)
    case .string(let text): .text(text)
    case .number: value.number.map(GradeValue.number)
    default: .text(value.jsonText)
    }
  }

  /// Whether there is a value.
  public var hasValue: Bool { value != .null }

  /// Whether there is neither a value nor a note, and no one is known to have cleared them.
  var isNothing: Bool { !hasValue && note == nil && time == .null && author == nil }

  /// Whether value and note are the same; time and author do not count.
  func isSame(as other: TrialContent) -> Bool {
    value.isSame(as: other.value) && note ?? "" == other.note ?? ""
  }

  /// Whether the cell was not written since another reading, as far as the service shows it.
  func isUntouched(since other: TrialContent) -> Bool {
    isSame(as: other) && time.isSame(as: other.time)
      && (author == nil || other.author == nil || author == other.author)
  }
}

extension TrialContent: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("value", value)
      writer.member("note", note)
      writer.member("time", time)
      writer.member("author", author)
    }
  }

  /// Reads what was written.
  init(stored: JSONValue) {
    self.init(
      value: stored["value"] ?? .null, note: stored["note"]?.text, time: stored["time"] ?? .null,
      author: stored["author"]?.text)
  }
}

extension JSONValue {
  /// Whether it is the same value; numbers may be written in other ways.
  func isSame(as other: JSONValue) -> Bool {
    if let number, let otherNumber = other.number { return number == otherNumber }
    return self == other
  }
}
