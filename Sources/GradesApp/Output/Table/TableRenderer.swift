import Terminal

/// Makes lines of the rows of a table once the layout is known.
struct TableRowRenderer {
  let layout: TableLayout
  let columns: [Table.Column]
  let width: Int?
  /// Whether each row has one line, on which long texts are cut and what is folded is left out.
  var isSingleLine = false

  /// The section's title and, beside it above the first section, the titles of the columns. Where there is no
  /// room beside it, they are below it.
  func header(of section: Table.Section, withColumnTitles: Bool) -> [StyledText] {
    let titleLines = section.title.isEmpty ? [] : section.title.wrapped(to: width, indent: 0)
    guard withColumnTitles, layout.slots.contains(where: hasTitle) else { return titleLines }
    let sharesLine = layout.slots.contains {
      $0.column == 0 && section.title.displayWidth <= titleRoom(of: $0)
    }
    var line = LineBuilder(gap: layout.gap)
    for slot in layout.slots {
      let column = columns[slot.column]
      let isNamedBySection = slot.column == 0 && !section.title.isEmpty && sharesLine
      let title = isNamedBySection ? section.title : StyledText(column.title, .quiet)
      if isNamedBySection {
        line.put(title, at: slot.start)
        continue
      }
      guard !column.title.isEmpty else { continue }
      let alignment: TextAlignment = column.alignment == .left ? .left : .right
      line.put(
        title.truncated(to: slot.width).padded(to: slot.width, alignment: alignment),
        at: slot.start)
    }
    return (sharesLine ? [] : titleLines) + [finished(line)]
  }

  /// The cells of a section's title, which may use those of columns without a title.
  private func titleRoom(of slot: TableLayout.Slot) -> Int {
    let next = layout.slots.first { $0.start > slot.start && hasTitle($0) }
    return next.map { $0.start - layout.gap - slot.start } ?? slot.width
  }

  private func hasTitle(_ slot: TableLayout.Slot) -> Bool {
    !columns[slot.column].title.isEmpty
  }

  /// The lines of a row: its cells; the texts that found no room among them; its detail.
  func lines(of row: Table.Row, in section: Table.Section) -> [StyledText] {
    let indent = TableLayout.indent(of: row, in: section)
    let moved = layout.slots.indices.filter { needsLineOfItsOwn($0, in: row) }
    let line = cellLines(of: row, indent: indent, leavingOut: moved)
    if isSingleLine || moved.isEmpty && layout.folded.isEmpty && row.detail.isEmpty { return line }
    let below =
      moved.map { row.cell(layout.slots[$0].column).text }
      + [
        layout.folded.map { foldedText(of: row, column: $0) }.filter { !$0.isEmpty }
          .joined(separator: " · ")
      ]
      + [row.detail]
    return line
      + below.filter { !$0.isEmpty }.flatMap {
        $0.wrapped(to: width, indent: indentBelow(indent))
      }
  }

  private func cellLines(
    of row: Table.Row, indent: Int, leavingOut moved: [Int]
  ) -> [StyledText] {
    var lines = [LineBuilder(gap: layout.gap)]
    for (index, slot) in layout.slots.enumerated() where !moved.contains(index) {
      let cell = row.cell(slot.column)
      if cell.isEmpty { continue }
      var start = slot.start
      if slot.column == 0, indent > 0 {
        // A tree that is deeper than its column is wide still leaves its texts some room.
        start += min(indent, max(slot.width / 2, slot.width - cell.text.displayWidth))
      }
      let room = slot.end - start
      let texts: [StyledText]
      switch cell.content {
      case .bar(let fraction, let style):
        texts = [BarText.text(fraction: fraction, width: room, style: style)]
      case .spilling(let text):
        texts =
          spillEnd(after: index, in: row).map { end in
            let room = max(end - start, 1)
            return isSingleLine ? [text.truncated(to: room)] : text.wrapped(to: room)
          } ?? [text]
      case .text(let text): texts = fitted(text, to: room, slot: slot)
      }
      while lines.count < texts.count { lines.append(LineBuilder(gap: layout.gap)) }
      for (line, text) in texts.enumerated() { lines[line].put(text, at: start) }
    }
    return lines.map(finished)
  }

  /// Whether a spilling text would have to be broken into a narrow ribbon beside its column.
  private func needsLineOfItsOwn(_ index: Int, in row: Table.Row) -> Bool {
    let slot = layout.slots[index]
    guard !isSingleLine, case .spilling(let text) = row.cell(slot.column).content,
      let end = spillEnd(after: index, in: row)
    else { return false }
    let room = end - slot.start
    return room < text.displayWidth && room < Self.leastSpillWidth
  }

  private static let leastSpillWidth = 24

  private func fitted(_ text: StyledText, to width: Int, slot: TableLayout.Slot) -> [StyledText] {
    let column = columns[slot.column]
    let lead = StyledText(column.lead, .quiet).truncated(to: width)
    let room = width - lead.displayWidth
    if column.alignment == .decimal {
      let anchor = DecimalAnchor(text)
      // In a narrowed column, a number loses its alignment before it is truncated.
      let blanks = room - max(slot.fraction, anchor.after) - anchor.before
      return [lead + (.blanks(blanks) + text).truncated(to: room)]
    }
    if self.width == nil, column.alignment == .left { return [lead + text] }
    var parts = column.overflow == .wrap ? text.wrapped(to: room) : [text.truncated(to: room)]
    if column.alignment == .right { parts = parts.map { $0.padded(to: room, alignment: .right) } }
    return [lead + parts[0]] + parts.dropFirst().map { .blanks(lead.displayWidth) + $0 }
  }

  /// Where a spilling text must end: before the next cell that has something, else at the line's
  /// end. Without a limit nowhere: the cells after it move to the right.
  private func spillEnd(after index: Int, in row: Table.Row) -> Int? {
    guard let width else { return nil }
    for slot in layout.slots[(index + 1)...] where !row.cell(slot.column).isEmpty {
      return slot.start - layout.gap
    }
    return width
  }

  /// What a folded cell says below the row. A spilling text speaks for itself; the others need
  /// their column's name.
  private func foldedText(of row: Table.Row, column index: Int) -> StyledText {
    guard case .text(let text) = row.cell(index).content, !text.isEmpty else {
      return row.cell(index).text
    }
    let column = columns[index]
    let title = column.title.isEmpty ? "" : column.title + " "
    return StyledText(title + column.lead, .quiet) + text
  }

  /// Under the second column where the first is a narrow key, else a step to the right of the row.
  private func indentBelow(_ indent: Int) -> Int {
    if let second = layout.slots.dropFirst().first, second.start <= 16, let width,
      width - second.start >= 20
    {
      return second.start
    }
    return indent + TableLayout.indentation
  }

  private func finished(_ line: LineBuilder) -> StyledText {
    let text = line.text.trimmedAtEnd()
    guard let width, line.width > width else { return text }
    return text.truncated(to: width).trimmedAtEnd()
  }
}

/// A line that is filled from left to right at given columns.
private struct LineBuilder {
  let gap: Int
  private(set) var text = StyledText()
  private(set) var width = 0

  func hasRoom(at column: Int) -> Bool { width == 0 || width + gap <= column }

  mutating func put(_ part: StyledText, at column: Int) {
    let start = hasRoom(at: column) ? column : width + gap
    text.append(blanks: start - width)
    text += part
    width = start + part.displayWidth
  }
}

/// A bar of blocks that shows a part of a whole.
enum BarText {
  static func text(fraction: Double, width: Int, style: Style) -> StyledText {
    let width = max(0, width)
    let filled = ProgressBar.filled(fraction, of: width)
    return StyledText(String(repeating: "█", count: filled), style)
      + StyledText(String(repeating: "░", count: width - filled), .quiet)
  }
}

extension Table {
  /// The lines of the table, none wider than a number of cells; nothing: no limit.
  func lines(width: Int?) -> [StyledText] {
    let width = width.map { max($0, 1) }
    let layout = TableLayout(self, width: width)
    let body = lines(of: TableRowRenderer(layout: layout, columns: columns, width: width))
    let title = titleLines(over: body, columns: layout.slots.last?.end ?? 0, width: width)
    let remarks = remarks.flatMap { $0.wrapped(to: width, indent: 0) }
    return Array(([title] + body + [remarks]).filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private func lines(of rows: TableRowRenderer) -> [[StyledText]] {
    var isFirst = true
    return sections.compactMap { section in
      if section.rows.isEmpty {
        guard !section.emptyText.isEmpty else { return nil }
        let indent = section.title.isEmpty ? 0 : TableLayout.indentation
        return (section.title.isEmpty ? [] : section.title.wrapped(to: rows.width, indent: 0))
          + section.emptyText.wrapped(to: rows.width, indent: indent)
      }
      defer { isFirst = false }
      return rows.header(of: section, withColumnTitles: isFirst)
        + section.rows.flatMap { rows.lines(of: $0, in: section) }
    }
  }

  /// Title and summary. Only a title of two parts is as wide as the rest, which takes measuring.
  private func titleLines(
    over body: [[StyledText]], columns: Int, width: Int?
  ) -> [StyledText] {
    func wrapped(_ text: StyledText) -> [StyledText] { text.wrapped(to: width, indent: 0) }
    let summary = summary.flatMap(wrapped)
    guard let title else { return summary }
    let (leading, trailing) = (title.leading, title.trailing)
    if trailing.isEmpty { return wrapped(leading) + summary }
    let needed = leading.displayWidth + TableLayout.gap + trailing.displayWidth
    if let width, needed > width { return wrapped(leading) + wrapped(trailing) + summary }
    // Without a limit a long text may go on for ever; the title ends where the columns do.
    let limit = width ?? max(columns, Self.pageWidth)
    let widest = body.joined().lazy.map(\.displayWidth).max() ?? 0
    let room = max(min(widest, limit), summary.map(\.displayWidth).max() ?? 0, needed)
    return [leading + trailing.padded(to: room - leading.displayWidth, alignment: .right)] + summary
  }

  /// The width of an ordinary page, for titles over texts that have none.
  private static let pageWidth = 80
}

extension StyledText {
  /// The text on lines of a width with blanks before them; where the width is small, fewer blanks.
  func wrapped(to width: Int?, indent: Int) -> [StyledText] {
    guard let width else { return [.blanks(indent) + self] }
    let indent = min(indent, width / 2)
    return wrapped(to: width - indent).map { .blanks(indent) + $0 }
  }
}
