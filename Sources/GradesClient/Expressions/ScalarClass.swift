/// A set of characters, as `[a-z]` or `\d` name it.
struct ScalarClass: Sendable {
  /// The character of a literal; nil for others.
  var literal: Unicode.Scalar?
  let contains: @Sendable (Unicode.Scalar) -> Bool

  init(_ contains: @escaping @Sendable (Unicode.Scalar) -> Bool) { self.contains = contains }

  init(_ scalar: Unicode.Scalar) {
    literal = scalar
    contains = { $0 == scalar }
  }

  /// `\d`, `\w`, `\s` and their opposites by the letter after the backslash.
  init?(escape letter: Unicode.Scalar) {
    let isMember: @Sendable (Unicode.Scalar) -> Bool
    switch letter {
    case "d", "D": isMember = { "0"..."9" ~= $0 }
    case "w", "W":
      isMember = { "0"..."9" ~= $0 || "A"..."Z" ~= $0 || "a"..."z" ~= $0 || $0 == "_" }
    case "s", "S": isMember = { 9...13 ~= $0.value || $0 == " " }
    default: return nil
    }
    let isOpposite = "A"..."Z" ~= letter
    contains = { isMember($0) != isOpposite }
  }
}
