/// One press of a key, with the modifiers that the terminal reports.
package struct Key: Sendable, Hashable {
  package enum Code: Sendable, Hashable {
    /// A key that writes: one grapheme cluster, never a control character.
    case character(Character)
    case enter, tab, backspace, delete, insert, escape
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 to F24.
    case function(Int)
  }

  package struct Modifiers: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }

  package var code: Code
  /// The modifiers. A letter's own shift is in the letter: `A` has no modifiers.
  package var modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// A key that writes a character.
  package static func character(_ character: Character) -> Key { Key(.character(character)) }

  /// A letter with control; the terminal does not report its case.
  package static func control(_ character: Character) -> Key {
    Key(.character(character), .control)
  }

  /// The text that the key writes; nil for commands and for letters with control or alt.
  package var text: String? {
    guard case .character(let character) = code, modifiers.subtracting(.shift).isEmpty else {
      return nil
    }
    return String(character)
  }

  package static let enter = Key(.enter)
  package static let tab = Key(.tab)
  package static let backTab = Key(.tab, .shift)
  /// Backspace, the character before the cursor.
  package static let backspace = Key(.backspace)
  /// Delete, the character at the cursor.
  package static let delete = Key(.delete)
  package static let escape = Key(.escape)
  package static let up = Key(.up)
  package static let down = Key(.down)
  package static let left = Key(.left)
  package static let right = Key(.right)
  package static let home = Key(.home)
  package static let end = Key(.end)
  package static let pageUp = Key(.pageUp)
  package static let pageDown = Key(.pageDown)
}
