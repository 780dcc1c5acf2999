import Terminal

extension Table {
  /// The lines of the table, none wider than a number of cells; nothing: no limit.
  func lines(width: Int?) -> [StyledText] {
    TableRenderer(table: self, width: width).lines()
  }
}

struct TableRenderer {
  let table: Table
  let width: Int?
  let layout: TableLayout

  init(table: Table, width: Int?) {
    self.table = table
    self.width = width.map { max($0, 1) }
    layout = TableLayout(table, width: self.width)
  }

  func lines() -> [StyledText] {
    let body = bodyLines()
    var blocks: [[StyledText]] = []
    blocks.append(titleLines { Self.width(of: body, upTo: $0) })
    blocks += body
    blocks.append(table.remarks.flatMap { wrapped($0) })
    return Array(blocks.filter { !$0.isEmpty }.joined(separator: [StyledText()]))
  }

  private func bodyLines() -> [[StyledText]] {
    var isFirst = true
    return table.sections.compactMap { section in
      if section.rows.isEmpty {
        guard !section.emptyText.isEmpty else { return nil }
        let indent = section.title.isEmpty ? 0 : TableLayout.indentation
        return (section.title.isEmpty ? [] : wrapped(section.title))
          + wrapped(section.emptyText, indent: indent)
      }
      defer { isFirst = false }
      let rows = TableRowRenderer(layout: layout, columns: table.columns, width: width)
      return rows.header(of: section, withColumnTitles: isFirst)
        + section.rows.flatMap { rows.lines(of: $0, in: section) }
    }
  }

  /// The width of the widest line, or a limit that one of them reaches.
  private static func width(of body: [[StyledText]], upTo limit: Int) -> Int {
    var widest = 0
    for line in body.joined() {
      if widest >= limit { return limit }
      widest = max(widest, line.displayWidth)
    }
    return min(widest, limit)
  }

  /// Title and summary. Only a title of two parts is as wide as the rest, which takes measuring.
  private func titleLines(bodyWidth: (_ limit: Int) -> Int) -> [StyledText] {
    let summary = table.summary.flatMap { wrapped($0) }
    guard let title = table.title else { return summary }
    let (leading, trailing) = (title.leading, title.trailing)
    if trailing.isEmpty { return wrapped(leading) + summary }
    let needed = leading.displayWidth + TableLayout.gap + trailing.displayWidth
    if let width, needed > width { return wrapped(leading) + wrapped(trailing) + summary }
    // Without a limit a long text may go on for ever; the title ends where the columns do.
    let columns = max(layout.slots.last?.end ?? 0, Self.pageWidth)
    let room = max(
      bodyWidth(width ?? columns),
      summary.map(\.displayWidth).max() ?? 0,
      needed)
    return [leading + trailing.padded(to: room - leading.displayWidth, alignment: .right)] + summary
  }

  /// The width of an ordinary page, for titles over texts that have none.
  private static let pageWidth = 80

  private func wrapped(_ text: StyledText, indent: Int = 0) -> [StyledText] {
    text.wrapped(to: width, indent: indent)
  }
}

extension StyledText {
  /// The text on lines of a width with blanks before them; where the width is small, fewer blanks.
  func wrapped(to width: Int?, indent: Int) -> [StyledText] {
    guard let width else { return [.blanks(indent) + self] }
    let indent = min(indent, width / 2)
    return wrapped(to: width - indent).map { .blanks(indent) + $0 }
  }
}
