import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The Courses scene on a screen: two lists, studying and teaching.
struct CoursesView: SceneView {
  typealias State = CoursesViewModel.State
  typealias Action = CoursesViewModel.Action

  let words: SceneWords

  init(_ words: SceneWords) { self.words = words }

  // MARK: Keys

  private static let listBindings: [KeyBinding<Action>] =
    Movement.bindings.map { $0.map(Action.move) } + [
      KeyBinding(.enter, .right, .character("l"), does: .open, .keyOpen, in: .first),
      FindAction.begin.map(Action.find),
      KeyBinding(.character("e"), does: .chooseSemester, .nameSemester),
      KeyBinding(.character("d"), does: .review, .keyDrafts),
      KeyBinding(.character("s"), does: .structure, .keyStructure, in: .help),
      KeyBinding(.character("h"), does: .history, .keyHistory, in: .help),
      KeyBinding(.character("n"), does: .notifications, .keyNotifications),
      KeyBinding(.character("c"), does: .changes, .keyChanges),
      KeyBinding(.character("S"), does: .study, .keyStudy),
      KeyBinding(.character("P"), does: .pin, .keyPin, in: .help),
      KeyBinding(.character("x"), does: .hide, .keyHide, in: .help),
      KeyBinding(.character("X"), does: .listHidden, .keyListHidden, in: .help),
    ]

  static let bindings = listBindings + FindAction.matches.map { $0.map(Action.find) }

  func bindings(_ state: State) -> [KeyBinding<Action>] {
    state.find.bindings(over: listBindings(state), find: Action.find)
  }

  /// What only teachers have is no key of a student.
  private func listBindings(_ state: State) -> [KeyBinding<Action>] {
    guard state.draftCounts.isEmpty, state.all?.value.teaching.isEmpty != false else {
      return Self.listBindings
    }
    return Self.listBindings.filter { ![.review, .history, .structure].contains($0.action) }
  }

  func disabledReason(for action: Action, _ state: State) -> Message? {
    switch action {
    case .open where state.focused == nil, .hide where state.focused == nil,
      .pin where state.focused == nil:
      .disabledNothingSelected
    case .listHidden where state.hiddenCount == 0 && !state.listsHidden: .disabledNoHidden
    case .structure where state.focusedTaught == nil: .disabledNotTaught
    case .review where state.draftCounts.isEmpty: .draftsEmpty
    default: nil
    }
  }

  func clicked(_ position: Position, _ state: State, in rect: Rect) -> Action? {
    let list = listRect(state, rect)
    guard list.contains(position) else { return nil }
    let lines = lines(state, width: list.columns)
    let visible = state.scroll.visible(lineCount: lines.count, rows: list.rows)
    let offset = position.row - rect.row
    guard visible.count > offset,
      case .course(let row, _)? = lines[safe: visible.lowerBound + offset]
    else { return nil }
    return .focus(row)
  }

  // MARK: Drawing

  func title(_ state: State) -> SceneTitle {
    let trailing = state.all.map { words.remarks(on: $0, of: $0.value.semester) } ?? []
    return SceneTitle(
      StyledText("grades · ", .quiet) + StyledText(strings(.doctorRoles), .heading),
      trailing: trailing, staleSince: state.all?.staleSince)
  }

  func fit(_ state: inout State, in rect: Rect) {
    state.hasPane = CoursePane(rect).results != nil
    let lines = lines(state, width: listRect(state, rect).columns)
    let rowLines = lines.indices.filter { if case .course = lines[$0] { true } else { false } }
    state.scroll.fit(rowLines, lineCount: lines.count, rows: listRect(state, rect).rows)
  }

  func draw(_ state: State, in rect: Rect, of frame: inout Frame) {
    let list = listRect(state, rect)
    let lines = lines(state, width: list.columns)
    let visible = state.scroll.visible(lineCount: lines.count, rows: list.rows)
    let beside = state.paneCourse
    CoursePane(rect).draw(
      beside.flatMap { state.panes[$0] },
      hasFailed: beside.map(state.failedPanes.contains) ?? false, of: &frame, words)
    for (row, index) in zip(list.rowRange, visible) {
      let position = Position(column: 0, row: row)
      switch lines[index] {
      case .text(let text): frame.write(" " + text, at: position)
      case .course(let number, let text):
        let isFocused = number == state.scroll.focus
        frame.write(StyledText(isFocused ? "▌" : " ", .accent) + text, at: position)
        if isFocused { frame.cursor = position }
      }
    }
    state.drawFind(in: CoursePane(rect).list, of: &frame, words)
  }

  /// The room of the list: the find has the last line while there is one.
  private func listRect(_ state: State, _ rect: Rect) -> Rect {
    CoursePane(rect).list.inset(bottom: state.find.isOpen ? 1 : 0)
  }

  private func drafts(of course: CourseCode, _ state: State) -> String? {
    strings.drafts(state.draftCounts[course], structure: state.structureDrafts.contains(course))
  }

  /// Why there are no courses, or fewer than one might expect.
  private func remarks(_ state: State) -> [StyledText] {
    guard let list = state.shown else { return [] }
    var remarks: [String] = []
    if list.codes.isEmpty, state.hiddenCount == 0 {
      let semester: Argument = .text(strings.title(of: list.semester))
      remarks.append(strings(.coursesEmpty, [.semester: semester]))
    }
    if state.hiddenCount > 0, !state.listsHidden {
      remarks.append(strings(.coursesHiddenHere, [.count: .count(state.hiddenCount)]))
    }
    return remarks.map { StyledText($0, .quiet) }
  }

  // MARK: Lines

  private enum Line {
    case text(StyledText)
    /// A course with its number among those that are shown.
    case course(Int, StyledText)
  }

  private func lines(_ state: State, width: Int) -> [Line] {
    guard let list = state.shown else {
      return state.isLoading ? [.text(StyledText(strings(.progressCourses), .quiet))] : []
    }
    var lines: [Line] = []
    let columns = CourseColumns(
      list, hidden: state.hidden, pinned: Set(state.pinned), unread: state.unreadCounts,
      width: width - 1, words)
    if !list.studying.isEmpty {
      lines.append(.text(StyledText(strings(.coursesStudying), .heading)))
      for (number, course) in list.studying.enumerated() {
        lines.append(.course(number, columns.line(course)))
      }
    }
    if !list.teaching.isEmpty {
      if !lines.isEmpty { lines.append(.text("")) }
      lines.append(.text(StyledText(strings(.coursesTeaching), .heading)))
      for (number, course) in list.teaching.enumerated() {
        let drafts = drafts(of: course.code, state).map { StyledText("● " + $0, .mark) }
        lines.append(.course(list.studying.count + number, columns.line(course, drafts ?? "")))
      }
    }
    for remark in remarks(state) {
      if !lines.isEmpty { lines.append(.text("")) }
      lines += remark.wrapped(to: max(1, width - 2)).map { .text($0) }
    }
    return lines
  }
}
