/// The first line of the window: the location on the left, facts on the right.
package struct TitleBar: Sendable, Equatable {
  package var left: StyledText
  /// The cells to which the left text is cut before a fact is left out; nil never leaves one out.
  package var leastLeft: Int?
  /// Facts; in a narrow window the first ones are left out first.
  package var right: [StyledText]
  /// The fact at the end, which stays as long as some of the left text does: the first of these that
  /// there is room for.
  package var kept: [StyledText]

  package init(
    left: StyledText, leastLeft: Int? = nil, right: [StyledText] = [], kept: [StyledText] = []
  ) {
    self.leastLeft = leastLeft
    self.left = left
    self.right = right
    self.kept = kept
  }

  /// The line in a width in cells, with a blank at each end.
  ///
  /// The left text is cut with `…` beyond its least width only when all facts but the kept one are
  /// left out.
  package func line(_ width: Int) -> StyledText {
    let room = max(0, width - 2)
    for kept in kept.isEmpty ? [""] : kept {
      for count in stride(from: right.count, through: 0, by: -1) {
        let facts = (right.suffix(count) + [kept]).filter { !$0.isEmpty }
          .joined(separator: StyledText(" · ", .quiet))
        let rest = room - facts.displayWidth - 2
        if rest >= min(leastLeft ?? .max, left.displayWidth), !facts.isEmpty {
          return " " + left.truncated(to: rest).padded(to: rest) + "  " + facts + " "
        }
      }
      let rest = room - kept.displayWidth - 2
      if !kept.isEmpty, rest >= Self.leastText {
        return " " + left.truncated(to: rest).padded(to: rest) + "  " + kept + " "
      }
    }
    return (" " + left.truncated(to: room)).padded(to: width).truncated(to: width)
  }

  /// How much of the left text must be left for it to be understood.
  private static let leastText = 10

  /// Draws the line on the first row of a part of a window, over what was there.
  package func draw(in rect: Rect, of frame: inout Frame) {
    guard rect.rows > 0 else { return }
    frame.write(
      line(rect.columns), at: Position(column: rect.column, row: rect.row), width: rect.columns)
  }
}
