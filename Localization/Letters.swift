import Foundation

/// The weight of each character in Czech order and its letter for a search.
///
/// A character is a base with marks on it. Bases order first; of the marks only the carons of
/// `č`, `ř`, `š` and `ž` make a letter of their own, `ď`, `ň`, `ť`, `ě` and everything with an acute
/// differ from the bare letter only when nothing else does (ČSN 97 6030; Unicode CLDR, `cs`).
struct Letter {
  /// The rank among all bases; 0 for a mark alone and for ignored characters.
  var base: UInt8 = 0
  /// The rank among all marks; 0 for none.
  var mark: UInt8 = 0
  var isUpper = false
  /// The ASCII letter, digit or sign that a search compares; 0 for none.
  var plain: UInt8 = 0

  // MARK: Bases

  /// Signs in their order, then digits, then letters; `ǥ` stands for the letter “ch”.
  private static let signs = Array(
    " _-–—,;:!¡?¿.…·'‘’‚\"“”„«»()[]{}§¶@*/\\&#%†•′″`´^¯¨¸°©®→+±÷×<=>¬|¦~−✓¤¢$£¥€"
      .unicodeScalars)
  private static let letters = Array("abcčdefghǥiıjklmnŋopqĸrřsštŧuvwxyzžþ".unicodeScalars)
  private static let firstSign: UInt8 = 2
  private static let firstDigit: UInt8 = 85
  private static let firstLetter: UInt8 = 100

  /// Precedes the code point of a sign without a rank of its own.
  static let otherSign: UInt8 = 84
  /// Precedes the code point of a letter of another script.
  static let otherLetter: UInt8 = 200

  static let c = base(of: "c"), h = base(of: "h"), ch = base(of: "ǥ")

  private static func base(of scalar: Unicode.Scalar) -> UInt8 {
    if let index = letters.firstIndex(of: scalar) { return firstLetter + UInt8(index) }
    if let index = signs.firstIndex(of: scalar) { return firstSign + UInt8(index) }
    guard "0"..."9" ~= scalar else { return 0 }
    return firstDigit + UInt8(scalar.value - 48)
  }

  /// The weight of a sign outside the table, such as a dash or a quotation mark; nil for others.
  static func sign(_ scalar: Unicode.Scalar) -> Letter? {
    guard scalar.value >= 0x2000, let index = signs.firstIndex(of: scalar) else { return nil }
    return Letter(base: firstSign + UInt8(index))
  }

  /// The letter that a caron makes of a base; nil when it stays the same letter.
  static func withCaron(_ base: UInt8) -> UInt8? {
    for (bare, letter) in carons where bare == base { return letter }
    return nil
  }

  private static let carons = [
    (base(of: "c"), base(of: "č")), (base(of: "r"), base(of: "ř")),
    (base(of: "s"), base(of: "š")), (base(of: "z"), base(of: "ž")),
  ]

  // MARK: Marks

  /// Acute, grave, breve, circumflex, caron, ring, diaeresis, double acute, tilde, dot above,
  /// cedilla, stroke, ogonek, macron (Unicode UCA, secondary weights).
  private static let marks = Array("´`u^vo:\"~.,/;-".unicodeScalars)
  private static let combining: [UInt32] = [
    0x301, 0x300, 0x306, 0x302, 0x30C, 0x30A, 0x308, 0x30B, 0x303, 0x307, 0x327, 0x338, 0x328,
    0x304,
  ]
  private static let firstMark: UInt8 = 3
  static let caron = firstMark + 4
  /// Precedes the code point of a mark without a rank of its own.
  static let otherMark: UInt8 = 60

  // MARK: The table

  /// U+0000 to U+017F; what is `?` in the drawing below is in `expansions` or a letter by itself.
  static let table: [Letter] = {
    var table = [Letter](repeating: Letter(), count: 0x180)
    for value in 0x20..<0x7F {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isUpper = "A"..."Z" ~= scalar
      let plain = UInt8(isUpper ? value + 32 : value)
      table[value] = Letter(
        base: base(of: Unicode.Scalar(plain)), isUpper: isUpper, plain: plain)
    }
    for white in [0x09, 0x0A, 0x0D, 0xA0] { table[white] = table[0x20] }
    for scalar in letters + signs where 0x7F..<0x180 ~= scalar.value {
      table[Int(scalar.value)].base = base(of: scalar)
    }
    for (scalar, plain) in [(0x131, "i"), (0x14B, "n"), (0x138, "k"), (0x167, "t")] {
      table[scalar].plain = plain.utf8.first ?? 0
    }
    for (upper, lower) in [(0x14A, 0x14B), (0x166, 0x167), (0xDE, 0xFE)] {
      table[upper] = table[lower]
      table[upper].isUpper = true
    }
    let bases = """
      AAAAAA?CEEEEIIII?NOOOOO??UUUUY??aaaaaa?ceeeeiiii?nooooo??uuuuy?y\
      AaAaAaCcCcCcCcDd??EeEeEeEeEeGgGgGgGgHh??IiIiIiIiI???JjKk?LlLlLl?\
      ???NnNnNn???OoOoOo??RrRrRrSsSsSsSsTtTt??UuUuUuUuUuUuWwYyYZzZzZz?
      """
    let drawn = """
      `´^~:o ,`´^:`´^: ~`´^~:  `´^:´  `´^~:o ,`´^:`´^: ~`´^~:  `´^:´ :\
      --uu;;´´^^..vvvv  --uu..;;vv^^uu..,,^^  ~~--uu;;.   ^^,, ´´,,vv \
         ´´,,vv   --uu""  ´´,,vv´´^^,,vv,,vv  ~~--uuoo"";;^^^^:´´..vv \n
      """
    for (offset, (letter, mark)) in zip(bases.utf8, drawn.unicodeScalars).enumerated() {
      guard letter != UInt8(ascii: "?"), let index = marks.firstIndex(of: mark) else { continue }
      var entry = table[Int(letter)]
      entry.mark = firstMark + UInt8(index)
      if entry.mark == caron, let own = withCaron(entry.base) {
        entry.base = own
        entry.mark = 0
      }
      table[0xC0 + offset] = entry
    }
    return table
  }()

  /// The parts of a character outside the table; nil when it is one letter or sign.
  static func expansion(of scalar: Unicode.Scalar) -> String? {
    if let known = expansions[scalar] { return known }
    guard scalar.value >= 0xA0 else { return nil }
    let expanded = String(Character(scalar)).decomposedStringWithCompatibilityMapping
    return expanded.unicodeScalars.elementsEqual([scalar]) ? nil : expanded
  }

  /// Ligatures and letters with a stroke, which have no decomposition.
  private static let expansions: [Unicode.Scalar: String] = [
    "Æ": "A\u{338}E", "æ": "a\u{338}e", "Œ": "O\u{338}E", "œ": "o\u{338}e", "ß": "s\u{338}s",
    "Þ": "T\u{338}H", "þ": "t\u{338}h", "Ð": "D\u{337}", "ð": "d\u{337}", "Đ": "D\u{338}",
    "đ": "d\u{338}", "Ħ": "H\u{338}", "ħ": "h\u{338}", "Ł": "L\u{338}", "ł": "l\u{338}",
    "Ø": "O\u{338}", "ø": "o\u{338}", "ſ": "s\u{337}", "Ĳ": "IJ", "ĳ": "ij", "Ŀ": "L·", "ŀ": "l·",
    "ŉ": "ʼn",
  ]

  /// A combining mark; nil when the character is something else.
  static func mark(_ scalar: Unicode.Scalar) -> UInt8? {
    if let index = combining.firstIndex(of: scalar.value) { return firstMark + UInt8(index) }
    guard scalar.value >= 0x300 else { return nil }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: otherMark
    default: nil
    }
  }
}
