import GradesClient
import GradesCore
import Terminal

/// A group's values as a grid: which columns there are, how wide, and what stands in each cell. Only what
/// is on the screen is turned into text.
struct GroupGrid {
  let grid: Grid
  let rect: Rect
  /// The number of lines below it about the focused cell.
  let statusRows: Int

  /// The widest that a text gets beside other columns.
  private static let widestText = 24

  init(_ sheet: GroupSheet, _ edits: EditedCells, _ words: SceneWords, in rect: Rect) {
    // A narrow window breaks the line about the focused cell; where there are few rows they matter more.
    statusRows = rect.rows < 5 ? 0 : rect.columns < 72 && rect.rows > 8 ? 2 : 1
    self.rect = rect.inset(bottom: min(rect.rows, statusRows + (sheet.filter.isOpen ? 1 : 0)))
    let columns = GroupColumns(sheet, words, width: rect.columns)
    let cells = GroupCells(sheet, edits, words)
    grid = Grid(
      frozen: columns.frozen, columns: columns.columns, rowCount: sheet.rows.count,
      hasSubtitles: columns.hasSubtitles && rect.rows > 6,
      cell: { row, index in
        switch index {
        case .frozen(let number): cells.name(row, number)
        case .column(let column): cells.value(row, column)
        }
      }, mark: { row, column in cells.mark(row, column) })
  }

  private struct GroupColumns {
    var frozen: [GridColumn] = []
    var columns: [GridColumn] = []
    var hasSubtitles = false

    init(_ sheet: GroupSheet, _ words: SceneWords, width: Int) {
      let strings = words.strings
      frozen = [
        GridColumn(
          title: StyledText(strings(.studentsColumnStudent), .heading)
            + Self.sign(of: sheet, isSorted: sheet.order == GroupOrder(isDescending: true)),
          width: min(max(sheet.measures.name, 8), 28), leastWidth: min(sheet.measures.name, 8)),
        GridColumn(
          title: StyledText(strings(.studentsColumnUsername), .heading),
          width: max(sheet.measures.username, strings(.studentsColumnUsername).displayWidth),
          // Students of the same name are distinguished by their usernames.
          leastWidth: sheet.measures.hasNamesakes ? sheet.measures.username : 0),
      ]
      let items = sheet.columns.indices.compactMap { sheet.item($0)?.definition }
      let titles = items.map { $0.name(in: strings.serviceLanguage) }
      let counts = Dictionary(grouping: titles) { $0 }.mapValues(\.count)
      let widest = items.count == 1 ? 40 : width < 60 ? 8 : 12
      var unnamed: [Int] = []
      for (index, item) in items.enumerated() {
        let measure = sheet.measures.columns[safe: sheet.columns[index]] ?? ValueWidths()
        let cells = Self.width(
          of: measure, widestText: items.count == 1 ? 60 : GroupGrid.widestText)
        let mark = Self.mark(of: item, index, sheet)
        let isOwn = counts[titles[index]] == 1
        let isNamed = isOwn && titles[index].displayWidth <= max(widest, cells - mark.displayWidth)
        if isOwn, !isNamed { unnamed.append(index) }
        let title = StyledText(isNamed ? titles[index] : item.identifier.rawValue)
          .truncated(to: max(widest, cells - mark.displayWidth))
        let maximum = item.valueType == .number ? item.maximumValue : nil
        if maximum != nil { hasSubtitles = true }
        let subtitle = maximum.map { "/\(words.values.text($0))" } ?? ""
        columns.append(
          GridColumn(
            title: Self.title(title.text, of: item, mark), subtitle: StyledText(subtitle, .quiet),
            width: max(cells, title.displayWidth + mark.displayWidth, subtitle.displayWidth),
            alignment: item.valueType == .string ? .left : .right))
      }
      name(unnamed, titles, items, sheet, width: width)
    }

    /// Gives columns that have only their identifiers their names as long as all columns fit.
    private mutating func name(
      _ unnamed: [Int], _ titles: [String], _ items: [Classification],
      _ sheet: GroupSheet, width: Int
    ) {
      let used = (frozen + columns).reduce(0) { $0 + $1.width + Grid.gap }
      // A cell for the focused row and one for the sign of more columns; no gap before the first.
      var spare = width - used - 2 + Grid.gap
      for index in unnamed where titles[index].displayWidth <= GroupGrid.widestText {
        let mark = Self.mark(of: items[index], index, sheet)
        let title = Self.title(titles[index], of: items[index], mark)
        let growth = max(0, title.displayWidth - columns[index].width)
        guard growth <= spare else { continue }
        spare -= growth
        columns[index].title = title
        columns[index].width += growth
      }
    }

    private static func title(
      _ name: String, of item: Classification, _ mark: StyledText
    ) -> StyledText {
      StyledText(name, item.isEditable ? .heading : .quiet) + mark
    }

    private static func sign(of sheet: GroupSheet, isSorted: Bool) -> StyledText {
      isSorted ? StyledText(sheet.order.isDescending ? " ▼" : " ▲", .accent) : ""
    }

    private static func mark(
      of item: Classification, _ index: Int, _ sheet: GroupSheet
    ) -> StyledText {
      (item.isEditable ? StyledText() : StyledText(" =", .quiet))
        + sign(of: sheet, isSorted: sheet.sortColumn == sheet.columns[index])
    }

    private static func width(of measure: ValueWidths, widestText: Int) -> Int {
      // One more, so that a mark does not touch the longest number.
      max(4, measure.before + measure.after + 1, min(measure.width, widestText))
        + (measure.hasWarning ? 2 : 0)
    }
  }
}

/// What stands in each cell; the estimates of the row that is drawn are made once for all its cells.
private final class GroupCells {
  private let sheet: GroupSheet
  private let edits: EditedCells
  private let words: SceneWords
  private var estimated: (row: Int, estimates: [ItemIdentifier: ComputedEstimates.Estimate])?

  init(_ sheet: GroupSheet, _ edits: EditedCells, _ words: SceneWords) {
    (self.sheet, self.edits, self.words) = (sheet, edits, words)
  }

  private func cell(_ index: Int, _ column: Int) -> EditableCell? {
    guard let row = sheet.rows[safe: index],
      var cell = sheet.cell(of: row, sheet.columns[column], edits)
    else { return nil }
    if !cell.item.isEditable {
      if estimated?.row != index { estimated = (index, sheet.estimates(of: row, edits)) }
      cell.take(estimated?.estimates ?? [:])
    }
    return cell
  }

  func name(_ row: Int, _ column: Int) -> StyledText {
    guard let student = sheet.student(row) else { return "" }
    return column == 0
      ? StyledText(student.listName) : StyledText(student.username.rawValue, .quiet)
  }

  func value(_ row: Int, _ column: Int) -> StyledText {
    guard let cell = cell(row, column) else { return "" }
    let measure = sheet.measures.columns[safe: sheet.columns[column]] ?? ValueWidths()
    let value = cell.current.value
    var text = StyledText(words.values.text(value), style(cell))
    guard cell.item.valueType != .string else { return text }
    // Numbers have their units under each other, and what is none ends where the units end.
    var blanks =
      switch value {
      case .number(let number): measure.after - ValueWidths.parts(number).after
      case nil: measure.after
      case .flag, .text: 0
      }
    if measure.hasWarning {
      if edits.edit(for: cell.cell)?.boundsViolation(of: cell.item) != nil {
        text += StyledText(" !", .warning)
      } else {
        blanks += 2
      }
    }
    return text + .blanks(max(0, blanks))
  }

  func mark(_ row: Int, _ column: Int) -> StyledText {
    cell(row, column).map { edits.mark(of: $0) } ?? ""
  }

  private func style(_ cell: EditableCell) -> Style {
    if edits.edit(for: cell.cell) != nil { return .mark }
    if case .value? = cell.estimate { return .mark }
    return cell.current.value == nil || !cell.item.isEditable ? .quiet : .plain
  }
}
