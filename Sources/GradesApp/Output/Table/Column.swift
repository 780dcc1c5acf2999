import GradesClient
import Terminal

/// A column of rows, described once: for a list on the screen and for a printed table.
struct Column<Row> {
  /// How it is shown, and what becomes of it where there is little room.
  var form: Table.Column
  /// What it has of a row.
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

/// What can stand in a cell.
protocol CellContent {
  var cell: Table.Cell { get }
}

extension Table.Cell: CellContent {
  var cell: Table.Cell { self }
}

extension StyledText: CellContent {
  var cell: Table.Cell { .text(self) }
}

extension String: CellContent {
  var cell: Table.Cell { .text(self) }
}

extension CourseCode: CellContent {
  var cell: Table.Cell { .text(rawValue) }
}

extension Username: CellContent {
  var cell: Table.Cell { .text(rawValue) }
}

extension Table.Row {
  /// The line of a row in its columns.
  init<Element>(
    _ row: Element, _ columns: [Column<Element>], depth: Int = 0, detail: StyledText = ""
  ) {
    self.init(cells: columns.map { $0.cell(row) }, depth: depth, detail: detail)
  }
}

extension Table.Section {
  /// Rows that belong together.
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
  /// Made with the first line: moving through a list does not need it.
  private lazy var renderer = makeRenderer()

  /// Makes lines of some rows in a number of cells.
  init(_ rows: [Row], _ columns: [Column<Row>], width: Int, showsTitles: Bool) {
    self.rows = rows
    self.columns = columns
    self.width = width
    self.showsTitles = showsTitles
  }

  /// The titles of the columns.
  var header: StyledText {
    renderer.header(of: Table.Section(rows: []), withColumnTitles: true).first ?? ""
  }

  /// The line of a row.
  func line(_ row: Row) -> StyledText {
    renderer.lines(of: Table.Row(row, columns), in: Table.Section(rows: [])).first ?? ""
  }

  private func makeRenderer() -> TableRowRenderer {
    var forms = columns.map(\.form)
    for index in forms.indices {
      forms[index].overflow = .cut
      if !showsTitles { forms[index].title = "" }
    }
    let table = Table(columns: forms, sections: [Table.Section(rows, columns)])
    let layout = TableLayout(table, width: width).unfolded
    return TableRowRenderer(layout: layout, columns: forms, width: width, isSingleLine: true)
  }
}
