/// The line at the head of the window: where one is on the left, facts on the right.
public struct TitleBar: Sendable, Equatable {
  /// Where one is.
  public var left: StyledText
  /// Facts; the first are the first to go where the window is narrow.
  public var right: [StyledText]
  /// The fact at the end, which stays as long as some of the left text does; nothing if it is empty.
  public var kept: StyledText

  /// Makes a line.
  public init(left: StyledText, right: [StyledText] = [], kept: StyledText = "") {
    self.left = left
    self.right = right
    self.kept = kept
  }

  /// The line in a width in cells, with a blank at each end.
  ///
  /// The left text is cut with `…` only when nothing is left on the right but what is kept.
  public func line(_ width: Int) -> StyledText {
    let room = max(0, width - 2)
    for count in stride(from: right.count, through: 0, by: -1) {
      let facts = (right.suffix(count) + [kept]).filter { !$0.isEmpty }
        .joined(separator: StyledText(" · ", .quiet))
      let gap = room - left.displayWidth - facts.displayWidth
      if gap >= 2, !facts.isEmpty { return " " + left + .blanks(gap) + facts + " " }
    }
    let rest = room - kept.displayWidth - 2
    if !kept.isEmpty, rest >= Self.leastLeft {
      return " " + left.truncated(to: rest).padded(to: rest) + "  " + kept + " "
    }
    return (" " + left.truncated(to: room)).padded(to: width).truncated(to: width)
  }

  /// How much of the left text must be left for it to be understood.
  private static let leastLeft = 12

  /// Draws the line on the first row of a part of a window, over what was there.
  public func draw(in rect: Rect, of frame: inout Frame) {
    guard rect.rows > 0 else { return }
    frame.write(
      line(rect.columns), at: Position(column: rect.column, row: rect.row), width: rect.columns)
  }
}
