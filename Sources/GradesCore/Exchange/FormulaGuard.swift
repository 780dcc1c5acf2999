/// Keeps spreadsheets from running texts as formulas (Product rules, Tables).
///
/// A text that begins like a formula gets an apostrophe before it, which reading removes. So does
/// a text that begins with an apostrophe, because otherwise reading could not distinguish the two.
package enum FormulaGuard {
  private static let dangerous: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", mark,
  ]
  private static let mark: Unicode.Scalar = "'"

  package static func guarded(_ text: String) -> String {
    // Scalars, because "=" with an accent is one character to Swift and a formula to others.
    guard let first = text.unicodeScalars.first, dangerous.contains(first) else { return text }
    return "'" + text
  }

  /// The text as it was before it was guarded; other texts stay what they are.
  ///
  /// The formula `="0042"`, with which people keep spreadsheets from taking a text for a number, is its text.
  package static func restored(_ text: String) -> String {
    if text.hasPrefix("=\""), text.hasSuffix("\""), text.utf8.count > 2 {
      let inner = text.dropFirst(2).dropLast()
      return inner.contains("\"") ? text : String(inner)
    }
    guard text.utf8.first == UInt8(ascii: "'") else { return text }
    let rest = text.unicodeScalars.dropFirst()
    guard let first = rest.first, dangerous.contains(first) else { return text }
    return String(rest)
  }
}
