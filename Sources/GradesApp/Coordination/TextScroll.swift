import Terminal

/// Which lines of a long text are seen.
struct TextScroll: Equatable, Sendable {
  private var first = 0
  private var lineCount = 0
  private var rows = 10

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

extension [StyledText] {
  /// These parts in so many lines at most: what belongs together stays on a line unless there are
  /// too few of them for that.
  func lines(of width: Int, atMost count: Int) -> [StyledText] {
    let apart = lines(of: width)
    guard apart.count > count else { return apart }
    return joined(separator: StyledText(" · ", .quiet)).wrapped(to: Swift.max(1, width))
      .cut(to: count, width: width)
  }

  /// The first lines; if there are more, the last one ends with a sign.
  func cut(to count: Int, width: Int) -> [StyledText] {
    guard self.count > count, count > 0 else { return Array(prefix(Swift.max(0, count))) }
    return prefix(count - 1) + [(self[count - 1] + " …").truncated(to: Swift.max(1, width))]
  }

  /// These parts of a sentence, with dots between them, in as many lines as they need; what belongs
  /// together stays on a line where one is wide enough.
  func lines(of width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    for part in self {
      if let line = lines.last, line.displayWidth + 3 + part.displayWidth <= width {
        lines[lines.count - 1] = line + StyledText(" · ", .quiet) + part
      } else {
        lines += part.wrapped(to: Swift.max(1, width))
      }
    }
    return lines
  }
}
