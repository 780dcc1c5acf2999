import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The Courses scene on a screen: two lists, studying and teaching.
struct CoursesView: SceneView {
  typealias State = CoursesViewModel.State
  typealias Action = CoursesViewModel.Action

  let words: SceneWords
  private var strings: Strings { words.strings }

  init(_ words: SceneWords) { self.words = words }

  // MARK: Keys

  static let bindings: [KeyBinding<Action>] =
    Movement.bindings.map { $0.map(Action.move) } + [
      KeyBinding(.enter, .right, .character("l"), does: .open, .keyOpen, in: .first),
      KeyBinding(.character("/"), does: .beginSearch, .keySearch),
      KeyBinding(.character("d"), does: .review, .keyDrafts),
      KeyBinding(.character("h"), does: .history, .keyHistory, in: .help),
      KeyBinding(.character("n"), does: .notifications, .keyNotifications),
    ]

  private static let searchBindings: [KeyBinding<Action>] = [
    KeyBinding(.up, does: .move(.up), .keyMove, shown: [.up, .down], in: .first),
    KeyBinding(.down, does: .move(.down), .keyMove, in: .nowhere),
    KeyBinding(.enter, does: .endSearch, .keyAccept, in: .first),
    KeyBinding(.escape, does: .clearSearch, .keyCancel, in: .first),
  ]

  func bindings(_ state: State) -> [KeyBinding<Action>] {
    if state.isSearching { return Self.searchBindings }
    guard state.search != nil else { return Self.bindings }
    return [KeyBinding(.escape, does: .clearSearch, .keyShowAll, in: .first)] + Self.bindings
  }

  func obstacle(to action: Action, _ state: State) -> Message? {
    switch action {
    case .open where state.focused == nil: .obstacleNoCourse
    case .review where state.draftCounts.isEmpty: .obstacleNoDrafts
    case .history where state.courses?.value.teaching.isEmpty == true: .obstacleNotTeacher
    default: nil
    }
  }

  func takesText(_ state: State) -> Bool { state.isSearching }

  func typed(_ text: String, _ state: State) -> Action? { state.isSearching ? .type(text) : nil }

  func edited(_ key: Key, _ state: State) -> Action? { state.isSearching ? .edit(key) : nil }

  func clicked(_ position: Position, _ state: State, in rect: Rect) -> Action? {
    let lines = lines(state, width: rect.columns)
    let visible = state.scroll.visible(lineCount: lines.count, rows: listRect(state, rect).rows)
    let place = position.row - rect.row
    guard visible.count > place, case .course(let row, _)? = lines[safe: visible.lowerBound + place]
    else { return nil }
    return .focus(row)
  }

  // MARK: Picture

  func title(_ state: State) -> SceneTitle {
    var trailing: [StyledText] = []
    if let courses = state.courses {
      trailing = [
        StyledText(words.dates.asOf(courses.fetchedAt, at: words.now), .quiet),
        StyledText(strings.title(of: courses.value.semester)),
      ]
    }
    return SceneTitle(
      StyledText("grades · ", .quiet) + StyledText(strings(.sceneCourses), .heading),
      trailing: trailing)
  }

  func fit(_ state: inout State, in rect: Rect) {
    let lines = lines(state, width: rect.columns)
    let places = lines.indices.filter { if case .course = lines[$0] { true } else { false } }
    state.scroll.fit(places, lineCount: lines.count, rows: listRect(state, rect).rows)
  }

  func draw(_ state: State, in rect: Rect, of frame: inout Frame) {
    let list = listRect(state, rect)
    let lines = lines(state, width: rect.columns)
    let visible = state.scroll.visible(lineCount: lines.count, rows: list.rows)
    for (row, place) in zip(list.rowRange, visible) {
      let position = Position(column: 0, row: row)
      switch lines[place] {
      case .text(let text): frame.write(" " + text, at: position)
      case .course(let number, let text):
        let isFocused = number == state.scroll.focus
        frame.write(StyledText(isFocused ? "▌" : " ", .accent) + text, at: position)
        if isFocused { frame.cursor = position }
      }
    }
    drawSearch(state, in: rect, of: &frame)
  }

  /// The room of the list: the search has the last line while there is one.
  private func listRect(_ state: State, _ rect: Rect) -> Rect {
    rect.inset(bottom: state.search == nil ? 0 : 1)
  }

  private func drawSearch(_ state: State, in rect: Rect, of frame: inout Frame) {
    guard let search = state.search, rect.rows > 0 else { return }
    let row = rect.row + rect.rows - 1
    let label = StyledText(" / ", .accent)
    frame.write(label, at: Position(column: rect.column, row: row))
    search.draw(
      in: Rect(
        column: rect.column + label.displayWidth, row: row,
        columns: rect.columns - label.displayWidth - 1, rows: 1),
      of: &frame, showsCursor: state.isSearching)
  }

  // MARK: Without drawing

  func plain(_ state: State) -> PlainPage<Action> {
    guard let list = state.courses?.value else { return PlainPage(lines: []) }
    var page = PlainPage<Action>(lines: [])
    for (number, course) in list.studying.enumerated() {
      let total = [course.points, course.grade].map(words.values.text).joined(separator: ", ")
      page.choices.append(
        .init(
          "\(strings(.coursesStudying)): \(course.code.rawValue) \(course.name ?? "") (\(total))",
          does: .choose(number)))
    }
    for (number, course) in list.teaching.enumerated() {
      let drafts = state.draftCounts[course.code].map {
        " (\(strings(.coursesDrafts, [.count: .count($0)])))"
      }
      page.choices.append(
        .init(
          "\(strings(.coursesTeaching)): \(course.code.rawValue) \(course.name ?? "")\(drafts ?? "")",
          does: .choose(list.studying.count + number)))
    }
    if list.codes.isEmpty {
      page.lines.append(
        StyledText(
          strings(.coursesEmpty, [.semester: .text(strings.name(of: list.semester))])))
    }
    if state.hiddenCount > 0 {
      page.lines.append(StyledText(strings(.coursesHidden, [.count: .count(state.hiddenCount)])))
    }
    if !state.draftCounts.isEmpty {
      page.choices.append(.init(StyledText(strings(.keyDrafts)), does: .review))
    }
    if !list.teaching.isEmpty {
      page.choices.append(.init(StyledText(strings(.keyHistory)), does: .history))
    }
    page.choices.append(.init(StyledText(strings(.keyNotifications)), does: .notifications))
    return page
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
    if list.codes.isEmpty {
      let semester: Argument = .text(strings.name(of: list.semester))
      let isFiltered = state.courses?.value.codes.isEmpty == false
      lines.append(
        .text(
          StyledText(
            isFiltered
              ? strings(.searchNothing, [.query: .text(state.search?.text ?? "")])
              : strings(.coursesEmpty, [.semester: semester]), .quiet)))
    }
    let columns = CourseColumns(list, width: width - 1, words.values)
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
        let drafts = state.draftCounts[course.code].map {
          StyledText("● " + strings(.coursesDrafts, [.count: .count($0)]), .mark)
        }
        lines.append(.course(list.studying.count + number, columns.line(course, drafts ?? "")))
      }
    }
    if state.hiddenCount > 0 {
      lines.append(.text(""))
      lines.append(
        .text(StyledText(strings(.coursesHidden, [.count: .count(state.hiddenCount)]), .quiet)))
    }
    return lines
  }
}

/// The columns of the two lists, which stand under each other.
private struct CourseColumns {
  private let width: Int
  private let codeWidth: Int
  private let pointsBefore: Int
  private let pointsAfter: Int
  private let gradeWidth: Int
  private let values: ValueText

  init(_ list: CourseList, width: Int, _ values: ValueText) {
    self.width = width
    self.values = values
    codeWidth = list.codes.map(\.rawValue.displayWidth).max() ?? 0
    let anchors = list.studying.map { DecimalAnchor(Self.points($0, values)) }
    pointsBefore = anchors.map(\.before).max() ?? 0
    pointsAfter = anchors.map(\.after).max() ?? 0
    gradeWidth = list.studying.map { values.text($0.grade).displayWidth }.max() ?? 0
  }

  private static func points(_ course: StudiedCourse, _ values: ValueText) -> StyledText {
    course.points.map { StyledText(values.text($0)) }
      ?? StyledText(course.pointsError ?? ValueText.nothing, .quiet)
  }

  func line(_ course: StudiedCourse) -> StyledText {
    let points = Self.points(course, values)
    let anchor = DecimalAnchor(points)
    let grade = StyledText(values.text(course.grade), course.grade == nil ? .quiet : .accent)
    let trailing =
      .blanks(pointsBefore - anchor.before) + points + .blanks(pointsAfter - anchor.after) + "  "
      + grade.padded(to: gradeWidth)
    return line(course.code, course.name, trailing)
  }

  func line(_ course: TaughtCourse, _ trailing: StyledText) -> StyledText {
    line(course.code, course.name, trailing)
  }

  private func line(_ code: CourseCode, _ name: String?, _ trailing: StyledText) -> StyledText {
    let code = StyledText(code.rawValue).padded(to: codeWidth)
    let room = width - codeWidth - trailing.displayWidth - 6
    let name = StyledText(name ?? "").truncated(to: max(0, room)).padded(to: max(0, room))
    return " " + code + "  " + name + "  " + trailing
  }
}

extension Context {
  /// The Courses scene for a screen.
  @MainActor func coursesScreen() -> any Screen {
    SceneScreen(
      CoursesViewModel(
        session: services.session, courses: services.courses, drafts: services.drafts,
        host: configuration.host.identity, hidden: Set(settings.hiddenCourses),
        semester: settings.semester), CoursesView.self)
  }
}
