import GradesClient
import GradesLocalization
import Terminal

/// The Student search scene on a screen: a field to type into, and those whom it finds.
struct StudentSearchView: SceneView {
  typealias State = StudentSearchViewModel.State
  typealias Action = StudentSearchViewModel.Action

  let words: SceneWords

  init(_ words: SceneWords) { self.words = words }

  // MARK: Keys

  static let bindings: [KeyBinding<Action>] = [
    KeyBinding(.up, .control("p"), does: .move(.up), .keyMove, shown: [.up, .down], in: .first),
    KeyBinding(.down, .control("n"), does: .move(.down), .keyMove, in: .nowhere),
    KeyBinding(.pageUp, does: .move(.pageUp), .keyPage, shown: [.pageUp, .pageDown], in: .help),
    KeyBinding(.pageDown, does: .move(.pageDown), .keyPage, in: .nowhere),
    KeyBinding(.enter, does: .open, .keyOpen, in: .first),
    KeyBinding(.escape, does: .back, .keyBack, in: .first),
  ]

  func disabledReason(for action: Action, _ state: State) -> Message? {
    action == .open && state.focused == nil ? .disabledNothingSelected : nil
  }

  func takesText(_ state: State) -> Bool { true }

  func typed(_ text: String, _ state: State) -> Action? {
    state.filter.typed(text).map(Action.filter)
  }

  func edited(_ key: Key, _ state: State) -> Action? {
    state.filter.edited(key).map(Action.filter)
  }

  func clicked(_ position: Position, _ state: State, in rect: Rect) -> Action? {
    FocusList.line(at: position, state.scroll, count: state.found.count, in: layout(rect).list)
      .map(Action.focus)
  }

  // MARK: Drawing

  func title(_ state: State) -> SceneTitle {
    let trailing = state.roster.map { words.remarks(on: $0, of: $0.value.semester) } ?? []
    return SceneTitle(
      StyledText("\(state.course) · ", .quiet)
        + StyledText(strings(.sceneStudentSearch), .heading),
      trailing: trailing, staleSince: state.roster?.staleSince)
  }

  func fit(_ state: inout State, in rect: Rect) {
    let rows = layout(rect).list.rows
    state.page = max(1, rows)
    state.scroll.fit(count: state.found.count, rows: rows)
  }

  func draw(_ state: State, in rect: Rect, of frame: inout Frame) {
    let layout = layout(rect)
    if state.roster != nil {
      if state.found.isEmpty {
        let room = rect.inset(left: 1, right: 1, top: layout.header.row - rect.row)
        frame.write(notFound(state).wrapped(to: max(1, room.columns)), in: room)
      } else {
        frame.write(
          [" " + state.columns.header(strings, width: layout.header.columns - 1)],
          in: layout.header)
      }
      FocusList(count: state.found.count) { index, width in
        state.columns.line(state.found[index], strings, width: width)
      }.draw(state.scroll, in: layout.list, of: &frame)
    }
    let count = strings(.studentsCount, [.count: .count(state.found.count)])
    state.filter.draw(
      in: layout.field, of: &frame, count: state.roster == nil ? "" : StyledText(count, .quiet))
  }

  private func notFound(_ state: State) -> StyledText {
    StyledText(
      state.filter.text.isEmpty
        ? strings(.studentsEmpty)
        : strings(.studentsNoneFound, [.query: .text(state.filter.text)]), .quiet)
  }

  /// The field on top, then the titles, then the students; a blank line where there is room.
  private func layout(_ rect: Rect) -> (field: Rect, header: Rect, list: Rect) {
    let top = rect.rows > 6 ? 2 : 1
    let inner = rect.inset(right: 1)
    return (
      rect.inset(bottom: max(0, rect.rows - 1)),
      inner.inset(top: top, bottom: max(0, rect.rows - top - 1)), inner.inset(top: top + 1)
    )
  }
}
