/// The line at the head of the window: where one is on the left, facts on the right.
public struct TitleBar: Sendable, Equatable {
  /// Where one is.
  public var left: StyledText
  /// Facts; the first are the first to go where the window is narrow.
  public var right: [StyledText]

  /// Makes a line.
  public init(left: StyledText, right: [StyledText] = []) {
    self.left = left
    self.right = right
  }

  /// The line in a width in cells, with a blank at each end.
  ///
  /// The left text is cut with `…` only when nothing is left on the right.
  public func line(_ width: Int) -> StyledText {
    let room = max(0, width - 2)
    for count in stride(from: right.count, to: 0, by: -1) {
      let facts = right.suffix(count).filter { !$0.isEmpty }
        .joined(separator: StyledText(" · ", .quiet))
      let gap = room - left.displayWidth - facts.displayWidth
      if gap >= 2 { return " " + left + .blanks(gap) + facts + " " }
    }
    return (" " + left.truncated(to: room)).padded(to: width).truncated(to: width)
  }

  /// Draws the line on the first row of a part of a window, over what was there.
  public func draw(in rect: Rect, of frame: inout Frame) {
    guard rect.rows > 0 else { return }
    frame.write(
      line(rect.columns), at: Position(column: rect.column, row: rect.row), width: rect.columns)
  }
}
