import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The Changes scene on a screen: a line for each change, with a mark before those that are new.
struct ChangesView: SceneView {
  typealias State = ChangesViewModel.State
  typealias Action = ChangesViewModel.Action

  let words: SceneWords

  init(_ words: SceneWords) { self.words = words }

  // MARK: Keys

  private static let listBindings: [KeyBinding<Action>] =
    Movement.bindings.map { $0.map(Action.move) } + [
      KeyBinding(.enter, .right, .character("l"), does: .open, .keyOpenCourse, in: .first),
      FindAction.begin.map(Action.find),
      KeyBinding(.character("n"), does: .notifications, .keyNotifications),
    ]

  static let bindings = listBindings + FindAction.matches.map { $0.map(Action.find) }

  func bindings(_ state: State) -> [KeyBinding<Action>] {
    state.find.bindings(over: Self.listBindings, find: Action.find)
  }

  func disabledReason(for action: Action, _ state: State) -> Message? {
    action == .open && state.focused == nil ? .disabledNothingSelected : nil
  }

  func clicked(_ position: Position, _ state: State, in rect: Rect) -> Action? {
    list(state, in: rect).row(at: position, state.scroll).map(Action.focus)
  }

  // MARK: Drawing

  func title(_ state: State) -> SceneTitle {
    var trailing: [StyledText] = []
    if let log = state.log {
      trailing = words.remarks(on: log)
      let count = log.value.new.count
      if count > 0 { trailing.append(StyledText("● \(count)", .mark)) }
    }
    return SceneTitle(
      StyledText("grades · ", .quiet) + StyledText(strings(.historyColumnChanges), .heading),
      trailing: trailing, staleSince: state.log?.staleSince)
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
    guard !log.entries.isEmpty else { return DayList(strings(.changesNoneEver), in: rect) }
    let codeWidth = log.entries.map { $0.change.course.rawValue.displayWidth }.max() ?? 0
    return DayList(
      log.entries.map { entry in
        (entry.time, { line(entry, log, codeWidth: codeWidth, width: $0) })
      }, dates: words.dates, in: rect)
  }

  /// Numbers are never cut: first the note is, then texts, then the name.
  private func line(
    _ entry: ChangeLog.Entry, _ log: RecordedChanges, codeWidth: Int, width: Int
  ) -> StyledText {
    let text = ChangeText(strings)
    let change = entry.change
    let isNew = log.isNew(entry)
    let code = StyledText(change.course.rawValue).padded(to: codeWidth) + "  "
    let time = StyledText(words.dates.time(entry.time) + "  ", .quiet)
    // The same for all changes, so that courses and items are aligned.
    var beginning = StyledText(isNew ? "● " : "  ", .mark)
    if width >= 60 { beginning = beginning + time }
    if width >= codeWidth + 24 { beginning = beginning + code }
    let rest = max(1, width - beginning.displayWidth)
    let fullName = StyledText(text.name(change))
    let room = rest - min(fullName.displayWidth, max(8, rest / 3)) - ":  → ".displayWidth
    let values = text.values(change, textWidth: min(40, max(8, room / 2)))
    let name = fullName.truncated(to: max(8, rest - (values?.displayWidth ?? 8) - 2))
    var line = beginning + name + ": "
    if let values { line = line + StyledText(values, isNew ? .mark : .plain) }
    if let note = text.note(change) {
      line = line + StyledText((values == nil ? "" : " · ") + note, .quiet)
    }
    return line.truncated(to: width)
  }
}
