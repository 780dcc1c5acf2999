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
    action == .open && state.focused == nil ? .disabledNoChange : nil
  }

  func clicked(_ position: Position, _ state: State, in rect: Rect) -> Action? {
    let rect = listRect(state, rect)
    let lines = lines(state, width: rect.columns)
    let visible = state.scroll.visible(lineCount: lines.count, rows: rect.rows)
    guard case .change(let row, _)? = lines[safe: visible.lowerBound + position.row - rect.row]
    else { return nil }
    return .focus(row)
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
      StyledText("grades · ", .quiet) + StyledText(strings(.sceneChanges), .heading),
      trailing: trailing, staleSince: state.log?.staleSince)
  }

  /// The room of the list: the find has the last line while there is one.
  private func listRect(_ state: State, _ rect: Rect) -> Rect {
    rect.inset(bottom: state.find.isOpen ? 1 : 0)
  }

  func fit(_ state: inout State, in rect: Rect) {
    let rect = listRect(state, rect)
    let lines = lines(state, width: rect.columns)
    let rowLines = lines.indices.filter { if case .change = lines[$0] { true } else { false } }
    state.scroll.fit(rowLines, lineCount: lines.count, rows: rect.rows)
  }

  func draw(_ state: State, in rect: Rect, of frame: inout Frame) {
    state.drawFind(in: rect, of: &frame, words)
    let rect = listRect(state, rect)
    let lines = lines(state, width: rect.columns)
    let visible = state.scroll.visible(lineCount: lines.count, rows: rect.rows)
    for (row, index) in zip(rect.rowRange, visible) {
      let position = Position(column: rect.column, row: row)
      switch lines[index] {
      case .text(let text): frame.write(" " + text, at: position)
      case .change(let number, let text):
        let isFocused = number == state.scroll.focus
        frame.write(StyledText(isFocused ? "▌" : " ", .accent) + text, at: position)
        if isFocused { frame.cursor = position }
      }
    }
  }

  private enum Line {
    case text(StyledText)
    /// A change with its number among those that are shown.
    case change(Int, StyledText)
  }

  private func lines(_ state: State, width: Int) -> [Line] {
    let room = max(1, width - 2)
    func said(_ message: Message) -> [Line] {
      StyledText(strings(message), .quiet).wrapped(to: room).map(Line.text)
    }
    guard let log = state.log?.value else {
      return state.isLoading ? said(.progressChanges) : []
    }
    guard !log.entries.isEmpty else { return said(.changesNoneEver) }
    var lines: [Line] = []
    let codeWidth = log.entries.map { $0.change.course.rawValue.displayWidth }.max() ?? 0
    var day: String?
    for (number, entry) in log.entries.enumerated() {
      let date = words.dates.date(entry.time)
      if date != day {
        if day != nil { lines.append(.text("")) }
        lines.append(.text(StyledText(date, .heading)))
        day = date
      }
      lines.append(.change(number, line(entry, log, codeWidth: codeWidth, width: room)))
    }
    return lines
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

  // MARK: Without drawing

  func plain(_ state: State) -> PlainPage<Action> {
    guard let log = state.log?.value else { return PlainPage(lines: []) }
    let text = ChangeText(strings)
    var page = PlainPage<Action>(lines: [])
    if log.entries.isEmpty { page.lines.append(StyledText(strings(.changesNoneEver))) }
    for (row, entry) in log.entries.enumerated() {
      let new = log.isNew(entry) ? " (\(strings(.notificationsUnread)))" : ""
      page.choices.append(
        .init(
          StyledText(
            "\(words.dates.dateTime(entry.time)) \(entry.change.course)\(new): "
              + text.sentence(entry.change)),
          does: .choose(row)))
    }
    page.choices.append(.init(StyledText(strings(.keyNotifications)), does: .notifications))
    return page
  }
}
