import GradesLocalization
import Terminal

/// The texts that show a binding.
enum KeySlot: Int, Sendable, Comparable {
  /// In the footer, before all others.
  case first
  /// In the footer, where there is room.
  case footer
  /// In the footer behind the scene's keys, and before them where there is no room for all.
  case common
  /// At the end of the footer, however narrow it is.
  case last
  /// Only in the help.
  case help
  /// None: another binding covers it.
  case nowhere

  static func < (left: KeySlot, right: KeySlot) -> Bool { left.rawValue < right.rawValue }
}

/// A key of a scene and its action: the source of the footer, the help and the documents' tables.
struct KeyBinding<Action: Hashable & Sendable>: Sendable {
  /// The keys that do it.
  var keys: [Key]
  /// The letter that does it in the menu of commands (Product rules, Keys of the spreadsheets).
  var letter: Character?
  /// What they do.
  var action: Action
  /// What they do, in a word or a few.
  var hint: Message
  /// The shown keys; the first one by default.
  var shown: [Key]
  /// Keys that only the help and the documents show beside those.
  var others: [Key]
  /// The texts that show it.
  var slot: KeySlot

  /// Makes a binding.
  init(
    _ keys: Key..., menu letter: Character? = nil, does action: Action, _ hint: Message,
    shown: [Key]? = nil, others: [Key] = [],
    in slot: KeySlot = .footer
  ) {
    self.keys = keys
    self.others = others
    self.letter = letter
    self.action = action
    self.hint = hint
    self.shown = shown ?? Array(keys.prefix(1))
    self.slot = slot
  }

  /// The binding of a scene that has this one's actions among its own.
  func map<Other: Hashable & Sendable>(_ wrap: (Action) -> Other) -> KeyBinding<Other> {
    var result = KeyBinding<Other>(does: wrap(action), hint, shown: shown, others: others, in: slot)
    result.keys = keys
    result.letter = letter
    return result
  }
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
    keys.insert(ShownKey([.commandMenu], .keyCommands), at: index)
    return keys
  }
}

extension Array {
  /// The same bindings where there is something to review: in a narrow footer that key stays, and those
  /// for moving, which are well known, are left out.
  func preferring<Action>(_ review: Action, to move: Action) -> [KeyBinding<Action>]
  where Element == KeyBinding<Action> {
    map { binding in
      var binding = binding
      if binding.action == review { binding.slot = .first }
      if binding.action == move { binding.slot = .footer }
      return binding
    }
  }
}

/// A binding without its action, as it is shown.
struct ShownKey: Hashable, Sendable {
  /// Makes a shown key; `allKeys` are shown by default.
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

  /// The keys that are shown.
  var keys: [Key]
  /// Keys that only the help and the documents show beside those.
  var others: [Key]
  /// All keys that do it.
  var allKeys: [Key]
  /// The letter that does it in the menu of commands.
  var letter: Character?
  /// What they do.
  var hint: Message
  /// Why they do nothing now; nil: they do.
  var disabledReason: Message?
  /// The texts that show it.
  var slot: KeySlot

  /// Whether the key does something now.
  var isLive: Bool { disabledReason == nil }
}

/// A step through a list or a table.
enum Movement: Hashable, Sendable, CaseIterable {
  case up, down, pageUp, pageDown, top, bottom

  /// The keys of all steps, also those of `vi` and `less`.
  static var bindings: [KeyBinding<Movement>] {
    [
      KeyBinding(
        .up, .character("k"), does: .up, .keyMove, shown: [.up, .down],
        others: [.character("k"), .character("j")], in: .first),
      KeyBinding(.down, .character("j"), does: .down, .keyMove, in: .nowhere),
      KeyBinding(
        .pageUp, .control("b"), does: .pageUp, .keyPage, shown: [.pageUp, .pageDown], in: .help),
      KeyBinding(.pageDown, .control("f"), does: .pageDown, .keyPage, in: .nowhere),
      KeyBinding(
        .home, .character("g"), does: .top, .keyEnds, shown: [.home, .end],
        others: [.character("g"), .character("G")], in: .help),
      KeyBinding(.end, .character("G"), does: .bottom, .keyEnds, in: .nowhere),
    ]
  }

  /// The keys of all steps in a spreadsheet, where characters are written into cells.
  static var gridBindings: [KeyBinding<Movement>] {
    bindings.map { binding in
      var binding = binding
      binding.keys.removeAll { if case .character = $0.code { true } else { false } }
      binding.others = []
      return binding
    }
  }

  /// Where the step leads in a list of some rows, of which a page is seen at once.
  func target(from row: Int, count: Int, page: Int) -> Int {
    let target =
      switch self {
      case .up: row - 1
      case .down: row + 1
      case .pageUp: row - max(1, page - 1)
      case .pageDown: row + max(1, page - 1)
      case .top: 0
      case .bottom: count - 1
      }
    return max(0, min(target, count - 1))
  }
}
