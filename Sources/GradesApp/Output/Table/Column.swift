import GradesClient
import GradesLocalization
import Terminal

/// A column of rows, described once: for a list on the screen and for a printed table.
struct Column<Row> {
  /// How it is shown, and what becomes of it where there is little room.
  var form: Table.Column
  let cell: (Row) -> Table.Cell

  /// Makes a column.
  ///
  /// - Parameters:
  ///   - lead: stands quietly before each content.
  ///   - least: the width in cells down to which it may shrink; nil: it keeps its width.
  ///   - overflow: what becomes of longer texts in print; on the screen they are cut.
  init(
    _ title: String = "", _ alignment: Table.Column.Alignment = .left, lead: String = "",
    least: Int? = nil, overflow: Table.Column.Overflow = .cut,
    narrowing: Table.Column.Narrowing = .stays,
    _ content: @escaping (Row) -> (any CellContent)?
  ) {
    form = Table.Column(
      title: title, alignment: alignment, lead: lead, leastWidth: least, overflow: overflow,
      narrowing: narrowing)
    cell = { content($0)?.cell ?? .empty }
  }

  /// The same column of rows that have this one's rows in them.
  func of<Outer>(_ row: @escaping (Outer) -> Row?) -> Column<Outer> {
    var column = Column<Outer> { outer in row(outer).map(cell) }
    column.form = form
    return column
  }

  /// The same column with a sign right before each content; it has its own room also where there is none.
  func marked(_ sign: @escaping (Row) -> StyledText) -> Column {
    var column = Column { sign($0) + cell($0).text }
    column.form = form
    return column
  }
}

protocol CellContent {
  var cell: Table.Cell { get }
}

extension Table.Cell: CellContent {
  var cell: Table.Cell { self }
}

extension StyledText: CellContent {
  var cell: Table.Cell { .text(self) }
}

extension CellContent where Self: CustomStringConvertible {
  var cell: Table.Cell { .text(description) }
}

extension String: CellContent {}

extension Table.Row {
  init<Element>(
    _ row: Element, _ columns: [Column<Element>], depth: Int = 0, detail: StyledText = ""
  ) {
    self.init(cells: columns.map { $0.cell(row) }, depth: depth, detail: detail)
  }
}

extension Table {
  init<Element>(
    title: Title? = nil, summary: [StyledText] = [], _ rows: [Element],
    _ columns: [GradesApp.Column<Element>], depth: (Element) -> Int = { _ in 0 },
    detail: (Element) -> StyledText = { _ in "" }, emptyText: StyledText = "",
    remarks: [StyledText] = []
  ) {
    let rows = rows.map { Row($0, columns, depth: depth($0), detail: detail($0)) }
    self.init(
      title: title, summary: summary, columns: columns.map(\.form),
      sections: [Section(rows: rows, emptyText: emptyText)], remarks: remarks)
  }
}

extension Table.Section {
  init<Element>(
    title: StyledText = "", _ rows: [Element], _ columns: [Column<Element>],
    emptyText: StyledText = ""
  ) {
    self.init(title: title, rows: rows.map { .init($0, columns) }, emptyText: emptyText)
  }
}

/// The rows of a list on the screen in its columns: a line for each, which is cut where the window ends. What
/// would fold in print is left out.
final class ColumnLines<Row> {
  private let columns: [Column<Row>]
  private let rows: [Row]
  private let width: Int
  private let showsTitles: Bool
  private let depth: (Row) -> Int
  /// Made with the first line: moving through a list does not need it.
  private lazy var renderer = makeRenderer()

  /// Makes lines of some rows in a number of cells; the first column is indented by the depths of rows in a tree.
  init(
    _ rows: [Row], _ columns: [Column<Row>], width: Int, showsTitles: Bool,
    depth: @escaping (Row) -> Int = { _ in 0 }
  ) {
    self.rows = rows
    self.columns = columns
    self.width = width
    self.showsTitles = showsTitles
    self.depth = depth
  }

  /// The cells of a line that a column has, by its index; nil where it is not shown.
  func cells(of column: Int) -> Range<Int>? {
    renderer.layout.slots.first { $0.column == column }.map { $0.start..<$0.end }
  }

  var header: StyledText {
    renderer.header(of: Table.Section(rows: []), withColumnTitles: true).first ?? ""
  }

  /// Whether a column that has something of a row found no room, by its index.
  func leavesOut(_ column: Int) -> Bool {
    cells(of: column) == nil && rows.contains { !columns[column].cell($0).isEmpty }
  }

  func line(_ row: Row) -> StyledText {
    renderer.lines(of: Table.Row(row, columns, depth: depth(row)), in: Table.Section(rows: []))
      .first ?? ""
  }

  private func makeRenderer() -> TableRowRenderer {
    var forms = columns.map(\.form)
    for index in forms.indices {
      forms[index].overflow = .cut
      if !showsTitles { forms[index].title = "" }
    }
    let rows = rows.map { Table.Row($0, columns, depth: depth($0)) }
    let table = Table(columns: forms, sections: [Table.Section(rows: rows)])
    let layout = TableLayout(table, width: width)
    return TableRowRenderer(layout: layout, columns: forms, width: width, isSingleLine: true)
  }
}

/// The lines of a list whose columns are measured once for a width in a language, because a frame needs only the lines
/// that are seen.
struct MeasuredLines<Row> {
  private var measured: (width: Int, language: Language, lines: ColumnLines<Row>)?

  mutating func lines(
    width: Int, _ words: SceneWords, _ make: () -> ColumnLines<Row>
  ) -> ColumnLines<Row> {
    if let measured, measured.width == width, measured.language == words.strings.language {
      return measured.lines
    }
    let lines = make()
    measured = (width, words.strings.language, lines)
    return lines
  }
}
