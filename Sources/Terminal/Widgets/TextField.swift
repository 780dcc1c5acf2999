/// One line of text that is being written, and where in it the cursor is.
///
/// A character is a grapheme cluster: a letter with its accents, a flag. The text is always
/// harmless (see ``SafeText``), contains nothing invisible, such as a mark without a letter, and is
/// no longer than ``limit``.
public struct TextField: Sendable, Equatable {
  /// The most Unicode scalars of a text; the rest is dropped.
  public static let limit = 10_000

  private var before: String
  private var after: String

  /// A text with the cursor at its end.
  public init(_ text: String = "") {
    before = ""
    after = ""
    insert(text)
  }

  /// The written text.
  public var text: String { before + after }

  /// Edits the text, if the key is an editing key.
  ///
  /// Characters; arrows, with control or alt by words; Home and End; Backspace and Delete, with
  /// control or alt by words; and as in shells Ctrl-A and -E (ends), -U and -K (clear up to them),
  /// -W (clear a word), Alt-B and -F (words).
  ///
  /// - Returns: whether it was such a key, also when there was nothing to do.
  public mutating func handle(_ key: Key) -> Bool {
    if let text = key.text {
      insert(text)
      return true
    }
    let isByWord = !key.modifiers.isDisjoint(with: [.control, .alt])
    switch key.code {
    case .left: moveCursor(to: isByWord ? previousWord : previousCharacter)
    case .right: moveCursor(by: isByWord ? nextWord : nextCharacter)
    case .home: moveCursor(to: before.startIndex)
    case .end: moveCursor(by: after.endIndex)
    case .backspace: cutBefore(from: isByWord ? previousWord : previousCharacter)
    case .delete: cutAfter(to: isByWord ? nextWord : nextCharacter)
    case .character(let character): return handle(character, key.modifiers)
    default: return false
    }
    return true
  }

  private mutating func handle(_ character: Character, _ modifiers: Key.Modifiers) -> Bool {
    switch (character, modifiers) {
    case ("a", .control): moveCursor(to: before.startIndex)
    case ("e", .control): moveCursor(by: after.endIndex)
    case ("u", .control): cutBefore(from: before.startIndex)
    case ("k", .control): cutAfter(to: after.endIndex)
    case ("w", .control): cutBefore(from: previousWord)
    case ("b", .alt): moveCursor(to: previousWord)
    case ("f", .alt): moveCursor(by: nextWord)
    default: return false
    }
    return true
  }

  /// Inserts a text at the cursor: on one line, harmless, and cut at the limit.
  public mutating func insert(_ pasted: String) {
    var room = Self.limit - before.unicodeScalars.count - after.unicodeScalars.count
    // Line ends at the end of a paste are dropped, and only the start of a long paste is read.
    var scalars = pasted.unicodeScalars.drop(while: Self.isLineBreak).prefix(Self.limit)
    while let last = scalars.last, Self.isLineBreak(last) { scalars.removeLast() }
    var added = ""
    for character in SafeText.singleLine(String(scalars)) {
      room -= character.unicodeScalars.count
      guard room >= 0 else { break }
      added.append(character)
    }
    before += added
    mendCursor()
  }

  /// Draws the part around the cursor on the first row of a part of the window, over what was there.
  ///
  /// - Parameter showsCursor: whether the window's cursor is put where the next character goes. Else the
  ///   text's start is shown.
  public func draw(
    in rect: Rect, of frame: inout Frame, style: Style = .plain, showsCursor: Bool
  ) {
    guard rect.columns > 0, rect.rows > 0 else { return }
    let window = TextFieldWindow(
      before: before, after: after, width: rect.columns, showsCursor: showsCursor)
    frame.write(
      StyledText(window.text, style).padded(to: rect.columns),
      at: Position(column: rect.column, row: rect.row), width: rect.columns)
    guard showsCursor else { return }
    let cursor = Position(column: rect.column + window.cursor, row: rect.row)
    frame.cursor = frame.area.contains(cursor) ? cursor : nil
  }

  // MARK: Positions

  private var previousCharacter: String.Index {
    before.isEmpty ? before.startIndex : before.index(before: before.endIndex)
  }

  private var nextCharacter: String.Index {
    after.isEmpty ? after.endIndex : after.index(after: after.startIndex)
  }

  private var previousWord: String.Index {
    let end = before.lastIndex(where: Self.isInWord) ?? before.startIndex
    return before[..<end].lastIndex { !Self.isInWord($0) }.map(before.index(after:))
      ?? before.startIndex
  }

  private var nextWord: String.Index {
    let start = after.firstIndex(where: Self.isInWord) ?? after.endIndex
    return after[start...].firstIndex { !Self.isInWord($0) } ?? after.endIndex
  }

  private static func isInWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r"
  }

  // MARK: Changes

  private mutating func moveCursor(to start: String.Index) {
    after = before[start...] + after
    before = String(before[..<start])
  }

  private mutating func moveCursor(by end: String.Index) {
    before += after[..<end]
    after = String(after[end...])
  }

  private mutating func cutBefore(from start: String.Index) {
    before = String(before[..<start])
    mendCursor()
  }

  private mutating func cutAfter(to end: String.Index) {
    after = String(after[end...])
    mendCursor()
  }

  /// Moves the cursor to the end of its character, because a change can join the characters around
  /// it (a letter and an accent, the halves of a flag), and removes invisible characters.
  private mutating func mendCursor() {
    var length = before.utf8.count
    let whole = before + after
    before = ""
    after = ""
    for character in whole {
      let isBefore = length > 0
      length -= character.utf8.count
      guard DisplayWidth.of(character) > 0 else { continue }
      if isBefore { before.append(character) } else { after.append(character) }
    }
    // The text between two halves was removed, which joins them.
    if before.utf8.count + after.utf8.count < whole.utf8.count { mendCursor() }
  }
}
