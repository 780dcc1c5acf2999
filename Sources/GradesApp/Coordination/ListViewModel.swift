import Foundation
import GradesLocalization
import Terminal

/// Rows under titles, with a text about the focused one where a scene has it. Moving, finding, clicking, scrolling
/// and drawing are in the extension; a scene says what its rows are and where they lead.
@MainActor
protocol ListViewModel: SceneViewModel where Row.ID: Sendable {
  associatedtype Row: Identifiable

  /// The focus, what is looked for, and what is seen.
  var list: ListState<Row.ID> { get set }

  /// All rows in their order, whatever is looked for.
  var rows: [Row] { get }

  /// The rows that are shown: those that have what is looked for.
  var shownRows: [Row] { get }

  /// The rows of those that have what is looked for themselves.
  var matchingRows: [Row] { get }

  /// The texts of a row in which `/` looks.
  func searched(_ row: Row) -> [String]

  /// What a step through the rows does.
  func move(_ movement: Movement) -> Response

  /// What Enter and a click on the focused row do.
  func open(_ row: Row) -> Response

  /// Focuses a row, also one that is not shown.
  func focus(_ id: Row.ID)

  /// What a click on the focused row does, where that is something else.
  func click(_ row: Row) -> Response

  /// What is shown of some of the rows, in lines of a number of cells.
  func content(_ rows: [Row], width: Int, _ words: SceneWords) -> ListContent<Row>

  /// The part of the scene that the list has.
  func listRect(_ rect: Rect, _ words: SceneWords) -> Rect

  /// How many lines the text about the focused row has in a scene's part of the window, with the rule above it; one
  /// line has no rule. Nil: what the text needs, at most half of the room.
  func detailRows(_ rect: Rect, _ words: SceneWords) -> Int?
}

/// What a list shows.
struct ListContent<Row> {
  /// Rows that belong together.
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
  /// What a row looks like.
  var line: (Row) -> StyledText
  /// Draws over the line of a row, which may be the focused one.
  var overlay: ((Row, _ line: Rect, _ isFocused: Bool, inout Frame) -> Void)?
  /// The text about the focused row.
  var detail: (Row) -> [StyledText] = { _ in [] }

  /// Makes a list of sections.
  init(_ sections: [Section], remarks: [StyledText], line: @escaping (Row) -> StyledText) {
    self.sections = sections
    self.remarks = remarks
    self.line = line
  }

  /// Makes a list of rows without titles.
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

  /// Makes a list of rows under the days on which something happened.
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

/// The focus of a list, what is looked for in it, and what of it is seen.
struct ListState<ID: Hashable & Sendable>: Equatable, Sendable {
  /// The text that the shown rows have.
  fileprivate(set) var filter = TextFilter()
  /// The rows of a tree whose parts are not shown.
  var folded: Set<ID> = []
  /// The focused row: it stays focused when others come and go.
  var focused: ID?
  /// What was focused before the text was typed.
  fileprivate var origin: ID?
  fileprivate var scroll = SectionedScroll()
  /// Where the scene was drawn last, for clicks.
  fileprivate var rect = Rect(column: 0, row: 0, columns: 0, rows: 0)

  /// A list in which a text is looked for from the beginning.
  static var typed: Self {
    var state = Self()
    state.filter = .typed
    return state
  }
}

// MARK: Keys

extension ListViewModel {
  /// The keys that lists have in common: moving, opening, finding.
  nonisolated static func listKeys(
    open hint: Message, now currentHint: (@MainActor (Self) -> Message)? = nil,
    none: Message = .disabledNothingSelected,
    unless reason: @escaping @MainActor (Self) -> Message? = { _ in nil }
  ) -> [Binding<Self>] {
    movementKeys() + [
      Binding(
        .enter, .right, .character("l"), hint: hint, now: currentHint, in: .first,
        unless: { $0.focused == nil ? none : reason($0) }
      ) { model in model.focused.map(model.open) ?? .done },
      searchKey,
    ]
  }

  /// The keys that move the focus; without letters where those are text. Those that are shown first may be shown
  /// elsewhere in some states.
  nonisolated static func movementKeys(
    letters: Bool = true, nowIn slot: (@MainActor (Self) -> KeySlot)? = nil
  ) -> [Binding<Self>] {
    Movement.bindings(letters: letters, nowIn: slot) { $0.move($1) }
  }

  /// The key that begins to look for a text.
  nonisolated static var searchKey: Binding<Self> {
    Binding(.character("/"), hint: .keySearch) { $0.filter(.begin) }
  }

  var bindings: [Binding<Self>] { listBindings(Self.keys) }

  /// The keys of a list: while a text is typed only its own keys are commands.
  func listBindings(_ keys: [Binding<Self>]) -> [Binding<Self>] {
    list.filter.bindings(
      over: keys.filter { $0.isOffered(self) }, move: { $0.move($1) },
      change: { $0.filter($1) })
  }

  func takesText(_ words: SceneWords) -> Bool { list.filter.isTyped }

  func typing(_ text: String) -> (@MainActor () -> Response)? { typingFind(text) }

  /// What a text adds to what is looked for.
  func typingFind(_ text: String) -> (@MainActor () -> Response)? {
    guard let change = list.filter.typed(text) else { return nil }
    return { self.filter(change) }
  }

  func edit(_ key: Key) -> Response? { editFind(key) }

  /// What an editing key does to what is looked for.
  func editFind(_ key: Key) -> Response? { list.filter.edited(key).map(filter) }

  // MARK: Focus

  var shownRows: [Row] {
    let query = list.filter.query
    return query.isEmpty ? rows : rows.filter { query.matches(searched($0)) }
  }

  var matchingRows: [Row] { shownRows }

  /// The focused row.
  var focused: Row? {
    let shown = shownRows
    return shown[safe: index(in: shown)]
  }

  func focus(_ id: Row.ID) { list.focused = id }

  /// The index of the focused row; where it is gone, that of the row in its place.
  private func index(in shown: [Row]) -> Int {
    let index = list.scroll.focus
    if shown[safe: index]?.id == list.focused { return index }
    return shown.firstIndex { $0.id == list.focused } ?? max(0, min(index, shown.count - 1))
  }

  func move(_ movement: Movement) -> Response { moveFocus(movement) }

  /// Takes a step through the rows.
  func moveFocus(_ movement: Movement) -> Response {
    let shown = shownRows
    list.scroll.focus = movement.target(
      from: index(in: shown), count: shown.count, page: list.scroll.page)
    if list.filter.isOpen { passParents(movement, in: shown) }
    list.focused = shown[safe: list.scroll.focus]?.id
    return .done
  }

  /// Goes on to a row that has what is looked for itself.
  private func passParents(_ movement: Movement, in shown: [Row]) {
    let matchingRows = matchingRows
    guard matchingRows.count < shown.count else { return }
    let matching = Set(matchingRows.map(\.id))
    let rows = shown.indices.filter { matching.contains(shown[$0].id) }
    let target = list.scroll.focus
    let isUp = [.up, .pageUp, .top].contains(movement)
    list.scroll.focus =
      (isUp
        ? rows.last { $0 <= target } ?? rows.first : rows.first { $0 >= target } ?? rows.last)
      ?? target
  }

  /// Changes what is looked for. The row that was focused before stays so if it has the text; when the text is
  /// given up, it is focused again.
  private func filter(_ change: TextFilter.Action) -> Response {
    if change == .begin { list.origin = focused?.id }
    if change == .clear, list.filter.isTyped { list.focused = list.origin }
    let isChanged = list.filter.apply(change)
    if change == .clear, let id = list.focused { focus(id) }
    let matching = matchingRows
    if isChanged, change != .clear {
      list.focused = (matching.first { $0.id == list.origin } ?? matching.first)?.id
    }
    guard change == .accept, !list.filter.text.isEmpty, matching.isEmpty else { return .done }
    let query = list.filter.text
    _ = list.filter.apply(.clear)
    list.focused = list.origin
    return .say(Sentence(.searchNothing, [.query: query]))
  }

  func click(_ row: Row) -> Response { open(row) }

  func click(_ position: Position, _ words: SceneWords) -> Response? { clickList(position, words) }

  /// Focuses the row at a position; a click on the focused one does more.
  func clickList(_ position: Position, _ words: SceneWords) -> Response? {
    guard let row = row(at: position, words) else { return nil }
    let shown = shownRows
    let isFocused = row == index(in: shown)
    (list.scroll.focus, list.focused) = (row, shown[row].id)
    return isFocused ? click(shown[row]) : .done
  }

  /// The index of the shown row that is drawn at a position.
  func row(at position: Position, _ words: SceneWords) -> Int? {
    page(shownRows, in: list.rect, words).row(at: position, list.scroll)
  }

  // MARK: Drawing

  func listRect(_ rect: Rect, _ words: SceneWords) -> Rect { rect }
  func detailRows(_ rect: Rect, _ words: SceneWords) -> Int? { nil }

  func fit(in rect: Rect, _ words: SceneWords) -> Response {
    fitList(in: rect, words)
    return .done
  }

  /// Brings the focused row to where it is seen.
  func fitList(in rect: Rect, _ words: SceneWords) {
    let shown = shownRows
    var fitted = list
    fitted.rect = rect
    fitted.scroll.focus = index(in: shown)
    page(shown, in: rect, words).fit(&fitted.scroll)
    fitted.focused = shown[safe: fitted.scroll.focus]?.id
    // Observers are notified of each assignment, also of an equal value.
    if fitted != list { list = fitted }
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    drawList(in: rect, of: &frame, words)
  }

  /// Draws the list and what is looked for in its part of the scene.
  func drawList(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    let shown = shownRows
    let page = page(shown, in: rect, words)
    let rect = listRect(rect, words)
    page.draw(list.scroll, of: &frame)
    // Last, because its cursor is the one that counts while it is typed.
    guard list.filter.isOpen else { return }
    let number = shown.isEmpty ? words.strings(.findNoMatch) : "\(matchingRows.count)/\(rows.count)"
    let count = page.content.count.isEmpty ? number : page.content.count
    list.filter.draw(
      in: rect.inset(top: max(0, rect.rows - 1)), of: &frame, count: StyledText(count, .quiet))
  }

  private func page(_ shown: [Row], in rect: Rect, _ words: SceneWords) -> ListPage<Row> {
    // What is looked for has the last line.
    let page = listRect(rect, words).inset(bottom: list.filter.isOpen ? 1 : 0)
    return ListPage(
      content(shown, width: max(1, page.columns - 1), words), focus: index(in: shown),
      detailRows: detailRows(rect, words), page)
  }
}

/// Where the rows of a list, their titles and the text about the focused one stand in a window.
private struct ListPage<Row> {
  private enum Line {
    case text(StyledText)
    /// A row with its number.
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

  /// Brings the focused row to where it is seen.
  func fit(_ scroll: inout SectionedScroll) {
    let rows = lines.indices.filter { if case .row = lines[$0] { true } else { false } }
    scroll.fit(rows, lineCount: lines.count, rows: list.rows)
  }

  /// The row that is drawn at a position.
  func row(at position: Position, _ scroll: SectionedScroll) -> Int? {
    let visible = scroll.visible(lineCount: lines.count, rows: list.rows)
    guard list.contains(position),
      case .row(let row, _)? = lines[safe: visible.lowerBound + position.row - list.row]
    else { return nil }
    return row
  }

  /// Draws what is seen, with the cursor on the focused row.
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
