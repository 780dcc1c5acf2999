import Foundation
import GradesLocalization
import Terminal

struct ListContent<Row> {
  struct Section {
    var title: StyledText?
    var rows: [Row]
  }

  var sections: [Section]
  /// The titles of columns, which stay above the rows.
  var header: (() -> StyledText)?
  /// How many rows are shown, beside what is looked for; empty: as a number of all.
  var count = ""
  /// Texts below the rows, or where there are none.
  var remarks: [StyledText] = []
  var line: (Row) -> StyledText
  /// Draws over the line of a row, which may be the focused one.
  var overlay: ((Row, _ line: Rect, _ isFocused: Bool, inout Frame) -> Void)?
  var detail: (Row) -> [StyledText] = { _ in [] }

  init(_ sections: [Section], remarks: [StyledText], line: @escaping (Row) -> StyledText) {
    self.sections = sections
    self.remarks = remarks
    self.line = line
  }

  init(
    _ rows: [Row], empty: String?, line: @escaping (Row) -> StyledText,
    detail: @escaping (Row) -> [StyledText] = { _ in [] }
  ) {
    let remarks = rows.isEmpty ? empty.map { [StyledText($0, .quiet)] } ?? [] : []
    self.init([Section(rows: rows)], remarks: remarks, line: line)
    self.detail = detail
  }

  /// Makes a list of sections whose rows have columns, in lines of a number of cells.
  ///
  /// - Parameter all: the rows for which the columns have room, so that they stay where they are while a text
  ///   is typed; nil: those of the sections.
  init(
    _ sections: [Section], columns: [Column<Row>], of all: [Row]? = nil, width: Int,
    showsTitles: Bool = false,
    remarks: [StyledText] = [], detail: @escaping (Row) -> [StyledText] = { _ in [] }
  ) {
    let lines = ColumnLines(
      all ?? sections.flatMap(\.rows), columns, width: width, showsTitles: showsTitles)
    self.init(sections, remarks: remarks, line: lines.line)
    self.detail = detail
    if showsTitles { header = { lines.header } }
  }

  init(
    days rows: [Row], _ time: (Row) -> Date, _ dates: DateText, empty: String?,
    line: @escaping (Row) -> StyledText
  ) {
    self.init(rows, empty: empty, line: line)
    sections = []
    var day: String?
    for row in rows {
      let date = dates.date(time(row))
      if date != day { sections.append(Section(title: StyledText(date, .heading), rows: [])) }
      sections[sections.count - 1].rows.append(row)
      day = date
    }
  }
}

/// Where the rows of a list, their titles and the text about the focused one stand in a window.
struct ListPage<Row> {
  private enum Line {
    case text(StyledText)
    case row(Int, Row)
  }

  let content: ListContent<Row>
  private let focus: Int
  private let header: Rect
  private var lines: [Line] = []
  private let list: Rect
  private let below: Rect
  private let detail: [StyledText]

  init(_ content: ListContent<Row>, focus: Int, detailRows: Int?, _ rect: Rect) {
    self.content = content
    self.focus = focus
    header = rect.inset(bottom: max(0, rect.rows - 1))
    let rect = rect.inset(top: content.header == nil ? 0 : 1)
    let width = max(1, rect.columns - 2)
    var rows: [Row] = []
    for section in content.sections where !section.rows.isEmpty {
      if let title = section.title {
        if !lines.isEmpty { lines.append(.text("")) }
        lines.append(.text(title))
      }
      for row in section.rows {
        lines.append(.row(rows.count, row))
        rows.append(row)
      }
    }
    for remark in content.remarks {
      if !lines.isEmpty { lines.append(.text("")) }
      lines += remark.wrapped(to: width).map(Line.text)
    }
    detail = detailRows == 0 ? [] : rows[safe: focus].map(content.detail) ?? []
    // The list takes what it needs, the text at most half of the room and only where both are of use.
    let wanted = detail.isEmpty ? 0 : detail.count + 1
    let height =
      detailRows ?? (rect.rows < 5 ? 0 : min(wanted, max(rect.rows / 2, rect.rows - lines.count)))
    list = rect.inset(bottom: height)
    below = rect.inset(top: rect.rows - height)
  }

  func fit(_ scroll: inout SectionedScroll) {
    let rows = lines.indices.filter { if case .row = lines[$0] { true } else { false } }
    scroll.fit(rows, lineCount: lines.count, rows: list.rows)
  }

  func row(at position: Position, _ scroll: SectionedScroll) -> Int? {
    let visible = scroll.visible(lineCount: lines.count, rows: list.rows)
    guard list.contains(position),
      case .row(let row, _)? = lines[safe: visible.lowerBound + position.row - list.row]
    else { return nil }
    return row
  }

  func draw(_ scroll: SectionedScroll, of frame: inout Frame) {
    if let titles = content.header { frame.write([" " + titles()], in: header) }
    let visible = scroll.visible(lineCount: lines.count, rows: list.rows)
    for (row, index) in zip(list.rowRange, visible) {
      let position = Position(column: list.column, row: row)
      switch lines[index] {
      case .text(let text): frame.write(" " + text, at: position)
      case .row(let number, let row):
        frame.write(
          StyledText(number == focus ? "▌" : " ", .accent) + content.line(row), at: position)
        let line = Rect(
          column: list.column + 1, row: position.row, columns: list.columns - 1, rows: 1)
        if number == focus {
          frame.focus(line)
          frame.cursor = position
        }
        content.overlay?(row, line, number == focus, &frame)
      }
    }
    let hasRule = below.rows > 1
    if hasRule { frame.fill(below.inset(bottom: below.rows - 1), with: "─", CellStyle(.quiet)) }
    let text = below.inset(left: 1, right: 1, top: hasRule ? 1 : 0)
    frame.write(detail.cut(to: text.rows, width: text.columns), in: text)
  }
}

/// Which of the rows of a list with titles and blank lines is focused, and which lines are seen.
struct SectionedScroll: Equatable, Sendable {
  /// The focused row, counted without titles.
  var focus = 0
  private var lines = ScrollState()

  mutating func take(_ movement: Movement, count: Int) {
    focus = movement.target(from: focus, count: count, page: lines.page)
  }

  /// Brings the focused row, and the title right above it, to where they are seen.
  ///
  /// - Parameter lineCount: how many lines there are with titles and blank ones.
  mutating func fit(_ rowLines: [Int], lineCount: Int, rows: Int) {
    let count = rowLines.count
    focus = max(0, min(focus, count - 1))
    guard !rowLines.isEmpty else {
      lines.move(to: 0, count: lineCount)
      return lines.fit(count: lineCount, rows: rows)
    }
    let line = rowLines[focus]
    // The lines between the previous row and this one are its title.
    let title = focus == 0 ? 0 : min(rowLines[focus - 1] + 2, line)
    // What stands below the last row is seen with it.
    let end = focus == count - 1 ? lineCount - 1 : line
    for target in [title, end, line] {
      lines.move(to: target, count: lineCount)
      lines.fit(count: lineCount, rows: rows)
    }
  }

  func visible(lineCount: Int, rows: Int) -> Range<Int> {
    lines.visible(count: lineCount, rows: rows)
  }
}

extension Array {
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
