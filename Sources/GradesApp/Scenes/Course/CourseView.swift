import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The Course scene on a screen: the totals, the tree of items, and all about the focused one.
struct CourseView: SceneView {
  typealias State = CourseState
  typealias Action = CourseViewModel.Action

  let words: SceneWords

  init(_ words: SceneWords) { self.words = words }

  // MARK: Keys

  private static let treeBindings: [KeyBinding<Action>] =
    Movement.bindings.map { $0.map(Action.move) } + [
      KeyBinding(.left, .character("h"), does: .left, .keyFold, shown: [.left, .right]),
      KeyBinding(.right, .character("l"), does: .right, .keyFold, in: .nowhere),
      KeyBinding(.enter, does: .details, .keyDetails),
      KeyBinding(.character(" "), does: .fold, .keyFold, in: .help),
      FindAction.begin.map(Action.find),
      hideUngraded(.keyHideUngraded),
      KeyBinding(.character("w"), does: .plan, .keyPlan),
      KeyBinding(.character("n"), does: .notifications, .keyNotifications),
      KeyBinding(.character("c"), does: .changes, .keyChanges),
    ]

  static let bindings = treeBindings + FindAction.matches.map { $0.map(Action.find) }

  private static func hideUngraded(_ hint: Message) -> KeyBinding<Action> {
    KeyBinding(.character("u"), does: .hideUngraded, hint)
  }

  func bindings(_ state: State) -> [KeyBinding<Action>] {
    var bindings = Self.treeBindings
    if state.hidesUngraded, let index = bindings.firstIndex(where: { $0.action == .hideUngraded }) {
      bindings[index] = Self.hideUngraded(.keyShowUngraded)
    }
    return state.find.bindings(over: bindings, find: Action.find)
  }

  func disabledReason(for action: Action, _ state: State) -> Message? {
    switch action {
    case .details where state.focused == nil: .disabledNoItem
    case .left where !state.hasFocus, .right where !state.hasFocus: .disabledNoItem
    case .fold where state.tree.focused(state.rows)?.hasChildren != true: .disabledNoParts
    default: nil
    }
  }

  func clicked(_ position: Position, _ state: State, in rect: Rect) -> Action? {
    state.line(at: position, in: CourseLayout(state, rect, words).tree).map(Action.focus)
  }

  // MARK: Drawing

  func title(_ state: State) -> SceneTitle {
    SceneTitle(
      StyledText("grades · ", .quiet) + StyledText(state.code.rawValue, .heading),
      trailing: state.all.map { words.remarks(on: $0, of: $0.value.semester) } ?? [],
      staleSince: state.all?.staleSince)
  }

  func fit(_ state: inout State, in rect: Rect) {
    let tree = CourseLayout(state, rect, words).tree
    state.page = max(1, tree.rows)
    state.tree.fit(state.rows, height: tree.rows)
  }

  func draw(_ state: State, in rect: Rect, of frame: inout Frame) {
    let layout = CourseLayout(state, rect, words)
    frame.write(layout.header, in: rect.inset(left: 1, right: 1))
    guard state.results != nil else { return }
    let items = state.items
    if items.isEmpty {
      frame.write(
        emptiness(state).flatMap { $0.wrapped(to: max(1, layout.tree.columns - 2)) },
        in: layout.tree.inset(left: 1, right: 1))
    } else {
      let columns = ItemColumns(items, width: layout.tree.columns - 1, words)
      let changed = state.changedItems
      state.drawTree(in: layout.tree, of: &frame) { index, room in
        let isChanged = changed.contains { items[index].isIdentified(by: $0) }
        return columns.line(
          items[index], room: room, mark: StyledText(isChanged ? "●" : "", .mark))
      }
    }
    drawDetails(state, layout, of: &frame)
    state.drawFind(in: rect, of: &frame, words)
  }

  private func drawDetails(_ state: State, _ layout: CourseLayout, of frame: inout Frame) {
    let area = layout.details
    guard area.rows > 0, let item = state.focused else { return }
    if layout.hasRule {
      frame.fill(
        Rect(column: area.column, row: area.row - 1, columns: area.columns, rows: 1),
        with: "─", CellStyle(.quiet))
    }
    let width = max(1, area.columns - 2)
    let details = ItemDetails(item, words)
    var lines = (details.parts + [state.trend(of: item).map(details.trend)].compactMap(\.self))
      .lines(of: width)
    if lines.count > area.rows {
      lines = Array(lines.prefix(area.rows))
      if let last = lines.popLast() { lines.append((last + " …").truncated(to: width)) }
    }
    frame.write(lines, in: area.inset(left: 1, right: 1))
  }

  /// Why no item is listed.
  private func emptiness(_ state: State) -> [StyledText] {
    let all = state.all?.value.items ?? []
    if all.isEmpty { return [StyledText(strings(.courseEmpty), .quiet)] }
    return [ungraded(state)].compactMap { $0 }
  }

  private func ungraded(_ state: State) -> StyledText? {
    guard state.ungradedHidden > 0 else { return nil }
    return StyledText(
      strings(.courseUngradedHidden, [.count: .count(state.ungradedHidden)]), .quiet)
  }
}

extension CourseState {
  /// Whether there is an item to do something with.
  fileprivate var hasFocus: Bool { !rows.isEmpty }
}
