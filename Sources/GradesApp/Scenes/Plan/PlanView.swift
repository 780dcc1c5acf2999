import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The planner on a screen: the estimate, what the goal needs, and the items with assumed values.
struct PlanView: SceneView {
  typealias State = PlanState
  typealias Action = PlanViewModel.Action

  let words: SceneWords

  init(_ words: SceneWords) { self.words = words }

  // MARK: Keys

  private static let listBindings: [KeyBinding<Action>] =
    Movement.gridBindings.map { $0.map(Action.move) } + [
      KeyBinding(.enter, Key(.function(2)), does: .edit, .keyAssume, in: .first),
      KeyBinding(.character("+"), does: .raise, .keyWantMore, in: .first),
      KeyBinding(.character("-"), does: .lower, .keyWantLess, in: .first),
      KeyBinding(.character(" "), does: .toggle, .itemsTypeYesNo),
      KeyBinding(.delete, .backspace, does: .clear, .keyTakeBack),
    ]
  private static let forget = KeyBinding<Action>(.escape, does: .forget, .keyForget)
  private static let fieldBindings: [KeyBinding<Action>] = [
    KeyBinding(.enter, .down, does: .accept, .keyAccept, in: .first),
    KeyBinding(.escape, does: .cancel, .keyCancel, in: .first),
  ]

  static let bindings = listBindings + [forget]

  func bindings(_ state: State) -> [KeyBinding<Action>] {
    if state.field != nil { return Self.fieldBindings }
    return state.accepted.isEmpty ? Self.listBindings : Self.bindings
  }

  func disabledReason(for action: Action, _ state: State) -> Message? {
    switch action {
    case .edit, .toggle, .clear:
      guard let item = state.focused?.item.definition else { return .disabledNoItem }
      if !item.isEditable { return .disabledComputed }
      return action == .toggle && item.valueType != .boolean ? .disabledNotYesNo : nil
    case .raise where state.goalIndex >= state.goals.count - 1: return .disabledHighestGoal
    case .lower where state.goalIndex == 0: return .disabledLowestGoal
    default: return nil
    }
  }

  func takesText(_ state: State) -> Bool { state.field != nil }
  func scrolls(_ state: State) -> Bool { state.field == nil }

  func typed(_ text: String, _ state: State) -> Action? {
    if state.field != nil { return .type(text) }
    guard let item = state.focused?.item.definition, item.isEditable,
      item.valueType != .number || text.allSatisfy("0123456789,.".contains)
    else { return nil }
    return .begin(text)
  }

  func edited(_ key: Key, _ state: State) -> Action? {
    state.field == nil ? nil : .key(key)
  }

  func clicked(_ position: Position, _ state: State, in rect: Rect) -> Action? {
    guard state.field == nil else { return nil }
    return FocusList.line(
      at: position, state.scroll, count: state.items.count, in: listRect(state, rect)
    ).map(Action.focus)
  }

  // MARK: Drawing

  func title(_ state: State) -> SceneTitle {
    SceneTitle(
      StyledText("grades · ", .quiet)
        + StyledText(state.code.rawValue + " · " + strings(.structurePlanTitle), .heading),
      trailing: state.results.map { words.remarks(on: $0, of: $0.value.semester) } ?? [],
      staleSince: state.results?.staleSince)
  }

  private func header(_ state: State, width: Int) -> [StyledText] {
    guard let answer = state.answer, let results = state.results?.value else {
      let loading = strings(.progressCourse, [.course: .text(state.code.rawValue)])
      return state.isLoading ? [StyledText(loading, .quiet)] : []
    }
    return PlanText(strings).header(of: answer, in: results).flatMap { $0.wrapped(to: width) }
  }

  private func listRect(_ state: State, _ rect: Rect) -> Rect {
    let top = min(header(state, width: max(1, rect.columns - 2)).count + 1, max(0, rect.rows - 1))
    return Rect(
      column: rect.column, row: rect.row + top, columns: rect.columns, rows: rect.rows - top)
  }

  func fit(_ state: inout State, in rect: Rect) {
    let list = listRect(state, rect)
    state.page = max(1, list.rows)
    state.scroll.fit(count: state.items.count, rows: list.rows)
  }

  func draw(_ state: State, in rect: Rect, of frame: inout Frame) {
    frame.write(
      header(state, width: max(1, rect.columns - 2)), in: rect.inset(left: 1, right: 1))
    let list = listRect(state, rect)
    guard list.rows > 0, !state.items.isEmpty else { return }
    let columns = PlanColumns(state, width: list.columns - 1, words)
    FocusList(count: state.items.count) { index, _ in columns.line(index) }
      .draw(state.scroll, in: list, of: &frame)
    let visible = state.scroll.visible(count: state.items.count, rows: list.rows)
    let row = list.row + state.scroll.focus - visible.lowerBound
    frame.cursor = Position(column: list.column, row: row)
    if let field = state.field {
      field.text.draw(
        in: Rect(
          column: list.column + 1 + columns.valueCells.lowerBound, row: row,
          columns: columns.valueCells.count + 1, rows: 1), of: &frame, showsCursor: true)
    }
  }
}
