import GradesLocalization
import Terminal

extension Strings {
  /// A key's name in the footer and the help: a sign where there is a well-known one.
  func name(of key: Key) -> String {
    var name: String
    switch key.code {
    case .character(" "): name = self(.keyNameSpace)
    case .character(let character):
      name = key.modifiers.contains(.control) ? character.uppercased() : String(character)
    case .enter: name = "⏎"
    case .tab: name = "⇥"
    case .backspace: name = "⌫"
    case .delete: name = "Del"
    case .insert: name = "Ins"
    case .escape: name = "Esc"
    case .up: name = "↑"
    case .down: name = "↓"
    case .left: name = "←"
    case .right: name = "→"
    case .home: name = "Home"
    case .end: name = "End"
    case .pageUp: name = "PgUp"
    case .pageDown: name = "PgDn"
    case .function(let number): name = "F\(number)"
    }
    if key.modifiers.contains(.shift) { name = "⇧" + name }
    if key.modifiers.contains(.alt) { name = "Alt-" + name }
    if key.modifiers.contains(.control) { name = "^" + name }
    return name
  }

  /// What a key does, as it stands beside the key: a title without its capital.
  func hint(_ message: Message) -> String {
    let text = self(message)
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// The names of a binding's keys; the letter of the menu where there is no other key, or `inFull`.
  func names(of key: ShownKey, inFull: Bool = false) -> String {
    let more = inFull && !key.others.isEmpty ? " " + names(of: key.others) : ""
    let names = names(of: inFull && key.keys.count == 1 ? key.allKeys : key.keys) + more
    guard let letter = key.letter, inFull || key.keys.isEmpty else { return names }
    let path = name(of: .commandMenu) + " " + name(of: .character(letter))
    return names.isEmpty ? path : names + ", " + path
  }

  /// Several keys' names; arrows without spaces, as in `↑↓`.
  func names(of keys: [Key]) -> String {
    let areArrows = keys.allSatisfy { [.up, .down, .left, .right].contains($0.code) }
    return keys.map(name(of:)).joined(separator: areArrows ? "" : " ")
  }
}
