/// A text as a scalar of YAML, on one line, that reads as the same text again.
enum YAMLText {
  /// Writes a text: plain where that is safe, else in the quotes that need no escapes, else escaped.
  static func scalar(_ text: String) -> String {
    let scalars = text.unicodeScalars
    if isPlain(text) { return text }
    guard scalars.allSatisfy(isShown) else { return doubleQuoted(text) }
    guard scalars.contains("'") else { return "'\(text)'" }
    return doubleQuoted(text)
  }

  /// Writes a number with the fewest digits that give the same value again.
  static func scalar(_ number: Double) -> String {
    guard let whole = Int(exactly: number), abs(number) < 1e15 else { return "\(number)" }
    // Int has no negative zero; it equals zero.
    return "\(whole)"
  }

  /// Words that YAML or its older versions take for something else than a text.
  private static let reserved: Set = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]

  /// Whether a text without quotes is read as itself.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last,
      first.properties.isAlphabetic || first == "_", last != " ", last != ":",
      !reserved.contains(text.lowercased()), text.unicodeScalars.allSatisfy(isShown)
    else { return false }
    // What ends a plain text, byte by byte: a mark may follow and make one character of both.
    let bytes = Array(text.utf8)
    return !zip(bytes, bytes.dropFirst()).contains { pair in
      pair == (UInt8(ascii: ":"), UInt8(ascii: " "))
        || pair == (UInt8(ascii: " "), UInt8(ascii: "#"))
    }
  }

  /// Whether a character needs no escape: neither a control, nor one that reorders or hides text.
  static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      false
    case .spaceSeparator: scalar == " "
    default: true
    }
  }

  private static func doubleQuoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default:
        if isShown(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          let count = scalar.value > 0xFFFF ? 8 : 4
          result +=
            (count == 8 ? "\\U" : "\\u")
            + String(repeating: "0", count: count - digits.count) + digits
        }
      }
    }
    return result + "\""
  }
}
