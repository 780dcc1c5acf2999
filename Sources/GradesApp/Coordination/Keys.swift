import GradesLocalization
import Terminal

/// The texts that show a binding.
enum KeySlot: Comparable, Sendable {
  /// In the footer, before all others.
  case first
  /// In the footer, where there is room.
  case footer
  /// In the footer behind the scene's keys, and before them where there is no room for all.
  case common
  /// At the end of the footer, however narrow it is.
  case last
  case help
  /// None: another binding covers it.
  case nowhere
}

extension Key {
  /// The key that opens the menu of commands, also while a text could be written.
  static let commandMenu = Key.control("k")
}

extension [ShownKey] {
  /// The same keys, with the one that opens the menu behind the most important ones if there is a menu.
  var withCommandMenu: [ShownKey] {
    guard contains(where: { $0.letter != nil }) else { return self }
    var keys = self
    let index = keys.lastIndex { $0.slot == .first }.map { $0 + 1 } ?? 0
    keys.insert(ShownKey([.commandMenu], .helpCommands), at: index)
    return keys
  }
}

/// A binding without its action, as it is shown.
struct ShownKey: Hashable, Sendable {
  init(
    _ keys: [Key], others: [Key] = [], allKeys: [Key]? = nil, letter: Character? = nil,
    _ hint: Message,
    disabledReason: Message? = nil,
    in slot: KeySlot = .first
  ) {
    self.keys = keys
    self.others = others
    self.allKeys = allKeys ?? keys
    self.letter = letter
    self.hint = hint
    self.disabledReason = disabledReason
    self.slot = slot
  }

  var keys: [Key]
  var others: [Key]
  var allKeys: [Key]
  var letter: Character?
  var hint: Message
  var disabledReason: Message?
  var slot: KeySlot

  var isLive: Bool { disabledReason == nil }
}

extension Movement {
  /// The keys of the step, also those of `vi` and `less`.
  var keys: [Key] {
    switch self {
    case .up: [key, .character("k")]
    case .down: [key, .character("j")]
    case .pageUp: [key, .control("b")]
    case .pageDown: [key, .control("f")]
    case .top: [key, .character("g")]
    case .bottom: [key, .character("G")]
    }
  }

  /// The step of a key where letters are no text.
  init?(reading key: Key) {
    guard let step = Self.allCases.first(where: { $0.keys.contains(key) }) else { return nil }
    self = step
  }

  /// The bindings of all steps; without letters in a spreadsheet, where characters are written into cells. The one
  /// that a footer shows may be shown elsewhere in some states.
  static func bindings<Model>(
    letters: Bool = true, nowIn slot: (@MainActor (Model) -> KeySlot)? = nil,
    _ action: @escaping @MainActor (Model, Movement) -> Response
  ) -> [Binding<Model>] {
    func binding(
      _ step: Movement, _ hint: Message, shown: [Key] = [], others: [Key] = [],
      in usual: KeySlot = .nowhere
    ) -> Binding<Model> {
      var binding = Binding<Model>(
        hint: hint, shown: shown, others: letters ? others : [], in: usual,
        nowIn: usual == .first ? slot : nil
      ) { action($0, step) }
      binding.keys = step.keys.filter { if case .character = $0.code { letters } else { true } }
      return binding
    }
    return [
      binding(
        .up, .keyMove, shown: [.up, .down], others: [.character("k"), .character("j")],
        in: .first),
      binding(.down, .keyMove),
      binding(.pageUp, .keyPage, shown: [.pageUp, .pageDown], in: .help),
      binding(.pageDown, .keyPage),
      binding(
        .top, .keyEnds, shown: [.home, .end], others: [.character("g"), .character("G")],
        in: .help),
      binding(.bottom, .keyEnds),
    ]
  }
}

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

  /// What a key does, as it stands beside the key: a title without its capital, unless it is an abbreviation.
  func hint(_ message: Message) -> String {
    let text = self(message)
    if text.dropFirst().first?.isUppercase == true { return text }
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
