/// The focused line of a list and the first visible one.
///
/// The first line is kept between frames, so a list scrolls only when the focus would leave the
/// screen. Drawing works without ``fit(count:rows:)``: the visible lines always contain the focus.
public struct ScrollState: Sendable, Equatable {
  /// The focused line, counted from 0. May be out of range until the next ``fit(count:rows:)``.
  public var focus: Int
  /// The first line on the screen.
  public private(set) var first = 0

  /// Starts at the top, with a line focused.
  public init(focus: Int = 0) {
    self.focus = focus
  }

  /// Moves the focus by some lines, no further than the ends.
  public mutating func move(by distance: Int, count: Int) {
    let (sum, hasOverflown) = focus.addingReportingOverflow(distance)
    move(to: hasOverflown ? (distance < 0 ? 0 : count) : sum, count: count)
  }

  /// Moves the focus to a line, or to the end that is nearest to it.
  public mutating func move(to line: Int, count: Int) {
    focus = min(max(line, 0), max(count - 1, 0))
  }

  /// Moves the focus to an existing line, and scrolls as little as needed to show it.
  ///
  /// - Parameters:
  ///   - count: how many lines there are.
  ///   - rows: how many of them the screen shows. None stay blank at the end while there are enough.
  public mutating func fit(count: Int, rows: Int) {
    move(to: focus, count: count)
    let rows = max(1, min(rows, count))
    first = min(max(first, focus - rows + 1), focus)
    first = max(0, min(first, count - rows))
  }

  /// The lines on the screen.
  public func visible(count: Int, rows: Int) -> Range<Int> {
    var fitted = self
    fitted.fit(count: count, rows: rows)
    return fitted.first..<(fitted.first + max(0, min(rows, count)))
  }

  /// Begins the screen with a line, for lists whose lines are not all of one size.
  mutating func slide(to line: Int) {
    first = max(0, line)
  }

  /// Moves the focus for the arrows, PgUp, PgDn, Home and End.
  ///
  /// - Parameter page: how many lines PgUp and PgDn move by.
  /// - Returns: whether it was such a key.
  public mutating func handle(_ key: Key, count: Int, page: Int) -> Bool {
    switch key {
    case .up: move(by: -1, count: count)
    case .down: move(by: 1, count: count)
    case .pageUp: move(by: -max(1, page), count: count)
    case .pageDown: move(by: max(1, page), count: count)
    case .home: move(to: 0, count: count)
    case .end: move(to: count - 1, count: count)
    default: return false
    }
    return true
  }
}
