import Terminal

/// Which columns of a table are shown in a width, how wide, and which went to the second line.
///
/// First the columns with a least width shrink, each by its share, but no word is split. If that is not
/// enough, columns leave or fold in their order and the others get their widths back. If all that may
/// go is gone, columns get closer to each other; then long words are split; then every column shrinks;
/// then the lines are cut.
struct TableLayout: Hashable {
  /// The cells of a line that a column occupies.
  struct Slot: Hashable {
    let column: Int
    let start: Int
    let width: Int
    /// Of the column's numbers, the cells from the decimal sign on.
    let fraction: Int

    var end: Int { start + width }
  }

  static let gap = 2
  /// The indentation of rows under their section's title, and of children under their parents.
  static let indentation = 2
  /// The widest column of texts where lines have no limit: a longer text moves the rest of its own line, and
  /// makes no other line wider.
  static let widestText = 40
  static let barWidth = 16

  let slots: [Slot]
  let gap: Int
  /// The columns, by index, whose cells are on the second line.
  let folded: [Int]

  init(_ table: Table, width: Int?) {
    let measures = table.columns.indices.map { ColumnMeasure(of: $0, in: table) }
    func arrangement(_ gap: Int, keepsWords: Bool) -> Arrangement? {
      Self.arrangement(of: table, measures, width: width, gap: gap, keepsWords: keepsWords)
    }
    let found =
      arrangement(Self.gap, keepsWords: true) ?? arrangement(1, keepsWords: true)
      ?? arrangement(Self.gap, keepsWords: false)
    let (shown, folded, widths, gap) = found ?? ([], [], [], Self.gap)
    self.gap = gap
    var start = 0
    slots = zip(shown, widths).map { column, width in
      defer { start += width + gap }
      return Slot(
        column: column, start: start, width: width, fraction: measures[column].fraction)
    }
    self.folded = folded.sorted()
  }

  private typealias Arrangement = (shown: [Int], folded: [Int], widths: [Int], gap: Int)

  /// The columns that are shown and folded, and their widths; nil where words do not stay whole.
  private static func arrangement(
    of table: Table, _ measures: [ColumnMeasure], width: Int?, gap: Int, keepsWords: Bool
  ) -> Arrangement? {
    var shown = table.columns.indices.filter { !measures[$0].isEmpty }
    var folded: [Int] = []
    guard let width else {
      let widths = shown.map { column in
        table.columns[column].leastWidth != nil && table.columns[column].alignment == .left
          ? min(measures[column].width, widestText) : measures[column].width
      }
      return (shown, folded, widths, gap)
    }
    func least(_ column: Int) -> Int {
      guard let least = table.columns[column].leastWidth else { return measures[column].width }
      return keepsWords ? min(measures[column].width, max(least, measures[column].word)) : least
    }
    while true {
      let room = width - gap * max(shown.count - 1, 0)
      let widths = shrunk(shown.map { measures[$0].width }, least: shown.map(least), to: room)
      if widths.reduce(0, +) <= room { return (shown, folded, widths, gap) }
      guard let order = shown.compactMap({ table.columns[$0].order }).min() else {
        if keepsWords { return nil }
        return (shown, folded, shrunk(widths, least: widths.map { _ in 1 }, to: room), gap)
      }
      folded += shown.filter { table.columns[$0].narrowing == .folds(order: order) }
      shown.removeAll { table.columns[$0].order == order }
    }
  }

  /// The cells before a row's first text.
  static func indent(of row: Table.Row, in section: Table.Section) -> Int {
    indentation * (row.depth + (section.title.isEmpty ? 0 : 1))
  }

  /// Widths that are made smaller, always the one that can give the most, until their sum fits or
  /// none can give any more.
  private static func shrunk(_ widths: [Int], least: [Int], to room: Int) -> [Int] {
    var widths = widths
    var excess = widths.reduce(0, +) - room
    while excess > 0 {
      let able = widths.indices.filter { widths[$0] > least[$0] }
      guard let richest = able.max(by: { widths[$0] - least[$0] < widths[$1] - least[$1] }) else {
        break
      }
      widths[richest] -= 1
      excess -= 1
    }
    return widths
  }
}

extension Table.Column {
  /// The position in which the column is dropped from narrow tables; nil if it always stays.
  fileprivate var order: Int? {
    switch narrowing {
    case .stays: nil
    case .folds(let order), .leaves(let order): order
    }
  }
}

private struct ColumnMeasure {
  /// Longer words, such as addresses, may be split.
  private static let longestWord = 16

  private(set) var isEmpty = true
  private(set) var width = 0
  /// The longest word of a column whose texts are wrapped, with the blanks before it.
  private(set) var word = 0
  /// Of a column of numbers, the cells from the decimal sign on.
  private(set) var fraction = 0

  init(of column: Int, in table: Table) {
    let alignment = table.columns[column].alignment
    let lead = table.columns[column].lead.displayWidth
    var units = 0
    for section in table.sections {
      for row in section.rows {
        let cell = row.cell(column)
        if cell.isEmpty { continue }
        isEmpty = false
        let indent = column == 0 ? TableLayout.indent(of: row, in: section) : 0
        switch cell.content {
        case .bar: width = max(width, TableLayout.barWidth)
        // It uses the room of the row; the column needs only its beginning.
        case .spilling(let text): width = max(width, min(text.displayWidth, 4))
        case .text(let text) where alignment == .decimal:
          let anchor = DecimalAnchor(text)
          units = max(units, lead + anchor.before + indent)
          fraction = max(fraction, anchor.after)
        case .text(let text):
          width = max(width, lead + text.displayWidth + indent)
          if table.columns[column].overflow == .wrap {
            word = max(word, lead + min(text.widestWord, Self.longestWord) + indent)
          }
        }
      }
    }
    var title = StyledText(table.columns[column].title)
    if column == 0, let first = table.sections.first(where: { !$0.rows.isEmpty })?.title,
      !first.isEmpty
    {
      // A section's title replaces the column's title if both share the line.
      title = table.columns.contains { !$0.title.isEmpty } ? first : ""
    }
    width = max(width, units + fraction, title.displayWidth)
  }
}

/// The widths of a number before and from its decimal sign, in cells.
///
/// `7.25` and `12` have their units under each other in a column; so have `/ 40` and `min 3 ✓`. A
/// text without a digit (a dash, a word) ends where the units end.
struct DecimalAnchor: Hashable {
  let before: Int
  let after: Int

  init(_ text: StyledText) {
    let plain = text.text
    let width = plain.displayWidth
    guard let units = Self.endOfUnits(in: plain) else {
      (before, after) = (width, 0)
      return
    }
    // Only of plain ASCII every byte takes a cell.
    before =
      width == plain.utf8.count
      ? plain.utf8.distance(from: plain.startIndex, to: units) : DisplayWidth.of(plain[..<units])
    after = width - before
  }

  /// The end of the first run of digits.
  private static func endOfUnits(in text: String) -> String.Index? {
    let scalars = text.unicodeScalars
    guard let start = scalars.firstIndex(where: isDigit) else { return nil }
    return scalars[start...].firstIndex { !isDigit($0) } ?? scalars.endIndex
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar)
  }
}
