/// Untrusted text, made harmless: it cannot move the cursor, change the terminal or reverse the
/// reading direction.
///
/// * Line breaks of every kind and tabs become a space (on one line) or a line feed and spaces, if they
///   are not kept.
/// * Other control characters become the picture of their name (`␛` for escape).
/// * The controls U+0080–U+009F, which some terminals obey like an escape sequence, and characters
///   that reverse or hide text (bidirectional embeddings, overrides and isolates, see Unicode TR36)
///   become `�`.
package enum SafeText {
  package static func singleLine(_ text: String) -> String {
    harmless(text, blanks: .become(lineBreak: " ", tab: " "))
  }

  /// The text with its lines, separated by line feeds.
  package static func multiLine(_ text: String) -> String {
    harmless(text, blanks: .become(lineBreak: "\n", tab: "    "))
  }

  /// The text with its tabs, carriage returns and line feeds as they are, for a file format that
  /// can hold them.
  package static func keepingBlanks(_ text: String) -> String {
    harmless(text, blanks: .stay)
  }

  private enum Blanks {
    case stay
    case become(lineBreak: Unicode.Scalar, tab: String)
  }

  private static func harmless(_ text: String, blanks: Blanks) -> String {
    guard needsWork(text) else { return text }
    var result = String.UnicodeScalarView()
    result.reserveCapacity(text.utf8.count)
    var followsReturn = false
    for scalar in text.unicodeScalars {
      defer { followsReturn = scalar == "\r" }
      switch (scalar.value, blanks) {
      case (0x09...0x0A, .stay), (0x0D, .stay), (0x2028...0x2029, .stay): result.append(scalar)
      case (0x0A, .become) where followsReturn: continue
      case (0x0A...0x0D, .become(let lineBreak, _)), (0x85, .become(let lineBreak, _)),
        (0x2028...0x2029, .become(let lineBreak, _)):
        result.append(lineBreak)
      case (0x09, .become(_, let tab)): result.append(contentsOf: tab.unicodeScalars)
      default: result.append(harmless(scalar))
      }
    }
    return String(result)
  }

  private static func harmless(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x00..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    case 0x80...0x9F, 0x202A...0x202E, 0x2066...0x206F, 0xFFF9...0xFFFB: "\u{FFFD}"
    default: scalar
    }
  }

  /// Whether a text may contain anything to replace, judged by its bytes. Few texts do, and copying
  /// each cell of a large table would cost more than this check.
  private static func needsWork(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var previous: UInt8 = 0
      for byte in bytes {
        if byte < 0x20 || byte == 0x7F { return true }
        // C2 80…9F are the second controls; E2 80/81 and EF BF lead to the other characters.
        if previous == 0xC2, byte < 0xA0 { return true }
        if previous == 0xE2, byte <= 0x81 { return true }
        if previous == 0xEF, byte == 0xBF { return true }
        previous = byte
      }
      return false
    }
  }
}
