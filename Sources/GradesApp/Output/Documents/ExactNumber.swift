/// A number as machines read it: a dot, no separators of thousands, and the fewest digits that give
/// the same value again.
enum ExactNumber {
  /// The text of a number; nothing for infinity and what is not a number, which no format knows.
  static func text(_ number: Double) -> String? {
    guard number.isFinite else { return nil }
    if let integer = Int(exactly: number), integer.magnitude < 1 << 53 { return String(integer) }
    return number.description
  }
}
