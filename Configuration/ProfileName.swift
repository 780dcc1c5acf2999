/// The name of one of several logins at a host (Product rules, Profiles).
///
/// It is part of file names, of addresses in the keyring and of command lines, so it has letters and
/// digits of ASCII, `-`, `_` and `.`, begins with a letter or a digit, and is short.
package struct ProfileName: Hashable, Sendable, CustomStringConvertible {
  package static let longest = 40

  package let rawValue: String

  package var description: String { rawValue }

  /// Reads a name; nil for a text that is none.
  package init?(_ text: String) {
    guard (1...Self.longest).contains(text.utf8.count), let first = text.utf8.first,
      first.isLetterOrDigit,
      text.utf8.allSatisfy({ $0.isLetterOrDigit || "-_.".utf8.contains($0) })
    else { return nil }
    rawValue = text
  }

  /// The profile of a run: that of the command line, else that of the environment; nil for the login
  /// without a name.
  static func resolve(
    flag: String?, environment: [String: String]
  ) throws(ConfigurationError) -> ProfileName? {
    if let flag { return try read(flag, from: "--profile") }
    guard let text = environment[variable], !text.isEmpty else { return nil }
    return try read(text, from: variable)
  }

  package static let variable = "GRADES_PROFILE"

  private static func read(
    _ text: String, from key: String
  ) throws(ConfigurationError) -> ProfileName {
    guard !text.isEmpty else { throw ConfigurationError(key: key, reason: .empty) }
    guard let name = ProfileName(text) else {
      throw ConfigurationError(key: key, reason: .invalidProfile(text))
    }
    return name
  }
}

extension UInt8 {
  /// Whether it is a letter or a digit of ASCII.
  package var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
