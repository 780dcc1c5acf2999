/// Lines of which one is focused: it is drawn in reverse and has `▌` at its start, the others a blank.
public struct FocusList {
  private let count: Int
  private let line: (Int, Int) -> StyledText

  /// Describes a list.
  ///
  /// - Parameters:
  ///   - count: how many lines there are.
  ///   - line: the text of a line that has some cells of room. What is wider is cut with `…`. Only the
  ///     lines on the screen are asked for.
  public init(count: Int, line: @escaping (_ index: Int, _ width: Int) -> StyledText) {
    self.count = max(0, count)
    self.line = line
  }

  /// Draws the lines around the focus.
  ///
  /// - Parameter showsFocus: whether keys go to this list now.
  public func draw(
    _ state: ScrollState, in rect: Rect, of frame: inout Frame, showsFocus: Bool = true
  ) {
    guard rect.columns > 0 else { return }
    var fitted = state
    fitted.fit(count: count, rows: rect.rows)
    let visible = fitted.visible(count: count, rows: rect.rows)
    let width = rect.columns - 1
    for (row, index) in zip(rect.rowRange, visible) {
      let isFocused = showsFocus && index == fitted.focus
      frame.write(
        (isFocused ? StyledText("▌", .accent) : " ") + line(index, width).truncated(to: width),
        at: Position(column: rect.column, row: row), width: rect.columns)
      guard isFocused else { continue }
      frame.focus(Rect(column: rect.column + 1, row: row, columns: width, rows: 1))
    }
  }

  /// The line at a position of the window, when the list is drawn into a part of it; for the mouse.
  public static func line(
    at position: Position, _ state: ScrollState, count: Int, in rect: Rect
  ) -> Int? {
    guard rect.contains(position) else { return nil }
    let visible = state.visible(count: count, rows: rect.rows)
    let index = visible.lowerBound + position.row - rect.row
    return visible.contains(index) ? index : nil
  }
}
