/// A text of one line or several that is being written, and where in it the cursor is.
///
/// A character is a grapheme cluster: a letter with its accents, a flag. The text is always
/// harmless (see ``SafeText``), contains nothing invisible, such as a mark without a letter, and is
/// no longer than ``limit``.
package struct TextField: Sendable, Equatable {
  /// The most Unicode scalars of a text; the rest is dropped.
  package static let limit = 10_000

  private(set) var before: String
  private(set) var after: String
  /// Whether the text may have several lines.
  package let hasLines: Bool
  /// Whether the whole text is selected: the next text replaces it, a cursor key keeps it.
  package private(set) var isSelected = false

  /// A text with the cursor at its end.
  ///
  /// - Parameters:
  ///   - isSelected: whether the next text replaces it; an empty text is never selected.
  ///   - hasLines: whether it may have several lines; else line breaks become blanks.
  package init(_ text: String = "", isSelected: Bool = false, hasLines: Bool = false) {
    self.hasLines = hasLines
    before = ""
    after = ""
    insert(text)
    self.isSelected = isSelected && !before.isEmpty
  }

  package var text: String { before + after }

  package var beforeCursor: String { before }

  /// Replaces some characters before the cursor.
  package mutating func replaceBeforeCursor(_ count: Int, with text: String) {
    isSelected = false
    before.removeLast(min(max(0, count), before.count))
    insert(text)
  }

  /// Edits the text, if the key is an editing key.
  ///
  /// Characters; arrows, with control or alt by words; Home and End; Backspace and Delete, with
  /// control or alt by words; and as in shells Ctrl-A and -E (ends), -U and -K (clear up to them),
  /// -W (clear a word), Alt-B and -F (words). In a text of several lines
  /// Alt-Enter begins another one, and the arrows up and down move between them.
  ///
  /// - Returns: whether it was such a key, also when there was nothing to do.
  package mutating func handle(_ key: Key) -> Bool {
    if let text = key.text {
      insert(text)
      return true
    }
    guard isSelected else { return edit(key) }
    var edited = self
    edited.isSelected = false
    guard edited.edit(key) else { return false }
    switch key {
    case .left, .home, .control("a"): edited.moveCursor(to: edited.before.startIndex)
    case _ where Self.clears(key): edited = TextField(hasLines: hasLines)
    default: break
    }
    self = edited
    return true
  }

  private static func clears(_ key: Key) -> Bool {
    [.backspace, .delete].contains(key.code)
      || [.control("u"), .control("k"), .control("w")].contains(key)
  }

  private mutating func edit(_ key: Key) -> Bool {
    let isByWord = !key.modifiers.isDisjoint(with: [.control, .alt])
    switch key.code {
    case .left: moveCursor(to: isByWord ? previousWord : previousCharacter)
    case .right: moveCursor(by: isByWord ? nextWord : nextCharacter)
    case .home: moveCursor(to: lineStart)
    case .end: moveCursor(by: lineEnd)
    case .enter where hasLines && key.modifiers == .alt: insert("\n")
    case .up where hasLines: return moveUp()
    case .down where hasLines: return moveDown()
    case .backspace: cutBefore(from: isByWord ? previousWord : previousCharacter)
    case .delete: cutAfter(to: isByWord ? nextWord : nextCharacter)
    case .character(let character): return handle(character, key.modifiers)
    default: return false
    }
    return true
  }

  private mutating func handle(_ character: Character, _ modifiers: Key.Modifiers) -> Bool {
    switch (character, modifiers) {
    case ("a", .control): moveCursor(to: lineStart)
    case ("e", .control): moveCursor(by: lineEnd)
    case ("u", .control): cutBefore(from: before.startIndex)
    case ("k", .control): cutAfter(to: after.endIndex)
    case ("w", .control): cutBefore(from: previousWord)
    case ("b", .alt): moveCursor(to: previousWord)
    case ("f", .alt): moveCursor(by: nextWord)
    default: return false
    }
    return true
  }

  /// Inserts a text at the cursor, or in place of the selected one: on one line unless there may be
  /// several, harmless, and cut at the limit.
  package mutating func insert(_ pasted: String) {
    if isSelected, !pasted.isEmpty { self = TextField(hasLines: hasLines) }
    var room = Self.limit - before.unicodeScalars.count - after.unicodeScalars.count
    // Line ends at the end of a paste are dropped, and only the start of a long paste is read.
    var scalars = pasted.unicodeScalars.prefix(Self.limit)
    if !hasLines {
      scalars = pasted.unicodeScalars.drop(while: Self.isLineBreak).prefix(Self.limit)
      while let last = scalars.last, Self.isLineBreak(last) { scalars.removeLast() }
    }
    let harmless =
      hasLines ? SafeText.multiLine(String(scalars)) : SafeText.singleLine(String(scalars))
    var added = ""
    for character in harmless {
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
  package func draw(
    in rect: Rect, of frame: inout Frame, style: Style = .plain, showsCursor: Bool
  ) {
    guard rect.columns > 0, rect.rows > 0 else { return }
    let window = TextFieldWindow(
      before: before, after: after, width: rect.columns, showsCursor: showsCursor)
    frame.write(
      StyledText(window.text, style).padded(to: rect.columns),
      at: Position(column: rect.column, row: rect.row), width: rect.columns)
    guard showsCursor else { return }
    if isSelected {
      frame.select(
        Rect(
          column: rect.column, row: rect.row,
          columns: min(rect.columns, window.text.displayWidth), rows: 1))
    }
    let cursor = Position(column: rect.column + window.cursor, row: rect.row)
    frame.cursor = frame.area.contains(cursor) ? cursor : nil
  }

  // MARK: Positions

  private var lineStart: String.Index {
    before.lastIndex(of: "\n").map(before.index(after:)) ?? before.startIndex
  }

  private var lineEnd: String.Index { after.firstIndex(of: "\n") ?? after.endIndex }

  /// Moves to the line above; returns whether there is one.
  private mutating func moveUp() -> Bool {
    let start = lineStart
    guard start > before.startIndex else { return false }
    let column = before[start...].count
    let above = before[..<before.index(before: start)]
    let first = above.lastIndex(of: "\n").map(before.index(after:)) ?? before.startIndex
    moveCursor(to: before.index(first, offsetBy: min(column, before[first..<above.endIndex].count)))
    return true
  }

  /// Moves to the line below; returns whether there is one.
  private mutating func moveDown() -> Bool {
    guard let end = after.firstIndex(of: "\n") else { return false }
    let column = before[lineStart...].count
    let first = after.index(after: end)
    let below = after[first...].prefix { $0 != "\n" }
    moveCursor(by: after.index(first, offsetBy: min(column, below.count)))
    return true
  }

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
      guard DisplayWidth.of(character) > 0 || character == "\n" else { continue }
      if isBefore { before.append(character) } else { after.append(character) }
    }
    // The text between two halves was removed, which joins them.
    if before.utf8.count + after.utf8.count < whole.utf8.count { mendCursor() }
  }
}
