import Foundation
import GradesLocalization
import Terminal

/// Rows under titles, with a text about the focused one where a scene has it. Moving, finding, clicking, scrolling
/// and drawing are in the extension; a scene says what its rows are and where they lead.
@MainActor
protocol ListViewModel: SceneViewModel where Row.ID: Sendable {
  associatedtype Row: Identifiable

  var list: ListState<Row.ID> { get set }

  /// All rows in their order, whatever is looked for.
  var rows: [Row] { get }

  /// The rows that are shown: those that have what is looked for.
  var shownRows: [Row] { get }

  /// The rows of those that have what is looked for themselves.
  var matchingRows: [Row] { get }

  /// The texts of a row in which `/` looks.
  func searched(_ row: Row) -> [String]

  func move(_ movement: Movement) -> Response

  /// What Enter and a click on the focused row do.
  func open(_ row: Row) -> Response

  /// Focuses a row, also one that is not shown.
  func focus(_ id: Row.ID)

  /// What a click on the focused row does, where that is something else.
  func click(_ row: Row) -> Response

  /// What is shown of some of the rows, in lines of a number of cells.
  func content(_ rows: [Row], width: Int, _ words: SceneWords) -> ListContent<Row>

  func listRect(_ rect: Rect, _ words: SceneWords) -> Rect

  /// How many lines the text about the focused row has in a scene's part of the window, with the rule above it; one
  /// line has no rule. Nil: what the text needs, at most half of the room.
  func detailRows(_ rect: Rect, _ words: SceneWords) -> Int?
}

/// The focus of a list, what is looked for in it, and what of it is seen.
struct ListState<ID: Hashable & Sendable>: Equatable, Sendable {
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

  func editFind(_ key: Key) -> Response? { list.filter.edited(key).map(filter) }

  // MARK: Focus

  var shownRows: [Row] {
    let query = list.filter.query
    return query.isEmpty ? rows : rows.filter { query.matches(searched($0)) }
  }

  var matchingRows: [Row] { shownRows }

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

  func moveFocus(_ movement: Movement) -> Response {
    let shown = shownRows
    list.scroll.focus = index(in: shown)
    list.scroll.take(movement, count: shown.count)
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
