import TestSupport

@testable import Terminal

/// Random frames, each made of the one before.
struct RandomFrames {
  private static let pieces = [
    "a", "b", "č", "Ž", "7", "─", "│", "█", "✓", "…", " ", " ", "日", "語", "한", "Ａ", "😀", "🇨🇿",
    "e\u{301}", "👩‍👩‍👧", "❤️", "\u{915}\u{94D}\u{937}",
  ]

  private var random: SeededNumbers
  private(set) var frame = Frame(size: Size(columns: 20, rows: 6))

  init(seed: UInt64) { random = SeededNumbers(seed) }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func change() {
    if chance(5) {
      frame = Frame(size: Size(columns: number(0...25), rows: number(0...8)))
    } else if chance(5) {
      frame = Frame(size: frame.size)
    }
    for _ in 0..<number(0...5) {
      let rect = Rect(
        column: number(-3...frame.size.columns), row: number(-1...frame.size.rows),
        columns: number(0...12), rows: number(0...3))
      switch number(0...9) {
      case 0:
        frame.fill(rect, with: Self.pieces.randomElement(using: &random)?.first ?? " ", style())
      case 1: frame.focus(rect)
      case 2: frame.dim(rect)
      case 3: frame.fill(rect)
      default:
        let text = (0..<number(1...8)).map { _ in
          StyledText(Self.pieces.randomElement(using: &random) ?? " ", style().style)
        }.joined()
        frame.write(
          text, at: Position(column: rect.column, row: rect.row),
          width: chance(30) ? rect.columns : nil, isFocused: chance(20))
      }
    }
    frame.cursor =
      chance(60)
      ? Position(column: number(-1...frame.size.columns), row: number(-1...frame.size.rows)) : nil
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    .random(in: range, using: &random)
  }

  private mutating func style() -> CellStyle {
    CellStyle(
      Style.allCases.randomElement(using: &random) ?? .plain, isFocused: chance(20),
      isUnderlined: chance(20))
  }
}
