/// The query of the help, and its first visible line.
public struct HelpState: Sendable, Equatable {
  /// The typed text.
  public private(set) var query = TextField()
  /// The first line on the screen. May be out of range until the next ``fit(_:in:)``.
  public private(set) var first = 0
  private var page = 10

  /// Starts at the top without a query.
  public init() {}

  /// Arrows, PgUp, PgDn, Home and End scroll; Esc, Enter, and `?` without a query, close; all other
  /// keys edit the query.
  ///
  /// - Returns: whether the help is to be closed.
  public mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .escape, .enter: return true
    case .character("?") where query.text.isEmpty: return true
    case .up: first = max(0, first - 1)
    case .down: first += 1
    case .pageUp: first = max(0, first - page)
    case .pageDown: first += page
    case .home: first = 0
    case .end: first = Int.max / 2
    default: edit { _ = $0.handle(key) }
    }
    return false
  }

  /// Adds a pasted text to the query.
  public mutating func insert(_ pasted: String) {
    edit { $0.insert(pasted) }
  }

  /// Makes the first line one from which the screen is full, if there are enough lines.
  public mutating func fit(_ table: HelpTable, search: TextSearch = .plain, in rect: Rect) {
    let body = body(rect)
    page = max(1, body.rows)
    first = range(lines(table, search, body).count, body).lowerBound
  }

  /// Draws the query and the matching keys over a whole part of a window.
  ///
  /// - Parameters:
  ///   - prompt: the text before the query.
  ///   - empty: the text where nothing matches.
  public func draw(
    _ table: HelpTable, prompt: StyledText = "/ ", empty: StyledText = "–",
    search: TextSearch = .plain, in rect: Rect, of frame: inout Frame
  ) {
    frame.fill(rect)
    guard rect.rows > 0 else { return }
    let head = prompt.truncated(to: rect.columns / 2)
    frame.write(head, at: Position(column: rect.column, row: rect.row), width: rect.columns)
    query.draw(
      in: Rect(
        column: rect.column + head.displayWidth, row: rect.row,
        columns: rect.columns - head.displayWidth, rows: 1), of: &frame, showsCursor: true)
    let body = body(rect)
    let lines = lines(table, search, body)
    let visible = range(lines.count, body)
    frame.write(lines.isEmpty ? [empty] : Array(lines[visible]), in: body)
    let more = [(visible.lowerBound > 0, "↑", 0), (visible.upperBound < lines.count, "↓", -1)]
    for (isMore, sign, row) in more where isMore && !body.rowRange.isEmpty {
      let position = Position(
        column: rect.columnRange.upperBound - 1,
        row: row < 0 ? body.rowRange.upperBound - 1 : body.row)
      frame.write(StyledText(sign, .accent), at: position, width: 1)
    }
  }

  private func lines(_ table: HelpTable, _ search: TextSearch, _ body: Rect) -> [StyledText] {
    table.filtered(query.text, search: search).lines(body.columns)
  }

  /// The part for the keys: below the query and a blank row, beside the signs that there are more.
  private func body(_ rect: Rect) -> Rect { rect.inset(right: 2, top: min(2, rect.rows)) }

  private func range(_ count: Int, _ body: Rect) -> Range<Int> {
    let start = max(0, min(first, count - body.rows))
    return start..<min(count, start + body.rows)
  }

  private mutating func edit(_ change: (inout TextField) -> Void) {
    let before = query.text
    change(&query)
    if query.text != before { first = 0 }
  }
}
