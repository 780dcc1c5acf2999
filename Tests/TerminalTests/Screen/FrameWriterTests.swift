import Foundation
import Testing

@testable import Terminal

@Suite("Frames on a terminal")
struct FrameWriterTests {
  private let size = Size(columns: 12, rows: 3)

  @Test("The first frame is drawn whole, whatever was there")
  func first() {
    var writer = FrameWriter(colours: .ansi16, synchronizes: false)
    var frame = Frame(size: size)
    frame.write("Grade " + StyledText("D", .accent), at: Position(column: 1, row: 1))
    #expect(
      writer.update(to: frame)
        == "\u{1B}[?25l\u{1B}[0m\u{1B}[1H\u{1B}[K\u{1B}[2H Grade \u{1B}[36mD\u{1B}[0m\u{1B}[K"
        + "\u{1B}[3H\u{1B}[K")
    #expect(writer.update(to: frame).isEmpty)
    writer.forget()
    #expect(writer.update(to: frame).hasPrefix("\u{1B}[?25l\u{1B}[0m\u{1B}[1H"))
  }

  @Test("Of the next one, what differs")
  func difference() {
    var writer = FrameWriter(colours: .ansi16, synchronizes: false)
    var frame = Frame(size: size)
    frame.write("Task 1  7.25", at: Position(column: 0, row: 0))
    _ = writer.update(to: frame)
    frame.write("9", at: Position(column: 5, row: 0))
    frame.write("8.75", at: Position(column: 8, row: 0))
    #expect(writer.update(to: frame) == "\u{1B}[1;6H9\u{1B}[2C8\u{1B}[C7")
    frame.fill(Rect(column: 4, row: 0, columns: 8, rows: 1))
    #expect(writer.update(to: frame) == "\u{1B}[1;6H\u{1B}[K")
    frame.write("日本", at: Position(column: 6, row: 2))
    #expect(writer.update(to: frame) == "\u{1B}[3;7H日本")
    // A colour is invisible in a blank.
    frame.fill(frame.area, CellStyle(.plain))
    _ = writer.update(to: frame)
    frame.fill(frame.area, CellStyle(.accent))
    #expect(writer.update(to: frame).isEmpty)
  }

  @Test("What is focused is in reverse, without colours too")
  func focus() {
    var frame = Frame(size: size)
    frame.write(StyledText("yes", .good), at: Position(column: 0, row: 0), isFocused: true)
    frame.fill(
      Rect(column: 0, row: 1, columns: 2, rows: 1), CellStyle(.heading, isUnderlined: true))
    for (colours, good, heading) in [
      (ColourDepth.none, "7", "4"), (.ansi16, "7;32", "4;1"), (.ansi256, "7;38;5;28", "4;1"),
      (.trueColour, "7;38;2;19;136;29", "4;1"),
    ] {
      var writer = FrameWriter(colours: colours, synchronizes: false)
      _ = writer.update(to: Frame(size: size))
      #expect(
        writer.update(to: frame)
          == "\u{1B}[1H\u{1B}[\(good)myes\u{1B}[2H\u{1B}[0;\(heading)m  \u{1B}[0m")
    }
  }

  @Test("A foreign text brings no sequence of its own, and no character does")
  func foreignText() {
    var frame = Frame(size: Size(columns: 40, rows: 2))
    frame.write(
      StyledText("a\u{1B}]0;owned\u{7}\u{1B}[6n\u{9B}6n\r\n\u{202E}b"),
      at: Position(column: 0, row: 0))
    for character in ["\u{1B}", "\u{9B}", "\n", "\r\n", "\u{7}"] as [Character] {
      frame.fill(Rect(column: 0, row: 1, columns: 40, rows: 1), with: character)
    }
    #expect(frame.text == "a␛]0;owned␇␛[6n\u{FFFD}6n \u{FFFD}b\n")
    var writer = FrameWriter(colours: .none, synchronizes: false)
    let written = writer.update(to: frame)
    for sequence in ["\u{1B}]", "\u{1B}[6n", "\u{9B}", "\u{7}", "\r", "\n", "\u{202E}"] {
      #expect(written.range(of: sequence, options: .literal) == nil, "\(sequence.debugDescription)")
    }
  }

  @Test("The cursor is where the frame has it, and never seen on its way")
  func cursor() {
    var writer = FrameWriter(colours: .none, synchronizes: false)
    var frame = Frame(size: size)
    frame.cursor = Position(column: 3, row: 1)
    _ = writer.update(to: frame)
    #expect(writer.update(to: frame).isEmpty)
    frame.cursor = Position(column: 4, row: 1)
    #expect(writer.update(to: frame) == "\u{1B}[2;5H")
    frame.write("x", at: Position(column: 4, row: 1))
    #expect(writer.update(to: frame) == "\u{1B}[?25l\u{1B}[2;5Hx\u{1B}[2;5H\u{1B}[?25h")
    frame.cursor = Position(column: 12, row: 1)
    #expect(writer.update(to: frame) == "\u{1B}[?25l")
    frame.cursor = nil
    #expect(writer.update(to: frame).isEmpty)
  }

  @Test("A terminal that can shows each frame at once")
  func synchronized() {
    var writer = FrameWriter(colours: .none, synchronizes: false)
    var frame = Frame(size: size)
    frame.cursor = Position(column: 0, row: 0)
    _ = writer.update(to: frame)
    // The terminal has responded since.
    writer.synchronizes = true
    #expect(writer.update(to: frame).isEmpty)
    frame.write("x", at: Position(column: 0, row: 0))
    #expect(writer.update(to: frame) == "\u{1B}[?2026h\u{1B}[1Hx\u{1B}[1;1H\u{1B}[?2026l")
  }

  @Test("A character of doubtful width spoils nothing behind it")
  func doubtfulWidth() {
    var writer = FrameWriter(colours: .none, synchronizes: false)
    _ = writer.update(to: Frame(size: size))
    var frame = Frame(size: size)
    frame.write("a😀b", at: Position(column: 0, row: 0))
    #expect(writer.update(to: frame) == "\u{1B}[1Ha  \u{1B}[2G😀\u{1B}[4Gb\u{1B}[K")
    frame.write("c", at: Position(column: 3, row: 0))
    #expect(writer.update(to: frame) == "\u{1B}[1;4Hc")
    frame.write("d ", at: Position(column: 1, row: 0))
    #expect(writer.update(to: frame) == "\u{1B}[1;2Hd c\u{1B}[K")
  }

  @Test("A terminal shows exactly the frame after any changes", arguments: 1...30)
  func randomFrames(seed: UInt64) throws {
    var frames = RandomFrames(seed: seed)
    let colours = ColourDepth.allCases[Int(seed) % ColourDepth.allCases.count]
    var writer = FrameWriter(colours: colours, synchronizes: seed % 3 == 0)
    var terminal = ScreenEmulator(size: frames.frame.size)
    for _ in 0..<60 {
      frames.change()
      if frames.frame.size != terminal.size {
        terminal.spoil(size: frames.frame.size)
        writer.forget()
      } else if frames.chance(5) {
        terminal.spoil(size: terminal.size)
        writer.forget()
      }
      terminal.feed(writer.update(to: frames.frame))
      try #require(terminal.unknown == [])
      try #require(!terminal.isHeld)
      try #require(terminal.text == frames.frame.text)
      try #require(Self.shown(terminal) == Self.shown(frames.frame, colours))
      let cursor = frames.frame.cursor.flatMap { frames.frame.area.contains($0) ? $0 : nil }
      try #require(terminal.showsCursor == (cursor != nil))
      if let cursor { try #require(terminal.cursor == cursor) }
      #expect(writer.update(to: frames.frame).isEmpty)
    }
  }

  @Test(
    "A terminal that measures emoji otherwise still has every letter in its column",
    arguments: [-1, 1], 1...10)
  func otherWidths(difference: Int, seed: UInt64) throws {
    var frames = RandomFrames(seed: seed)
    var writer = FrameWriter(colours: .ansi16, synchronizes: false)
    let width: (Character) -> Int = {
      let usual = DisplayWidth.of($0)
      return CellAgreement.of($0) == .none ? max(1, usual + difference) : usual
    }
    var terminal = ScreenEmulator(size: frames.frame.size, width: width)
    for _ in 0..<60 {
      frames.change()
      // A character of three cells does not fit in a window of two.
      guard frames.frame.size.columns > 3 else { continue }
      if frames.frame.size != terminal.size {
        terminal.spoil(size: frames.frame.size)
        writer.forget()
      }
      terminal.feed(writer.update(to: frames.frame))
      try #require(terminal.unknown == [])
      for row in 0..<frames.frame.size.rows {
        for column in 0..<frames.frame.size.columns {
          guard let character = frames.frame.cell(column, row).text, character != " ",
            CellAgreement.of(character) != .none
          else { continue }
          try #require(terminal.cells[row][column].text == character)
        }
      }
    }
  }

  /// The visible attributes of each cell; a blank's colour is invisible.
  private static func shown(_ terminal: ScreenEmulator) -> [String] {
    terminal.cells.flatMap { $0 }.map { cell in
      let style = cell.style.split(separator: ";")
      let isBare = cell.text == " " && !style.contains("7") && !style.contains("4")
      return "\(cell.text.map(String.init) ?? "-") \(isBare ? "0" : cell.style)"
    }
  }

  private static func shown(_ frame: Frame, _ colours: ColourDepth) -> [String] {
    frame.cells.map { cell in
      var style: [String] = []
      if cell.style.isUnderlined { style.append("4") }
      if cell.style.isFocused { style.append("7") }
      let own = cell.style.style.parameters(colours)
      if !own.isEmpty, cell.text != " " || !style.isEmpty { style.append(own) }
      return
        "\(cell.text.map(String.init) ?? "-") \(style.isEmpty ? "0" : style.joined(separator: ";"))"
    }
  }
}
