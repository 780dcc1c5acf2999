/// The reasons why a text is not a path below the service's address.
public enum InvalidServicePath: Error, Hashable, Sendable, CaseIterable {
  /// It contains `#`, which is never sent.
  case fragment
  /// A control character, such as a line break, encoded or not.
  case controlCharacter
  /// `.` or `..`, encoded any number of times or not, which servers resolve to another path.
  case dots
  /// Nothing between two slashes; `//host` would be another host.
  case emptyPart
  /// A backslash, which some servers read as a slash.
  case backslash
  /// A percent sign that does not begin an escape of two hexadecimal digits, or escapes that are
  /// not UTF-8.
  case percent
  /// A complete address that is not below the service's own.
  case otherAddress
}
