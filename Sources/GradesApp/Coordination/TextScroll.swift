import Terminal

/// Which lines of a long text are seen.
struct TextScroll: Equatable, Sendable {
  private var first = 0
  private var lineCount = 0
  private var rows = 10

  /// Whether all of it is seen at once.
  var isWhole: Bool { lineCount <= rows }

  var visible: Range<Int> { first..<min(lineCount, first + rows) }

  mutating func take(_ movement: Movement) {
    first = movement.target(from: first, count: lineCount, page: rows)
    clamp()
  }

  /// Remembers how long the text is and how much of it is seen at once.
  mutating func fit(lineCount: Int, rows: Int) {
    self.lineCount = lineCount
    self.rows = max(0, rows)
    clamp()
  }

  private mutating func clamp() { first = max(0, min(first, lineCount - rows)) }

  /// Draws what is seen of the lines, and at an edge whether there is more of it above or below.
  func draw(_ lines: [StyledText], in rect: Rect, edge: Int? = nil, of frame: inout Frame) {
    let visible = visible.clamped(to: lines.indices)
    frame.write(Array(lines[visible]), in: rect)
    guard let edge, let last = rect.rowRange.last else { return }
    func write(_ sign: String, _ row: Int) {
      frame.write(StyledText(sign, .accent), at: Position(column: edge, row: row), width: 1)
    }
    if visible.lowerBound > 0 { write("↑", rect.row) }
    if visible.upperBound < lines.count { write("↓", last) }
  }
}
