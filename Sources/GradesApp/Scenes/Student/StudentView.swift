import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The Student classification scene on a screen: the totals, and the tree of items as a spreadsheet.
struct StudentView: SceneView {
  typealias State = StudentViewModel.State
  typealias Action = StudentViewModel.Action

  let words: SceneWords

  init(_ words: SceneWords) { self.words = words }

  // MARK: Keys

  static let bindings: [KeyBinding<Action>] =
    Movement.gridBindings.map { $0.map(Action.move) } + [
      KeyBinding(.left, does: .left, .keyFold, shown: [.left, .right], in: .help),
      KeyBinding(.right, does: .right, .keyFold, in: .nowhere),
      KeyBinding(.backTab, does: .next(isDown: false), .keyMove, in: .nowhere),
      KeyBinding(.tab, does: .next(isDown: true), .keyMove, in: .nowhere),
      KeyBinding(.enter, does: .accept(isDown: true), .structureMoveDown, in: .help),
      KeyBinding(.control("f"), menu: "s", does: .search, .keyFindStudent),
    ] + CellEditing.bindings.map { $0.map(Action.cell) } + [
      KeyBinding(.control("s"), menu: "p", does: .review, .keyReview),
      KeyBinding(menu: "H", does: .history, .keyHistory, in: .help),
    ]

  private static let fieldBindings: [KeyBinding<Action>] = [
    KeyBinding(.enter, .tab, does: .accept(isDown: true), .structureMoveDown, in: .first),
    KeyBinding(.backTab, does: .accept(isDown: false), .structureMoveUp, in: .help),
    KeyBinding(Key(.function(2)), does: .cell(.edit), .keyEdit, in: .help),
    KeyBinding(.control("s"), does: .review, .keyReview, in: .help),
    KeyBinding(.escape, .control("z"), does: .cell(.cancel), .keyCancel, in: .first),
  ]

  private static let overtypingBindings: [KeyBinding<Action>] = [
    KeyBinding(
      .up, .left, does: .accept(isDown: false), .keyMove, shown: [.up, .down], in: .help),
    KeyBinding(.down, .right, does: .accept(isDown: true), .keyMove, in: .nowhere),
  ]

  func bindings(_ state: State) -> [KeyBinding<Action>] {
    if let field = state.editing.field {
      return Self.fieldBindings + (field.isOvertyping ? Self.overtypingBindings : [])
        + CellEditing.textBindings(of: field).map { $0.map(Action.cell) }
    }
    var bindings = Self.bindings.forCell(state.focused, state.editing, toggle: .cell(.toggle))
    if state.editing.cells.changeCount > 0 {
      bindings = bindings.preferring(.review, to: .move(.up))
    }
    return bindings
  }

  func disabledReason(for action: Action, _ state: State) -> Message? {
    switch action {
    case .left where state.results == nil, .right where state.results == nil: .disabledNoCell
    case .cell(let action): state.editing.disabledReason(for: action, state.focused)
    case .review where !state.editing.hasChanges: .draftsEmpty
    default: nil
    }
  }

  func takesText(_ state: State) -> Bool { state.editing.field != nil }
  func scrolls(_ state: State) -> Bool { state.editing.field == nil }

  func typed(_ text: String, _ state: State) -> Action? {
    state.editing.typed(text, state.focused, at: words.now).map(Action.cell)
  }

  func pasted(_ text: String, _ state: State) -> Action? {
    state.editing.field == nil ? nil : .cell(.type(text))
  }

  func edited(_ key: Key, _ state: State) -> Action? {
    state.editing.field == nil ? nil : .cell(.key(key))
  }

  func clicked(_ position: Position, _ state: State, in rect: Rect) -> Action? {
    FocusList.line(
      at: position, state.tree.scroll, count: state.tree.visible(state.rows).count,
      in: StudentLayout(state, rect, words).tree
    ).map(Action.focus)
  }

  // MARK: Drawing

  func title(_ state: State) -> SceneTitle {
    let separator = StyledText(" · ", .quiet)
    var leading = StyledText(state.course.rawValue, .heading) + separator
    let student = state.results?.value.student
    if let student, student.listName != student.username.rawValue {
      leading += StyledText(student.listName + " ")
    }
    leading += StyledText(state.username.rawValue, .quiet)
    guard let results = state.results else { return SceneTitle(leading) }
    let changes = state.changeCount
    let count = StyledText("● " + strings(.reviewChanges, [.count: .count(changes)]), .mark)
    return SceneTitle(
      leading,
      trailing: words.remarks(on: results, of: results.value.semester),
      kept: changes > 0 ? count : "", staleSince: results.staleSince)
  }

  func fit(_ state: inout State, in rect: Rect) {
    state.valueRoom.take(state.items, words)
    let tree = StudentLayout(state, rect, words).tree
    state.page = max(1, tree.rows)
    state.tree.fit(state.rows, height: tree.rows)
  }

  func draw(_ state: State, in rect: Rect, of frame: inout Frame) {
    let layout = StudentLayout(state, rect, words)
    frame.write(layout.header, in: rect.inset(left: 1, right: 1))
    guard state.results != nil else { return }
    let items = state.items
    guard !items.isEmpty else {
      let text = StyledText(strings(.courseEmpty), .quiet)
      frame.write(
        text.wrapped(to: max(1, rect.columns - 2)), in: layout.tree.inset(left: 1, right: 1))
      return
    }
    StudentTree(state, items, words, in: layout.tree).draw(in: &frame)
    frame.write(
      CellStatusLine(state.focused, state.editing, words)
        .lines(width: layout.status.columns, rows: layout.status.rows),
      in: layout.status)
  }
}
