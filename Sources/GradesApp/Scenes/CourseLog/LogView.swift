import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The Log scene on a screen: a line for each change, under its day.
struct LogView: SceneView {
  typealias State = LogViewModel.State
  typealias Action = LogViewModel.Action

  let words: SceneWords

  init(_ words: SceneWords) { self.words = words }

  // MARK: Keys

  private static let listBindings: [KeyBinding<Action>] =
    Movement.bindings.map { $0.map(Action.move) } + [
      KeyBinding(.enter, .right, .character("l"), does: .open, .roleStudent, in: .first),
      FindAction.begin.map(Action.find),
    ]

  static let bindings = listBindings + FindAction.matches.map { $0.map(Action.find) }

  func bindings(_ state: State) -> [KeyBinding<Action>] {
    state.find.bindings(over: Self.listBindings, find: Action.find)
  }

  func disabledReason(for action: Action, _ state: State) -> Message? {
    action == .open && state.focused == nil ? .disabledNothingSelected : nil
  }

  func clicked(_ position: Position, _ state: State, in rect: Rect) -> Action? {
    let list = list(state, in: rect)
    return list.row(at: position, state.scroll).map(Action.focus)
  }

  // MARK: Drawing

  func title(_ state: State) -> SceneTitle {
    var text =
      StyledText(state.course.rawValue, .heading)
      + StyledText(" · " + strings(.sceneLog), .quiet)
    if let cell = state.cell {
      text += StyledText(" · \(cell.username) · \(cell.identifier)", .quiet)
    }
    return SceneTitle(
      text, trailing: state.log.map { words.remarks(on: $0, of: $0.value.semester) } ?? [],
      staleSince: state.log?.staleSince)
  }

  func fit(_ state: inout State, in rect: Rect) { list(state, in: rect).fit(&state.scroll) }

  func draw(_ state: State, in rect: Rect, of frame: inout Frame) {
    state.drawFind(in: rect, of: &frame, words)
    list(state, in: rect).draw(state.scroll, of: &frame)
  }

  private func list(_ state: State, in rect: Rect) -> DayList {
    // The find has the last line while there is one.
    let rect = rect.inset(bottom: state.find.isOpen ? 1 : 0)
    guard let log = state.log?.value else {
      return DayList(state.isLoading ? strings(.progressChanges) : "", in: rect)
    }
    guard !log.entries.isEmpty else { return DayList(strings(none(state)), in: rect) }
    let text = CourseChangeText(strings: strings, dates: words.dates)
    return DayList(
      log.entries.map { ($0.change.time, line($0, text, isCell: state.cell != nil)) },
      dates: words.dates, in: rect)
  }

  private func none(_ state: State) -> Message {
    if state.cell != nil { return .logNoneInCell }
    return state.isFiltered ? .changesNone : .changesNoneEver
  }

  /// A narrow window has usernames and identifiers instead of names; then the author gives way.
  private func line(
    _ entry: CourseLogEntry, _ text: CourseChangeText, isCell: Bool
  ) -> (Int) -> StyledText {
    { width in
      let time = StyledText(
        (text.interval(entry) == nil ? "  " : "≤ ") + words.dates.time(entry.change.time) + "  ",
        .quiet)
      var author = StyledText(" · " + (text.author(entry) ?? "?"), .quiet)
      let values = StyledText(
        text.values(entry, textWidth: max(8, width / 3)), entry.isOwn ? .plain : .mark)
      var rest = width - time.displayWidth - author.displayWidth - values.displayWidth - 2
      var name = StyledText(isCell ? "" : text.student(entry) + " · " + text.name(entry))
      if name.displayWidth > rest {
        name = StyledText(isCell ? "" : "\(entry.change.username) · \(entry.change.identifier)")
      }
      if name.displayWidth > rest {
        rest += author.displayWidth
        author = ""
      }
      if !isCell { name = name.truncated(to: max(8, rest)) + "  " }
      return (time + name + values + author).truncated(to: width)
    }
  }
}
