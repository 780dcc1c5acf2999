import Testing

@testable import Terminal

@Suite("One frame of the window")
struct FrameTests {
  @Test("What does not fit is cut at the edges, never through a character")
  func edges() {
    var frame = Frame(size: Size(columns: 5, rows: 2))
    frame.write("日本語", at: Position(column: 0, row: 0))
    #expect(frame.text == "日本\n")
    frame.write("日本語", at: Position(column: -1, row: 1))
    #expect(frame.text == "日本\n 本語")
    frame.write("nowhere", at: Position(column: 0, row: 2))
    frame.write("nowhere", at: Position(column: -9, row: 0))
    frame.write("nowhere", at: Position(column: 5, row: 0))
    #expect(frame.text == "日本\n 本語")
  }

  @Test("A window without columns takes anything", arguments: -3...1)
  func noColumns(column: Int) {
    var frame = Frame(size: Size(columns: 0, rows: 2))
    frame.write("日本語", at: Position(column: column, row: 0))
    frame.fill(Rect(column: column, row: 0, columns: 5, rows: 5), with: "x")
    frame.focus(Rect(column: column, row: 0, columns: 5, rows: 5))
    #expect(frame.text == "\n")
  }

  @Test("A wide character of which a cell is written over is gone whole")
  func overwriting() {
    var frame = Frame(size: Size(columns: 6, rows: 1))
    frame.write("日本語", at: Position(column: 0, row: 0))
    frame.write("x", at: Position(column: 1, row: 0))
    #expect(frame.text == " x本語")
    frame.write("y", at: Position(column: 2, row: 0))
    #expect(frame.text == " xy 語")
    frame.write("한", at: Position(column: 3, row: 0))
    #expect(frame.text == " xy한")
  }

  @Test("A character looks the same in all its cells, as its first one does")
  func styles() {
    var frame = Frame(size: Size(columns: 6, rows: 1))
    frame.write("日本語", at: Position(column: 0, row: 0))
    frame.focus(Rect(column: 1, row: 0, columns: 2, rows: 1))
    #expect(frame.cells.map(\.style.isFocused) == [false, false, true, true, false, false])
  }

  @Test("A part is filled with characters of one cell alone")
  func filling() {
    var frame = Frame(size: Size(columns: 4, rows: 1))
    frame.fill(frame.area, with: "─")
    #expect(frame.text == "────")
    for character in ["日", "\u{1B}", "\t", "\u{301}", "\r\n"] as [Character] {
      frame.fill(Rect(column: 1, row: 0, columns: 2, rows: 1), with: character)
      #expect(frame.text == "─  ─")
    }
  }
}
