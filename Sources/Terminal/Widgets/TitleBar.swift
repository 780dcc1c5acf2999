/// The line at the head of the window: where one is on the left, facts on the right.
public struct TitleBar: Sendable, Equatable {
  /// Where one is.
  public var left: StyledText
  /// To how many cells the left text is cut before a fact goes; nil: none goes for it.
  public var leastLeft: Int?
  /// Facts; the first are the first to go where the window is narrow.
  public var right: [StyledText]
  /// The fact at the end, which stays as long as some of the left text does: the first of these that
  /// there is room for.
  public var kept: [StyledText]

  /// Makes a line.
  public init(
    left: StyledText, leastLeft: Int? = nil, right: [StyledText] = [], kept: [StyledText] = []
  ) {
    self.leastLeft = leastLeft
    self.left = left
    self.right = right
    self.kept = kept
  }

  /// The line in a width in cells, with a blank at each end.
  ///
  /// The left text is cut with `…` beyond its least width only when nothing is left on the right but
  /// what is kept.
  public func line(_ width: Int) -> StyledText {
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
  public func draw(in rect: Rect, of frame: inout Frame) {
    guard rect.rows > 0 else { return }
    frame.write(
      line(rect.columns), at: Position(column: rect.column, row: rect.row), width: rect.columns)
  }
}
