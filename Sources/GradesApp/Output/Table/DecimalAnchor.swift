import Terminal

/// The widths of a number before and from its decimal sign, in cells.
///
/// `7.25` and `12` have their units under each other in a column; so have `/ 40` and `min 3 ✓`. A
/// text without a digit (a dash, a word) ends where the units end.
struct DecimalAnchor: Hashable {
  let before: Int
  let after: Int

  init(_ text: StyledText) {
    let plain = text.text
    let width = plain.displayWidth
    guard let units = Self.endOfUnits(in: plain) else {
      (before, after) = (width, 0)
      return
    }
    // Only of plain ASCII every byte takes a cell.
    before =
      width == plain.utf8.count
      ? plain.utf8.distance(from: plain.startIndex, to: units) : DisplayWidth.of(plain[..<units])
    after = width - before
  }

  /// The end of the first run of digits; blanks that do not break may part its thousands.
  private static func endOfUnits(in text: String) -> String.Index? {
    let scalars = text.unicodeScalars
    guard var end = scalars.firstIndex(where: isDigit) else { return nil }
    while end < scalars.endIndex {
      if isDigit(scalars[end]) {
        end = scalars.index(after: end)
        continue
      }
      let next = scalars.index(after: end)
      let isThousandsSeparator = scalars[end] == "\u{A0}" || scalars[end] == "\u{202F}"
      guard isThousandsSeparator, next < scalars.endIndex, isDigit(scalars[next]) else { break }
      end = next
    }
    return end
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar)
  }
}
