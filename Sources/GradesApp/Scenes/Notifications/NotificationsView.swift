import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The Notifications scene on a screen: a line for each, and below them the focused one in full.
struct NotificationsView: SceneView {
  typealias State = NotificationsViewModel.State
  typealias Action = NotificationsViewModel.Action

  let words: SceneWords

  init(_ words: SceneWords) { self.words = words }

  // MARK: Keys

  private static let listBindings: [KeyBinding<Action>] =
    Movement.bindings.map { $0.map(Action.move) } + [
      KeyBinding(.enter, .right, .character("l"), does: .open, .keyOpenCourse, in: .first),
      FindAction.begin.map(Action.find),
      KeyBinding(.character("m"), does: .toggleRead, .keyMarkRead),
      KeyBinding(.character("M"), does: .markAll, .keyMarkAllRead),
      KeyBinding(.character("c"), does: .changes, .keyChanges),
    ]

  static let bindings =
    listBindings + [KeyBinding(.character("a"), does: .switchSelection, .keyAllOrNew)]
    + FindAction.matches.map { $0.map(Action.find) }

  func bindings(_ state: State) -> [KeyBinding<Action>] {
    let hint: Message = state.selection == .new ? .keyShowAll : .keyOnlyNew
    return state.find.bindings(
      over: Self.listBindings + [KeyBinding(.character("a"), does: .switchSelection, hint)],
      find: Action.find)
  }

  func disabledReason(for action: Action, _ state: State) -> Message? {
    switch action {
    case .open where state.focused == nil, .toggleRead where state.focused == nil:
      .notificationsEmpty
    case .open where state.focused?.notification.course == nil: .disabledNotificationWithoutCourse
    case .toggleRead where state.focused?.notification.id == nil: .disabledNotificationWithoutId
    case .markAll where state.unreadCount == 0: .disabledNothingUnread
    case .toggleRead where !state.canMark, .markAll where !state.canMark: .disabledOffline
    case .switchSelection where state.selection == .new && state.inbox?.value.hasRead == false:
      .disabledReadNotStored
    default: nil
    }
  }

  func clicked(_ position: Position, _ state: State, in rect: Rect) -> Action? {
    let row = visible(state, in: rect).lowerBound + position.row - rect.row
    return position.row < parts(of: rect, state).list.rowRange.upperBound
      && state.shown.indices.contains(row) ? .focus(row) : nil
  }

  // MARK: Drawing

  func title(_ state: State) -> SceneTitle {
    var trailing: [StyledText] = []
    if let inbox = state.inbox {
      let selection = StyledText(
        strings(state.selection == .new ? .notificationsNew : .notificationsAll))
      let remarks = words.remarks(on: inbox)
      // The first ones go where there is little room; being offline says more than the selection.
      trailing =
        (inbox.isStale ? [selection] + remarks : remarks + [selection])
        + [state.unreadCount == 0 ? "" : StyledText("● \(state.unreadCount)", .mark)]
    }
    return SceneTitle(
      StyledText("grades · ", .quiet) + StyledText(strings(.syncNotifications), .heading),
      trailing: trailing.filter { !$0.isEmpty }, staleSince: state.inbox?.staleSince)
  }

  func fit(_ state: inout State, in rect: Rect) {
    let count = state.shown.count
    state.scroll.fit(
      Array(0..<count), lineCount: count, rows: parts(of: rect, state).list.rows)
  }

  func draw(_ state: State, in rect: Rect, of frame: inout Frame) {
    state.drawFind(in: rect, of: &frame, words)
    let shown = state.shown
    guard !shown.isEmpty else { return drawNothing(state, in: rect, of: &frame) }
    let (list, detail) = parts(of: rect, state)
    let codes = shown.map { $0.notification.course?.rawValue ?? "" }
    let codeWidth = min(codes.map(\.displayWidth).max() ?? 0, max(0, list.columns / 2))
    for (row, index) in zip(list.rowRange, visible(state, in: rect)) {
      let isFocused = index == state.scroll.focus
      let position = Position(column: list.column, row: row)
      frame.write(
        StyledText(isFocused ? "▌" : " ", .accent)
          + line(shown[index], codeWidth: codeWidth, width: list.columns - 2), at: position)
      if isFocused { frame.cursor = position }
    }
    guard detail.rows > 1, let entry = state.focused else { return }
    frame.fill(
      Rect(column: detail.column, row: detail.row, columns: detail.columns, rows: 1), with: "─",
      CellStyle(.quiet))
    frame.write(
      Array(text(of: entry, width: detail.columns - 2).prefix(detail.rows - 1)),
      in: detail.inset(left: 1, right: 1, top: 1))
  }

  private func drawNothing(_ state: State, in rect: Rect, of frame: inout Frame) {
    let message: Message
    if state.inbox == nil {
      guard state.isLoading else { return }
      message = .progressNotifications
    } else {
      message = state.selection == .new ? .notificationsNothingNew : .notificationsEmpty
    }
    frame.write(
      StyledText(strings(message), .quiet).wrapped(to: max(1, rect.columns - 2)),
      in: rect.inset(left: 1, right: 1))
  }

  private func line(_ entry: Inbox.Entry, codeWidth: Int, width: Int) -> StyledText {
    let text = entry.notification.text(in: strings.serviceLanguage)
    let code = entry.notification.course?.rawValue ?? ""
    return StyledText(entry.isRead ? "  " : "● ", .mark)
      + (StyledText(code).truncated(to: codeWidth).padded(to: codeWidth) + "  "
      + StyledText(text?.summary ?? "", entry.isRead ? .quiet : .plain))
      .truncated(to: max(0, width - 2))
  }

  /// The whole text, line by line as it came.
  private func text(of entry: Inbox.Entry, width: Int) -> [StyledText] {
    let text = entry.notification.text(in: strings.serviceLanguage)?.text ?? ""
    return text.split(whereSeparator: \.isNewline).flatMap {
      StyledText(String($0)).wrapped(to: max(1, width))
    }
  }

  /// The list takes what it needs, the text at most half of the room and only where both are of use.
  private func parts(of rect: Rect, _ state: State) -> (list: Rect, detail: Rect) {
    let rect = rect.inset(bottom: state.find.isOpen ? 1 : 0)
    let lines = state.focused.map { text(of: $0, width: rect.columns - 2).count } ?? 0
    let wanted = lines == 0 ? 0 : lines + 1
    let rows = rect.rows < 5 ? 0 : min(wanted, max(rect.rows / 2, rect.rows - state.shown.count))
    return (rect.inset(bottom: rows), rect.inset(top: rect.rows - rows))
  }

  private func visible(_ state: State, in rect: Rect) -> Range<Int> {
    state.scroll.visible(
      lineCount: state.shown.count, rows: parts(of: rect, state).list.rows)
  }
}
