/// The focused line of a list and the first visible one.
///
/// The first line is kept between frames, so a list scrolls only when the focus would leave the
/// screen. Drawing works without ``fit(count:rows:)``: the visible lines always contain the focus.
package struct ScrollState: Sendable, Equatable {
  /// The focused line, counted from 0. May be out of range until the next ``fit(count:rows:)``.
  package var focus: Int
  /// The first line on the screen.
  package private(set) var first = 0
  /// How many lines there was room for last.
  package private(set) var page = 10

  /// Starts at the top, with a line focused.
  package init(focus: Int = 0) {
    self.focus = focus
  }

  /// Moves the focus by some lines, no further than the ends.
  package mutating func move(by distance: Int, count: Int) {
    let (sum, hasOverflown) = focus.addingReportingOverflow(distance)
    move(to: hasOverflown ? (distance < 0 ? 0 : count) : sum, count: count)
  }

  /// Moves the focus to a line, or to the end that is nearest to it.
  package mutating func move(to line: Int, count: Int) {
    focus = min(max(line, 0), max(count - 1, 0))
  }

  /// Moves the focus to an existing line, and scrolls as little as needed to show it.
  ///
  /// - Parameters:
  ///   - count: how many lines there are.
  ///   - rows: how many of them the screen shows. None stay blank at the end while there are enough.
  package mutating func fit(count: Int, rows: Int) {
    move(to: focus, count: count)
    page = max(1, rows)
    let rows = max(1, min(rows, count))
    first = min(max(first, focus - rows + 1), focus)
    first = max(0, min(first, count - rows))
  }

  /// The lines on the screen.
  package func visible(count: Int, rows: Int) -> Range<Int> {
    var fitted = self
    fitted.fit(count: count, rows: rows)
    return fitted.first..<(fitted.first + max(0, min(rows, count)))
  }

  /// Begins the screen with a line, for lists whose lines are not all of one size.
  mutating func slide(to line: Int) {
    first = max(0, line)
  }

  package mutating func take(_ movement: Movement, count: Int) {
    focus = movement.target(from: focus, count: count, page: page)
  }

  /// Moves the focus for the arrows, PgUp, PgDn, Home and End.
  ///
  /// - Returns: whether it was such a key.
  package mutating func handle(_ key: Key, count: Int) -> Bool {
    guard let movement = Movement(key) else { return false }
    take(movement, count: count)
    return true
  }

  /// Brings the focused line to where it is seen and draws the lines around it. The focused one has `▌` at its start,
  /// the others a blank.
  ///
  /// - Parameters:
  ///   - count: how many lines there are.
  ///   - showsFocus: whether keys go to this list now; the cursor is on the focused line then.
  ///   - line: the text of a line that has some cells of room. What is wider is cut with `…`. Only the lines on the
  ///     screen are asked for.
  package mutating func draw(
    count: Int, in rect: Rect, of frame: inout Frame, showsFocus: Bool = true,
    line: (_ index: Int, _ width: Int) -> StyledText
  ) {
    fit(count: count, rows: rect.rows)
    guard rect.columns > 0 else { return }
    let width = rect.columns - 1
    for (row, index) in zip(rect.rowRange, visible(count: count, rows: rect.rows)) {
      let isFocused = showsFocus && index == focus
      let position = Position(column: rect.column, row: row)
      frame.write(
        (isFocused ? StyledText("▌", .accent) : " ") + line(index, width).truncated(to: width),
        at: position, width: rect.columns)
      guard isFocused else { continue }
      frame.focus(Rect(column: rect.column + 1, row: row, columns: width, rows: 1))
      if frame.area.contains(position) { frame.cursor = position }
    }
  }
}
