// Keys from bytes, characters and numbers.

extension Key {
  /// The key of a byte below space, or of DEL. Terminals differ in the one that Backspace sends, so
  /// both it and Ctrl-H are Backspace.
  init(controlByte byte: UInt8) {
    switch byte {
    case 0x00: self = .control(" ")
    case 0x08, 0x7F: self = .backspace
    case 0x09: self = .tab
    case 0x0A, 0x0D: self = .enter
    case 0x1B: self = .escape
    case 0x01...0x1A: self = .control(Character(Unicode.Scalar(byte + 0x60)))
    default: self = .control(Character(Unicode.Scalar(byte + 0x40)))
    }
  }

  /// The key of a character, with the modifiers that are not in the character itself.
  init(_ scalar: Unicode.Scalar, _ modifiers: Modifiers) {
    guard modifiers.contains(.control) else {
      let isShifted = modifiers.contains(.shift)
      let written = isShifted ? scalar.properties.uppercaseMapping : String(scalar)
      self.init(
        .character(written.count == 1 ? Character(written) : Character(scalar)),
        modifiers.subtracting(.shift))
      return
    }
    let letter = scalar.properties.lowercaseMapping
    let rest = modifiers.subtracting(.control)
    // Keys that a plain terminal cannot distinguish are the same here, so that no key means one
    // thing in one window and another in the next.
    switch letter {
    case "h": self.init(.backspace, rest)
    case "i": self.init(.tab, rest)
    case "j", "m": self.init(.enter, rest)
    case "[": self.init(.escape, rest)
    default:
      self.init(.character(letter.count == 1 ? Character(letter) : Character(scalar)), modifiers)
    }
  }
}

/// The numbers that kitty's keyboard protocol gives to keys that write nothing or stand twice on a
/// keyboard.
enum KittyKeys {
  /// The key of a number; nil if the number is the character's own.
  static func code(_ number: Int) -> Key.Code? {
    switch number {
    case 8, 127: .backspace
    case 9, 57346: .tab
    case 10, 13, 57345, 57414: .enter
    case 27, 57344: .escape
    case 57347: .backspace
    case 57348, 57425: .insert
    case 57349, 57426: .delete
    case 57350, 57417: .left
    case 57351, 57418: .right
    case 57352, 57419: .up
    case 57353, 57420: .down
    case 57354, 57421: .pageUp
    case 57355, 57422: .pageDown
    case 57356, 57423: .home
    case 57357, 57424: .end
    case 57364...57387: .function(number - 57363)
    case 57399...57408: .character(Character(String(number - 57399)))
    case 57409: .character(".")
    case 57410: .character("/")
    case 57411: .character("*")
    case 57412: .character("-")
    case 57413: .character("+")
    case 57415: .character("=")
    default: nil
    }
  }
}
