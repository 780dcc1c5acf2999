import Terminal

/// Which of the rows of a list with titles and blank lines is focused, and which lines are seen.
struct SectionedScroll: Equatable, Sendable {
  /// The focused row, counted without titles.
  var focus = 0
  /// How many rows there are.
  private(set) var count = 0
  /// How many lines are seen at once.
  private(set) var page = 10
  private var lines = ScrollState()

  /// Brings the focused row, and the title right above it, to where they are seen.
  ///
  /// - Parameters:
  ///   - rowLines: the line of each row.
  ///   - lineCount: how many lines there are with titles and blank ones.
  ///   - rows: how many lines are seen.
  mutating func fit(_ rowLines: [Int], lineCount: Int, rows: Int) {
    count = rowLines.count
    page = max(1, rows)
    focus = max(0, min(focus, count - 1))
    guard !rowLines.isEmpty else {
      lines.move(to: 0, count: lineCount)
      return
    }
    let line = rowLines[focus]
    // The lines between the previous row and this one are its title.
    let title = focus == 0 ? 0 : min(rowLines[focus - 1] + 2, line)
    // What stands below the last row is seen with it.
    let end = focus == count - 1 ? lineCount - 1 : line
    for target in [title, end, line] {
      lines.move(to: target, count: lineCount)
      lines.fit(count: lineCount, rows: rows)
    }
  }

  /// The lines that are seen.
  func visible(lineCount: Int, rows: Int) -> Range<Int> {
    lines.visible(count: lineCount, rows: rows)
  }
}

extension Array {
  /// The element at an index; nil outside of the collection.
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
