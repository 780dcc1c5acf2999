import GradesLocalization
import Terminal

/// A text that is looked for among the rows of a scene: the focus moves to the rows that match, and
/// all rows stay where they are.
struct TextFind<Focus: Equatable & Sendable>: Equatable, Sendable {
  /// The text, and whether it is being typed.
  fileprivate(set) var field = TextFilter()
  /// What was focused before.
  fileprivate var origin: Focus?

  /// The text; empty while nothing is looked for.
  var text: String { field.text }

  /// Whether the text has a line of the scene.
  var isOpen: Bool { field.isOpen }

  /// Whether letters go to the text.
  var isTyped: Bool { field.isTyped }

  /// Whether one of a row's texts matches; true while nothing is looked for.
  func matches(_ texts: [String]) -> Bool { field.query.matches(texts) }
}

/// What the keys of a find do.
enum FindAction: Hashable, Sendable {
  /// A change of the text.
  case text(TextFilter.Action)
  /// Goes to the next match, from the last one to the first, or back.
  case next, previous

  /// The key that begins a find.
  static let begin = KeyBinding<FindAction>(
    .character("/"), does: .text(.begin), .keySearch)

  /// The keys between the matches, which count more than those of a scene after Enter.
  static let matches: [KeyBinding<FindAction>] = [
    KeyBinding(
      .character("n"), does: .next, .keyMatches, shown: [.character("n"), .character("N")],
      in: .first),
    KeyBinding(.character("N"), does: .previous, .keyMatches, in: .nowhere),
  ]
}

/// What a scene shows in whose rows a text can be found.
protocol FindableRows {
  associatedtype Focus: Equatable & Sendable
  /// What is looked for.
  var find: TextFind<Focus> { get set }
  /// What is focused, as it is focused again when a find is cancelled; nil where nothing is. An element and not
  /// its index, because rows may come and go while a text is typed.
  var origin: Focus? { get set }
  /// The texts of each row in which something is found, in the rows' order.
  var searchedTexts: [[String]] { get }
  /// The index of the focused row.
  var focusedRow: Int? { get }
  /// Focuses a row, also one that is folded away.
  mutating func focus(row: Int)
}

extension FindableRows {
  /// Applies an action: while the text is typed, the focus is on the first match from where it was.
  @MainActor
  mutating func apply(_ action: FindAction) -> Response {
    switch action {
    case .text(let change): return apply(change)
    case .next: focusNext { matches, row in matches.first { $0 > row } ?? matches.first }
    case .previous: focusNext { matches, row in matches.last { $0 < row } ?? matches.last }
    }
    return .done
  }

  @MainActor
  private mutating func apply(_ change: TextFilter.Action) -> Response {
    switch change {
    case .begin, .replace: find.origin = origin
    case .clear: if find.isTyped, let before = find.origin { origin = before }
    case .accept, .insert, .edit: break
    }
    let isChanged = find.field.apply(change)
    if isChanged, find.isOpen {
      if let before = find.origin { origin = before }
      focusNext { matches, row in matches.first { $0 >= row } ?? matches.first }
    }
    guard change == .accept, !find.text.isEmpty, matchingRows.isEmpty else { return .done }
    let query = find.text
    _ = find.field.apply(.clear)
    return .say(Sentence(.searchNothing, [.query: .text(query)]))
  }

  /// The rows that match; none while nothing is looked for.
  var matchingRows: [Int] {
    guard find.isOpen, !find.field.query.isEmpty else { return [] }
    return searchedTexts.enumerated().filter { find.matches($0.element) }.map(\.offset)
  }

  private mutating func focusNext(_ choose: ([Int], Int) -> Int?) {
    if let row = choose(matchingRows, focusedRow ?? 0) { focus(row: row) }
  }
}

// MARK: On a screen

/// The actions of a scene in which a text can be found.
protocol FindingAction {
  /// A step of the find.
  static func find(_ action: FindAction) -> Self
}

/// The keys that write the text of a find.
extension SceneView where State: FindableRows, Action: FindingAction {
  func takesText(_ state: State) -> Bool { state.find.isTyped }

  func typed(_ text: String, _ state: State) -> Action? {
    state.find.typed(text).map(Action.find)
  }

  func edited(_ key: Key, _ state: State) -> Action? {
    state.find.edited(key).map(Action.find)
  }
}

extension TextFind {
  /// The bindings of a scene with this find: only those of the text while it is typed, and after that
  /// those for going to other matches before the scene's own.
  func bindings<SceneAction>(
    over own: [KeyBinding<SceneAction>], find: (FindAction) -> SceneAction
  ) -> [KeyBinding<SceneAction>] {
    if isTyped {
      return [
        KeyBinding(.up, does: find(.previous), .keyMatches, shown: [.up, .down], in: .first),
        KeyBinding(.down, does: find(.next), .keyMatches, in: .nowhere),
        KeyBinding(.enter, does: find(.text(.accept)), .keyAccept, in: .first),
        KeyBinding(.escape, does: find(.text(.clear)), .keyCancel, in: .first),
      ]
    }
    guard isOpen else { return own }
    let matches = FindAction.matches.map { $0.map(find) }
    let keys = Set(matches.flatMap(\.keys))
    return matches + [KeyBinding(.escape, does: find(.text(.clear)), .keyEndFind, in: .first)]
      + own.filter { keys.isDisjoint(with: $0.keys) }
  }

  /// The change of typed text; nil while letters are keys of the scene.
  func typed(_ text: String) -> FindAction? { field.typed(text).map(FindAction.text) }

  /// The change of an editing key; nil for other keys, which the scene or the app may have.
  func edited(_ key: Key) -> FindAction? { field.edited(key).map(FindAction.text) }
}

extension FindableRows {
  /// Draws the text and which of the matches is focused into the last line of a scene; draws nothing
  /// while nothing is looked for.
  func drawFind(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    guard find.isOpen else { return }
    find.field.draw(
      in: rect.inset(top: max(0, rect.rows - 1)), of: &frame,
      count: StyledText(count(words.strings), .quiet))
  }

  private func count(_ strings: Strings) -> String {
    guard !find.field.query.isEmpty else { return "" }
    let matches = matchingRows
    guard !matches.isEmpty else { return strings(.findNoMatch) }
    let index = focusedRow.flatMap { matches.firstIndex(of: $0) }
    return index.map { "\($0 + 1)/\(matches.count)" } ?? "\(matches.count)"
  }
}
