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
}
