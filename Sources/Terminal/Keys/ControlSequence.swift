/// A complete sequence `CSI … final` or `SS3 … final` (ECMA-48, section 5.4) and its meaning.
///
/// Sources: xterm's `ctlseqs`, the `terminfo` entries of rxvt, linux, screen and tmux, and kitty's
/// keyboard protocol for `CSI u`.
struct ControlSequence {
  enum Meaning {
    case input(Input)
    case pasteBegins
    /// The response about mode 2026.
    case synchronizedOutput(Bool)
    /// A response or report without a use here, or an unknown key.
    case nothing
  }

  /// How many bytes stand before the final one.
  let length: Int
  private let isSingle: Bool
  private let final: Character
  /// A private sequence's first character: `<`, `=`, `>` or `?`.
  private let marker: Character?
  /// Each parameter with its parts (`1:3`); a missing one is 0.
  private let parameters: [[Int]]
  private let intermediate: Character?

  init(_ bytes: [UInt8], final: UInt8, isSingle: Bool = false) {
    length = bytes.count
    self.final = Character(Unicode.Scalar(final))
    self.isSingle = isSingle
    var rest = bytes[...]
    marker =
      rest.first.flatMap { (0x3C...0x3F).contains($0) ? Character(Unicode.Scalar($0)) : nil }
    if marker != nil { rest = rest.dropFirst() }
    let end = rest.firstIndex { $0 < 0x30 } ?? rest.endIndex
    intermediate = rest[end...].first.map { Character(Unicode.Scalar($0)) }
    parameters = rest[..<end].split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { parameter in
        parameter.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
          .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
      }
  }

  var meaning: Meaning {
    if isSingle {
      // A modified key of rxvt is a small letter, of others has a parameter.
      return ("a"..."d").contains(final)
        ? key(code: Self.lettered(upperFinal), .control)
        : key(code: singleCode, modifiers: number(parameters.count - 1))
    }
    switch (marker, intermediate, final) {
    case ("?", "$", "y") where number(0) == 2026:
      // 1 and 2: on or off; 0: unknown mode; 3 and 4: fixed.
      return .synchronizedOutput([1, 2].contains(number(1)))
    case ("<", nil, "M"), ("<", nil, "m"): return mouse
    case (nil, nil, "~"): return tilde
    case (nil, nil, "u"): return character(number(0), modifiers: number(1), text: number(2))
    case (nil, nil, "^"): return key(code: Self.numbered(number(0)), .control)
    case (nil, nil, "$"): return key(code: Self.numbered(number(0)), .shift)
    case (nil, nil, "@"): return key(code: Self.numbered(number(0)), [.control, .shift])
    case (nil, nil, "Z"):
      return key(code: .tab, Self.modifiers(number(1)).union(.shift))
    case (nil, nil, "a"..."d"): return key(code: Self.lettered(upperFinal), .shift)
    // A cursor position report has the same form as F3, but has a row.
    case (nil, nil, "R") where number(0) > 1: return .nothing
    case (nil, nil, _): return key(code: Self.lettered(final), modifiers: number(1))
    default: return .nothing
    }
  }

  private func number(_ index: Int, part: Int = 0) -> Int {
    parameters.indices.contains(index) && parameters[index].indices.contains(part)
      ? parameters[index][part] : 0
  }

  /// Whether this is the release of a key and not a press.
  private var isRelease: Bool { number(1, part: 1) == 3 }

  private var tilde: Meaning {
    switch number(0) {
    case 200: .pasteBegins
    case 27: character(number(2), modifiers: number(1), text: 0)
    default: key(code: Self.numbered(number(0)), modifiers: number(1))
    }
  }

  private func key(code: Key.Code?, modifiers: Int) -> Meaning {
    key(code: code, Self.modifiers(modifiers))
  }

  private func key(code: Key.Code?, _ modifiers: Key.Modifiers) -> Meaning {
    guard let code, !isRelease else { return .nothing }
    return .input(.key(Key(code, modifiers)))
  }

  /// A key named by the character that it writes (`CSI u` and `modifyOtherKeys`).
  private func character(_ value: Int, modifiers: Int, text: Int) -> Meaning {
    guard !isRelease else { return .nothing }
    let held = Self.modifiers(modifiers)
    if let code = KittyKeys.code(value) { return .input(.key(Key(code, held))) }
    let alternate = number(0, part: 1)
    let isShifted = held.contains(.shift) && !held.contains(.control)
    let written = text > 0 ? text : isShifted && alternate > 0 ? alternate : value
    guard let scalar = UInt32(exactly: written).flatMap(Unicode.Scalar.init),
      scalar.properties.generalCategory != .control,
      scalar.properties.generalCategory != .privateUse
    else { return .nothing }
    return .input(.key(Key(scalar, held)))
  }

  private var mouse: Meaning {
    let button = number(0)
    let action: Mouse.Action
    // The bits of shift, alt and control do not matter.
    switch (button & ~28, final) {
    case (0, "M"): action = .press
    case (0, _), (32, "m"): action = .release
    case (32, _): action = .drag
    case (64, "M"): action = .scrollUp
    case (65, "M"): action = .scrollDown
    // The other buttons belong to the terminal: paste and menus.
    default: return .nothing
    }
    let position = Position(column: max(0, number(1) - 1), row: max(0, number(2) - 1))
    return .input(.mouse(Mouse(action, at: position)))
  }

  /// The parameter is 1 plus the modifiers: shift 1, alt 2, control 4, and meta of some terminals,
  /// 8 or 32.
  private static func modifiers(_ parameter: Int) -> Key.Modifiers {
    let bits = max(0, parameter - 1)
    var held: Key.Modifiers = []
    if bits & 1 != 0 { held.insert(.shift) }
    if bits & (2 | 8 | 32) != 0 { held.insert(.alt) }
    if bits & 4 != 0 { held.insert(.control) }
    return held
  }

  private static func numbered(_ number: Int) -> Key.Code? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28...29: .function(number - 13)
    case 31...34: .function(number - 14)
    case 42...45: .function(number - 21)
    default: nil
    }
  }

  private static func lettered(_ letter: Character) -> Key.Code? {
    switch letter {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "F": .end
    case "H": .home
    case "P": .function(1)
    case "Q": .function(2)
    case "R": .function(3)
    case "S": .function(4)
    default: nil
    }
  }

  /// The keys after `SS3`: those of the numeric pad write their characters.
  private var singleCode: Key.Code? {
    switch final {
    case "I": .tab
    case "M": .enter
    case "X": .character("=")
    case "j"..."y":
      final.unicodeScalars.first.flatMap { Unicode.Scalar($0.value - 0x40) }
        .map { .character(Character($0)) }
    default: Self.lettered(final)
    }
  }

  private var upperFinal: Character { final.uppercased().first ?? final }
}
