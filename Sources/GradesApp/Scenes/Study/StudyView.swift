import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// All semesters on a screen: averages, a chart, and the courses with real and planned grades.
struct StudyView: SceneView {
  typealias State = StudyState
  typealias Action = StudyViewModel.Action

  let words: SceneWords

  init(_ words: SceneWords) { self.words = words }

  private var text: StudyText { StudyText(strings: strings) }

  // MARK: Keys

  private static let listBindings: [KeyBinding<Action>] =
    Movement.bindings.map { $0.map(Action.move) } + [
      KeyBinding(.enter, does: .choose, .keyPlanGrade, in: .first),
      KeyBinding(.delete, .backspace, does: .clear, .keyTakeBack),
    ]
  private static let forget = KeyBinding<Action>(.escape, does: .forget, .keyForget)

  static let bindings = listBindings + [forget]

  func bindings(_ state: State) -> [KeyBinding<Action>] {
    state.planned.isEmpty ? Self.listBindings : Self.bindings
  }

  func disabledReason(for action: Action, _ state: State) -> Message? {
    switch action {
    case .choose where state.focused == nil: .disabledNothingSelected
    case .clear where state.focused.flatMap({ state.planned[$0] }) == nil: .disabledNotPlanned
    default: nil
    }
  }

  func typed(_ text: String, _ state: State) -> Action? {
    let grade = text.uppercased()
    guard state.focused != nil, StudyViewModel.grades.contains(grade) else { return nil }
    return .plan(grade)
  }

  func clicked(_ position: Position, _ state: State, in rect: Rect) -> Action? {
    let list = layout(state, rect).list
    guard list.contains(position) else { return nil }
    let lines = lines(state, width: list.columns)
    let visible = state.scroll.visible(lineCount: lines.count, rows: list.rows)
    guard case .course(let row, _)? = lines[safe: visible.lowerBound + position.row - list.row]
    else { return nil }
    return .focus(row)
  }

  // MARK: Drawing

  func title(_ state: State) -> SceneTitle {
    SceneTitle(
      StyledText("grades · ", .quiet) + StyledText(strings(.studyTitle), .heading),
      trailing: state.record.map { words.remarks(on: $0) } ?? [],
      staleSince: state.record?.staleSince)
  }

  func fit(_ state: inout State, in rect: Rect) {
    let list = layout(state, rect).list
    let lines = lines(state, width: list.columns)
    let rowLines = lines.indices.filter { if case .course = lines[$0] { true } else { false } }
    state.scroll.fit(rowLines, lineCount: lines.count, rows: list.rows)
  }

  func draw(_ state: State, in rect: Rect, of frame: inout Frame) {
    let layout = layout(state, rect)
    frame.write(layout.header, in: rect.inset(left: 1, right: 1))
    frame.write(layout.chart.lines, in: layout.chart.rect)
    let lines = lines(state, width: layout.list.columns)
    let visible = state.scroll.visible(lineCount: lines.count, rows: layout.list.rows)
    for (row, index) in zip(layout.list.rowRange, visible) {
      let position = Position(column: layout.list.column, row: row)
      switch lines[index] {
      case .text(let text): frame.write(" " + text, at: position)
      case .course(let number, let text):
        let isFocused = number == state.scroll.focus
        frame.write(StyledText(isFocused ? "▌" : " ", .accent) + text, at: position)
        if isFocused { frame.cursor = position }
      }
    }
  }

  private struct Layout {
    var header: [StyledText]
    var chart: (lines: [StyledText], rect: Rect)
    var list: Rect
  }

  /// The least width in which a line explains how grades are planned; narrower ones have it in the help.
  private static let hintWidth = 60
  /// The widest list of courses.
  private static let listWidth = 64

  /// Where the parts are: the chart beside the list, or above it where the window is narrow but high.
  private func layout(_ state: State, _ rect: Rect) -> Layout {
    let width = max(1, rect.columns - 2)
    guard let record = state.estimate else {
      return Layout(header: [], chart: ([], rect), list: rect)
    }
    var header = ([text.total(of: record)] + text.missing(of: record)).flatMap {
      $0.wrapped(to: width)
    }
    header += text.remarks(on: record, isCommand: false).prefix(1).flatMap { $0.wrapped(to: width) }
    if state.planned.isEmpty, width >= Self.hintWidth {
      header.append(StyledText(strings(.studyHint), .quiet).truncated(to: width))
    }
    header = Array(header.prefix(max(0, rect.rows - 2)))
    let body = rect.inset(top: min(header.count + 1, max(0, rect.rows - 1)))
    let isWide = rect.columns >= Self.listWidth + 40
    let room = isWide ? body.rows - 1 : body.rows / 2 - 2
    let beside = Rect(
      column: Self.listWidth + 2, row: body.row, columns: rect.columns - Self.listWidth - 3,
      rows: body.rows)
    let chart = text.chart(
      of: record, last: room, width: isWide ? beside.columns : width)
    if isWide {
      return Layout(
        header: header, chart: (chart, beside),
        list: body.inset(right: body.columns - Self.listWidth))
    }
    let top = chart.isEmpty ? 0 : chart.count + 1
    return Layout(
      header: header, chart: (chart, body.inset(left: 1, right: 1)), list: body.inset(top: top))
  }

  // MARK: Lines

  private enum Line {
    case text(StyledText)
    /// A course with its number among those that are listed.
    case course(Int, StyledText)
  }

  private func lines(_ state: State, width: Int) -> [Line] {
    guard let record = state.estimate else {
      return state.isLoading ? [.text(StyledText(strings(.progressCourses), .quiet))] : []
    }
    let courses = record.courses
    let code = courses.map(\.code.rawValue.displayWidth).max() ?? 0
    let credits = courses.map { self.credits($0).displayWidth }.max() ?? 0
    let grade = courses.map { self.grade($0).displayWidth }.max() ?? 0
    let name = max(0, min(width - 2, Self.listWidth) - code - credits - grade - 7)
    var lines: [Line] = []
    var number = 0
    for semester in state.semesters {
      if !lines.isEmpty { lines.append(.text("")) }
      lines.append(.text(title(of: semester, width: width - 1)))
      for course in semester.courses {
        lines.append(
          .course(
            number,
            " " + StyledText(course.code.rawValue).padded(to: code) + "  "
              + StyledText(course.name ?? "").truncated(to: name).padded(to: name) + "  "
              + self.credits(course).padded(to: credits, alignment: .right) + "  "
              + self.grade(course).padded(to: grade, alignment: .right)))
        number += 1
      }
    }
    if courses.isEmpty { lines.append(.text(StyledText(strings(.studyEmpty), .quiet))) }
    for remark in text.remarks(on: record, isCommand: false).dropFirst(
      record.weightedCredits == nil ? 0 : 1)
    {
      lines.append(.text(""))
      lines += remark.wrapped(to: max(1, width - 2)).map { .text($0) }
    }
    return lines
  }

  /// A semester with its average, and its credits where there is room for them.
  private func title(of semester: StudyRecord.Semester, width: Int) -> StyledText {
    let credits = text.credits(semester.credits, isWhole: semester.hasAllCredits)
    let title =
      StyledText(strings.title(of: semester.code), .heading) + StyledText(" · ", .quiet)
      + text.average(semester.average, .quiet)
    let whole = title + StyledText(" · " + credits, .quiet)
    return whole.displayWidth <= width ? whole : title
  }

  private func credits(_ course: StudyRecord.Course) -> StyledText {
    course.credits.map { StyledText(words.values.text($0)) }
      ?? StyledText(ValueText.nothing, .quiet)
  }

  private func grade(_ course: StudyRecord.Course) -> StyledText {
    let grade = words.values.grade(course.grade)
    return course.isPlanned ? StyledText("~", .mark) + grade : grade
  }
}
