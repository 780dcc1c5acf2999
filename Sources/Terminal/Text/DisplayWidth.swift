/// How many cells of a terminal a text takes.
///
/// A grapheme cluster (a letter with its accents, a flag, a family emoji) is measured as one
/// character. The wide characters follow Unicode's `EastAsianWidth.txt`; emoji
/// follow UTS #51: what is shown as an emoji takes two cells. Ambiguous characters take one, as in
/// every terminal whose locale is not East Asian.
package enum DisplayWidth {
  /// The distance between two tab stops, in cells.
  package static let tabStop = 8

  /// The cells that a text takes when it starts at a column.
  ///
  /// - Parameters:
  ///   - text: one line; line breaks and other controls take no cell.
  ///   - column: where the text starts, counted from 0; only tabs depend on it.
  package static func of(_ text: some StringProtocol, from column: Int = 0) -> Int {
    if let width = widthOfSimpleText(text) { return width }
    var end = column
    for character in text {
      end += of(character, at: end)
    }
    return end - column
  }

  /// The cells that one character takes at a column (only a tab depends on the column).
  package static func of(_ character: Character, at column: Int = 0) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first == "\t" { return tabStop - column % tabStop }
    let rest = scalars.dropFirst()
    if rest.isEmpty { return of(first) }
    if isEmojiSequence(first: first, rest: rest) { return 2 }
    if rest.first == Self.textSelector { return 1 }
    // Not an emoji: marks take no cell of their own, but a conjunct of two letters takes both.
    return scalars.reduce(0) { $0 + of($1) }
  }

  /// The cells that a scalar takes on its own: 0, 1 or 2.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x20 || (0x7F..<0xA0).contains(value) { return 0 }
    if value < 0x300 { return 1 }
    if isZeroWidth(scalar) { return 0 }
    return WideRanges.contains(value) ? 2 : 1
  }

  private static let textSelector: Unicode.Scalar = "\u{FE0E}"
  private static let emojiSelector: Unicode.Scalar = "\u{FE0F}"
  private static let joiner: Unicode.Scalar = "\u{200D}"

  /// The width of a text in which every scalar is a character of at most one cell; nil for any
  /// other text. Nearly every text is of this kind, and finding clusters costs ten times as much.
  private static func widthOfSimpleText(_ text: some StringProtocol) -> Int? {
    if let width = text.utf8.withContiguousStorageIfAvailable(widthOfLatinText) ?? nil {
      return width
    }
    var width = 0
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x20...0x7E, 0xA0...0x2FF, 0x2010...0x2027, 0x2190...0x21FF, 0x2500...0x259F:
        // An arrow or a digit before a selector is an emoji, but the selector ends this loop.
        width += 1
      default:
        return nil
      }
    }
    return width
  }

  /// The same for a text of basic and Latin letters alone, by its bytes: reading scalars out of them
  /// costs three times as much.
  private static func widthOfLatinText(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var width = 0
    var previous: UInt8 = 0
    for byte in bytes {
      switch byte {
      case 0x20...0x7E, 0xC2...0xCB: width += 1
      // The second byte of a letter. After C2, those up to 9F make a control.
      case 0x80...0xBF where previous > 0xC2 || byte >= 0xA0: break
      default: return nil
      }
      previous = byte
    }
    return width
  }

  private static func isEmojiSequence(
    first: Unicode.Scalar, rest: Substring.UnicodeScalarView
  ) -> Bool {
    guard first.properties.isEmoji else { return false }
    if isRegionalIndicator(first) { return rest.first.map(isRegionalIndicator) ?? false }
    return rest.contains {
      $0 == emojiSelector || $0 == joiner || $0.properties.isEmojiModifier
        || ("\u{E0020}"..."\u{E007F}").contains($0)
    }
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    ("\u{1F1E6}"..."\u{1F1FF}").contains(scalar)
  }

  private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Vowels and finals of Hangul stand in the cell of the initial before them.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return true
    case 0x2028, 0x2029: return true
    // These format characters are drawn: signs of numbers and of ends of verses.
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return true
    default: return false
    }
  }
}
