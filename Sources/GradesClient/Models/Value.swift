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

/// A value with its note and last change.
public struct RecordedValue: Hashable, Sendable {
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
}
