/// One press of a key, with the modifiers that the terminal reports.
public struct Key: Sendable, Hashable {
  /// The key.
  public enum Code: Sendable, Hashable {
    /// A key that writes: one grapheme cluster, never a control character.
    case character(Character)
    case enter, tab, backspace, delete, insert, escape
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 to F24.
    case function(Int)
  }

  /// The modifiers.
  public struct Modifiers: OptionSet, Sendable, Hashable {
    /// The modifiers as bits.
    public let rawValue: Int

    /// Makes modifiers of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt.
    public static let alt = Modifiers(rawValue: 2)
    /// Control.
    public static let control = Modifiers(rawValue: 4)
  }

  /// The key.
  public var code: Code
  /// The modifiers. A letter's own shift is in the letter: `A` has no modifiers.
  public var modifiers: Modifiers

  /// Makes a press.
  public init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// A key that writes a character.
  public static func character(_ character: Character) -> Key { Key(.character(character)) }

  /// A letter with control; the terminal does not report its case.
  public static func control(_ character: Character) -> Key {
    Key(.character(character), .control)
  }

  /// The text that the key writes; nil for commands and for letters with control or alt.
  public var text: String? {
    guard case .character(let character) = code, modifiers.subtracting(.shift).isEmpty else {
      return nil
    }
    return String(character)
  }

  /// Enter.
  public static let enter = Key(.enter)
  /// Tab.
  public static let tab = Key(.tab)
  /// Shift and Tab.
  public static let backTab = Key(.tab, .shift)
  /// Backspace, the character before the cursor.
  public static let backspace = Key(.backspace)
  /// Delete, the character at the cursor.
  public static let delete = Key(.delete)
  /// Escape.
  public static let escape = Key(.escape)
  /// The arrow up.
  public static let up = Key(.up)
  /// The arrow down.
  public static let down = Key(.down)
  /// The arrow to the left.
  public static let left = Key(.left)
  /// The arrow to the right.
  public static let right = Key(.right)
  /// Home.
  public static let home = Key(.home)
  /// End.
  public static let end = Key(.end)
  /// Page up.
  public static let pageUp = Key(.pageUp)
  /// Page down.
  public static let pageDown = Key(.pageDown)
}
