import Terminal
import Testing

@Suite("Text field")
struct TextFieldTests {
  @Test("A name is typed, mended and cleared")
  func typing() {
    var field = TextField()
    #expect(press("Capek", &field) == "Capek")
    #expect(press([.home, .delete, .character("Č"), .end], &field) == "Čapek")
    #expect(press(" Karel", &field) == "Čapek Karel")
    #expect(press([.control("w"), .backspace], &field) == "Čapek")
    #expect(press([.left, .left, .control("k")], &field) == "Čap")
    #expect(press([.control("u")], &field) == "")
    #expect(press([.backspace, .delete, .left, .right], &field) == "")
  }

  @Test("The word before the cursor is replaced, what is behind it stays")
  func completion() {
    var field = TextField("a + tes + b", isSelected: true)
    for _ in 0..<4 { _ = field.handle(.left) }
    // The first key only took the selection away, and went to the start.
    for _ in 0..<7 { _ = field.handle(.right) }
    #expect(field.beforeCursor == "a + tes")
    field.replaceBeforeCursor(3, with: "testy")
    #expect(field.text == "a + testy + b" && field.beforeCursor == "a + testy")
    field.replaceBeforeCursor(99, with: "")
    #expect(field.text == " + b")
  }

  @Test("The rows of a text know where they begin, in Unicode scalars")
  func rows() {
    let lines = TextField("žába e\u{301}l\nx", hasLines: true).lines(width: 6)
    #expect(lines.rows == ["žába ", "e\u{301}l", "x"])
    #expect(lines.starts == [0, 5, 9])
    #expect(lines.cursor.row == 2 && lines.cursor.column == 1)
  }

  @Test("The cursor moves by words, which commas and blanks part")
  func words() {
    var field = TextField("12,5 bodu  Černý")
    #expect(press([Key(.left, .alt), .character("|")], &field) == "12,5 bodu  |Černý")
    #expect(
      press([.backspace, Key(.left, .control), .character("|")], &field) == "12,5 |bodu  Černý")
    #expect(
      press([.backspace, .home, Key(.right, .alt), .character("|")], &field) == "12|,5 bodu  Černý")
    #expect(press([.backspace, Key(.delete, .alt)], &field) == "12 bodu  Černý")
    #expect(press([.end, Key(.backspace, .alt)], &field) == "12 bodu  ")
  }

  @Test(
    "A selected text is replaced by the first one, removed as a whole, and kept by a cursor key")
  func selection() {
    func after(_ keys: [Key]) -> String {
      var field = TextField("12,5", isSelected: true)
      return press(keys, &field)
    }
    #expect(after([.character("7")]) == "7")
    #expect(after([.character("7"), .character("8")]) == "78")
    for key in [Key.backspace, .delete, .control("u"), .control("k"), .control("w")] {
      #expect(after([key]) == "", "\(key)")
    }
    for key in [Key.left, .home, .control("a")] {
      #expect(after([key, .character("|")]) == "|12,5", "\(key)")
    }
    for key in [Key.right, .end, .control("e")] {
      #expect(after([key, .character("|")]) == "12,5|", "\(key)")
    }
    var field = TextField("12,5", isSelected: true)
    let isTaken = field.handle(.down)
    #expect(!isTaken && field.isSelected)
    field.insert("9")
    #expect(field.text == "9" && !field.isSelected)
    #expect(!TextField("", isSelected: true).isSelected)
  }

  @Test("Several lines: another one is begun, and arrows and ends are those of the line")
  func lines() {
    var field = TextField("první\r\ndruhý řádek", hasLines: true)
    #expect(field.text == "první\ndruhý řádek")
    #expect(press([.up, .character("|")], &field) == "první|\ndruhý řádek")
    #expect(press([.down, .home, .character("|")], &field) == "první|\n|druhý řádek")
    #expect(press([.end, Key(.enter, .alt), .character("x")], &field) == "první|\n|druhý řádek\nx")
    // Beyond the first and the last line the keys are left to the scene.
    let isTaken = field.handle(.down)
    #expect(!isTaken)
    #expect(TextField("a\nb").text == "a b")
    #expect(TextField("a\r\r\nb\rc", hasLines: true).text == "a\n\nb\nc")
  }

  @Test("Lines are broken between words, and the row of the cursor is seen")
  func brokenLines() {
    func drawn(_ field: TextField, rows: Int) -> String {
      var frame = Frame(size: Size(columns: 8, rows: rows))
      field.drawLines(in: frame.area, of: &frame)
      #expect(frame.cursor.map(frame.area.contains) == true)
      return frame.text
    }
    var field = TextField("jedna dvě tři\n\nčtyřicetpět", hasLines: true)
    #expect(drawn(field, rows: 6).hasPrefix("jedna"))
    #expect(drawn(field, rows: 2).contains("tpět"))
    for key in [Key.up, .up] { _ = field.handle(key) }
    #expect(drawn(field, rows: 2).contains("tři"))
  }

  @Test("Keys of the scene are left to it")
  func otherKeys() {
    var field = TextField("7")
    for key in [
      Key.enter, .escape, .tab, .backTab, .up, .down, .pageUp, Key(.function(1)), .control("s"),
    ] {
      let isTaken = field.handle(key)
      #expect(!isTaken)
    }
    #expect(field == TextField("7"))
  }

  @Test("What a reader sees as one character is deleted as one")
  func clusters() {
    var field = TextField("e\u{301}🇨🇿👩‍🔬x")
    #expect(press([.left, .backspace], &field) == "e\u{301}🇨🇿x")
    #expect(press([.backspace], &field) == "e\u{301}x")
    #expect(press([.backspace], &field) == "x")
  }

  @Test("Marks and halves of flags that are typed one by one join what is before them")
  func joining() {
    var field = TextField()
    #expect(press([.character("r"), .character("\u{30C}"), .backspace], &field) == "")
    #expect(press([.character("🇨"), .character("🇿"), .left, .delete], &field) == "")
    // Between letters an accent belongs to the one before; without a letter it would be invisible.
    #expect(press([.character("\u{301}"), .character("\u{200B}")], &field) == "")
    #expect(press("ab", &field) == "ab")
    #expect(press([.left, .character("\u{301}")], &field) == "a\u{301}b")
    #expect(press([.backspace], &field) == "b")
  }

  @Test("A pasted text is put on one line, made harmless and cut at the limit")
  func pasting() {
    var field = TextField("[]")
    _ = field.handle(.left)
    field.insert("\nNovák\r\nIvo\u{1B}[31m\n")
    #expect(field.text == "[Novák Ivo␛[31m]")
    field.insert(String(repeating: "😀", count: 1_000_000))
    #expect(field.text.unicodeScalars.count == TextField.limit)
    field.insert("a")
    #expect(field.text.unicodeScalars.count == TextField.limit)
    var other = TextField(String(repeating: "a", count: TextField.limit - 1))
    other.insert("🇨🇿")
    #expect(other.text.unicodeScalars.count == TextField.limit - 1)
  }

  @Test("A long text slides by half the field, and dots stand for what is not shown")
  func sliding() {
    var field = TextField("Příliš žluťoučký kůň")
    #expect(drawn(field, 12) == "…učký kůň|")
    for _ in 0..<5 { _ = field.handle(.left) }
    #expect(drawn(field, 12) == "… žluťoučk|ý…")
    _ = field.handle(.home)
    #expect(drawn(field, 12) == "|Příliš žluť…")
    for _ in 0..<10 { _ = field.handle(.right) }
    #expect(drawn(field, 12) == "Příliš žlu|ť…")
    _ = field.handle(.right)
    #expect(drawn(field, 12) == "… žluť|oučký…")
    #expect(drawn(field, 20) == "Příliš žluť|oučký kůň")
    #expect(drawn(field, 3) == "|ouč")
  }

  @Test("Wide and combining characters keep the cursor in its place")
  func wideCharacters() {
    var field = TextField("日本語e\u{301}")
    #expect(drawn(field, 10) == "日本語e\u{301}|")
    _ = field.handle(.left)
    #expect(drawn(field, 10) == "日本語|e\u{301}")
    #expect(drawn(field, 6) == "…本語|e\u{301}")
    _ = field.handle(.home)
    #expect(drawn(field, 6) == "|日本…")
  }

  @Test("Without the cursor the start is shown")
  func unfocused() {
    var frame = Frame(size: Size(columns: 12, rows: 1))
    frame.write("............", at: Position(column: 0, row: 0))
    TextField("Příliš žluťoučký").draw(
      in: Rect(column: 1, row: 0, columns: 10, rows: 1), of: &frame, showsCursor: false)
    #expect(frame.text == ".Příliš žl….")
    #expect(frame.cursor == nil)
  }

  private func press(_ text: String, _ field: inout TextField) -> String {
    press(text.map { Key.character($0) }, &field)
  }

  private func press(_ keys: [Key], _ field: inout TextField) -> String {
    for key in keys {
      let isTaken = field.handle(key)
      #expect(isTaken)
    }
    return field.text
  }

  /// The field's frame with a line at the cursor.
  private func drawn(_ field: TextField, _ width: Int) -> String {
    var frame = Frame(size: Size(columns: width, rows: 1))
    field.draw(in: frame.area, of: &frame, showsCursor: true)
    guard let cursor = frame.cursor else { return frame.text }
    var column = 0
    var result = ""
    for character in frame.text {
      if column == cursor.column { result += "|" }
      result.append(character)
      column += DisplayWidth.of(character)
    }
    return column <= cursor.column
      ? result + String(repeating: " ", count: cursor.column - column) + "|" : result
  }
}
