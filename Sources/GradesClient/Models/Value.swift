import Foundation

/// A student's value of an evaluation item; a missing value is `nil` of the optional.
///
/// `0`, `false` and "not graded" are three different things (Service contract, 3.6).
public enum GradeValue: Hashable, Sendable {
  /// A number, such as points.
  case number(Double)
  /// A text, such as a letter.
  case text(String)
  /// Yes or no.
  case flag(Bool)
}

extension GradeValue: Codable {
  /// Reads a number, a text, or yes or no.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  /// Writes a number, a text, or yes or no.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .number(let number): try number.encode(to: encoder)
    case .text(let text): try text.encode(to: encoder)
    case .flag(let flag): try flag.encode(to: encoder)
    }
  }
}

extension GradeValue: CustomStringConvertible {
  /// The number, the text, or "yes" or "no".
  public var description: String {
    switch self {
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    case .text(let text): text
    case .flag(let flag): flag ? "yes" : "no"
    }
  }
}

extension GradeValue: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral
{
  /// Makes a number of a literal, such as `7`.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }

  /// Makes a number of a literal, such as `7.5`.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// Makes a text of a literal, such as `"A"`.
  public init(stringLiteral value: String) { self = .text(value) }

  /// Makes yes or no of a literal.
  public init(booleanLiteral value: Bool) { self = .flag(value) }
}

/// A value with its note and last change.
public struct RecordedValue: Codable, Hashable, Sendable {
  /// The value; nil means not graded.
  public var value: GradeValue?
  /// The note; never empty.
  public var note: String?
  /// The time of the last change, in milliseconds.
  public var updatedAt: Date?
  /// The author of the last change: a username, `system` for computed items, a UUID for programs.
  public var author: String?

  /// Makes a value; an empty note counts as none.
  public init(
    value: GradeValue?, note: String? = nil, updatedAt: Date? = nil, author: String? = nil
  ) {
    self.value = value
    self.note = note == "" ? nil : note
    self.updatedAt = updatedAt
    self.author = author
  }

  /// Whether the service has computed it, which its author shows.
  public var isComputed: Bool { author == "system" }

  /// Whether it is a value and nothing else, as in the groups' responses of 2018.
  package var isBare: Bool { value != nil && note == nil && updatedAt == nil && author == nil }
}
