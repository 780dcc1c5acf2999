import Foundation

/// A value that a student has for an evaluation item; no value at all is `nil` of the optional.
///
/// `0`, `false` and "not graded" are three different things (Service contract, 3.6).
public enum GradeValue: Hashable, Sendable {
  case number(Double)
  case text(String)
  case flag(Bool)
}

/// A value with what the service remembers of its last change.
public struct RecordedValue: Hashable, Sendable {
  /// The value; nil means not graded.
  public var value: GradeValue?
  /// The note; never empty.
  public var note: String?
  /// When the value last changed, in the precision of milliseconds.
  public var updatedAt: Date?
  /// Who changed it last: a username, `system` for computed items, a UUID for programs.
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
}
