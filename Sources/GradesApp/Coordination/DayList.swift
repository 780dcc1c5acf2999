import Foundation
import GradesLocalization
import Terminal

/// Rows under the days on which something happened, or a sentence where there are none.
struct DayList {
  private enum Line {
    case text(StyledText)
    /// A row with its number.
    case row(Int, StyledText)
  }

  private let rect: Rect
  private var lines: [Line] = []

  /// Makes a list of a sentence alone.
  init(_ sentence: String, in rect: Rect) {
    self.rect = rect
    lines = StyledText(sentence, .quiet).wrapped(to: Self.room(rect)).map(Line.text)
  }

  /// Makes the rows in their order, each with its time and what it looks like in a number of cells.
  init(
    _ rows: [(time: Date, line: (Int) -> StyledText)], dates: DateText, in rect: Rect
  ) {
    self.rect = rect
    var day: String?
    for (number, row) in rows.enumerated() {
      let date = dates.date(row.time)
      if date != day {
        if day != nil { lines.append(.text("")) }
        lines.append(.text(StyledText(date, .heading)))
        day = date
      }
      lines.append(.row(number, row.line(Self.room(rect))))
    }
  }

  private static func room(_ rect: Rect) -> Int { max(1, rect.columns - 2) }

  /// Brings the focused row to where it is seen.
  func fit(_ scroll: inout SectionedScroll) {
    let rows = lines.indices.filter { if case .row = lines[$0] { true } else { false } }
    scroll.fit(rows, lineCount: lines.count, rows: rect.rows)
  }

  /// The row that is drawn at a position.
  func row(at position: Position, _ scroll: SectionedScroll) -> Int? {
    let visible = scroll.visible(lineCount: lines.count, rows: rect.rows)
    guard case .row(let row, _)? = lines[safe: visible.lowerBound + position.row - rect.row] else {
      return nil
    }
    return row
  }

  /// Draws what is seen, with the cursor on the focused row.
  func draw(_ scroll: SectionedScroll, of frame: inout Frame) {
    let visible = scroll.visible(lineCount: lines.count, rows: rect.rows)
    for (row, index) in zip(rect.rowRange, visible) {
      let position = Position(column: rect.column, row: row)
      switch lines[index] {
      case .text(let text): frame.write(" " + text, at: position)
      case .row(let number, let text):
        let isFocused = number == scroll.focus
        frame.write(StyledText(isFocused ? "▌" : " ", .accent) + text, at: position)
        if isFocused { frame.cursor = position }
      }
    }
  }
}
