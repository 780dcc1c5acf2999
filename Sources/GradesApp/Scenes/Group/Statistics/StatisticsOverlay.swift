import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The statistics of one column over the group, and the students behind each bar.
@MainActor
final class StatisticsOverlay: Overlay {
  private let text: StatisticsText
  private let course: CourseCode
  private typealias Member = (student: Student, value: GradeValue?)
  private let values: [Member]
  private var statistics: ItemStatistics { text.statistics }
  private var bars = ScrollState()
  private struct Opened {
    let bar: Int
    var students = ScrollState()
    var lines = MeasuredLines<Member>()
  }

  private var opened: Opened?

  /// - Parameter values: the group's students in its order, with what they have or shall have.
  init(_ text: StatisticsText, in course: CourseCode, values: [(Student, GradeValue?)]) {
    self.text = text
    self.course = course
    self.values = values.map { (student: $0, value: $1) }
  }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    switch input {
    case .key(let key): return take(key)
    case .mouse(let mouse):
      if mouse.action == .scrollUp { move(.up) }
      if mouse.action == .scrollDown { move(.down) }
    case .paste, .resize, .resumed, .ended: break
    }
    return .stay
  }

  private func take(_ key: Key) -> OverlayStep {
    if let movement = Movement(reading: key) {
      move(movement)
      return .stay
    }
    switch key {
    case .escape, .left, .character("q"), .character("h"):
      guard opened != nil else { return .close(.done) }
      opened = nil
    case .enter, .right, .character("l"):
      guard let opened else {
        open(bars.focus)
        break
      }
      let members = statistics.bars[opened.bar].members
      guard let index = members[safe: opened.students.focus] else { break }
      return .close(.open(.student(course, values[index].student.username)))
    default: break
    }
    return .stay
  }

  private func move(_ movement: Movement) {
    if let opened {
      self.opened?.students.take(movement, count: statistics.bars[opened.bar].members.count)
    } else {
      bars.take(movement, count: statistics.bars.count)
    }
  }

  private func open(_ index: Int) {
    guard let bar = statistics.bars[safe: index], !bar.members.isEmpty else { return }
    opened = Opened(bar: index)
  }

  func keys(_ words: SceneWords) -> [ShownKey] {
    let move = ShownKey([.up, .down], .keyMove)
    guard opened == nil else {
      return [move, ShownKey([.enter], .keyOpen), ShownKey([.escape], .keyBack)]
    }
    let isEmpty = statistics.bars[safe: bars.focus]?.members.isEmpty ?? true
    return [
      move,
      ShownKey(
        [.enter], .historyColumnStudents, disabledReason: isEmpty ? .disabledNoStudentsInBar : nil),
      ShownKey([.escape], .keyClose),
    ]
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    frame.fill(rect)
    frame.cursor = nil
    var text = text
    text.strings = words.strings
    if let opened {
      drawStudents(opened, text, in: rect, of: &frame, words)
    } else {
      drawBars(text, in: rect, of: &frame)
    }
  }

  private func drawBars(_ text: StatisticsText, in rect: Rect, of frame: inout Frame) {
    let inner = rect.inset(left: 1, right: 1)
    var lines = [text.title.truncated(to: inner.columns)] + text.facts.lines(of: inner.columns)
    lines += text.requirement.map { $0.wrapped(to: inner.columns) } ?? []
    // The bars are what one came for; in a low window the facts give way.
    lines = Array(lines.prefix(max(1, inner.rows - min(3, statistics.bars.count))))
    if lines.count + statistics.bars.count < inner.rows { lines.append("") }
    frame.write(lines, in: inner)
    let room = rect.inset(right: 1, top: lines.count)
    guard !statistics.bars.isEmpty else {
      frame.write([StyledText(text.strings(.studentsEmpty), .quiet)], in: room.inset(left: 1))
      return
    }
    Histogram(text.bars).draw(&bars, in: room, of: &frame)
  }

  private func drawStudents(
    _ opened: Opened, _ text: StatisticsText, in rect: Rect, of frame: inout Frame,
    _ words: SceneWords
  ) {
    let bar = statistics.bars[opened.bar]
    frame.write(
      [text.title(of: bar).truncated(to: rect.columns - 2)], in: rect.inset(left: 1, right: 1))
    let room = rect.inset(right: 1, top: rect.rows > 6 ? 2 : 1)
    let width = max(1, room.columns - 1)
    let members = bar.members.map { values[$0] }
    let lines = self.opened?.lines.lines(width: width, words) {
      let students = words.strings.studentColumns(username: .quiet)
      // A text may be as long as an essay's title.
      let value = Column<Member>("", .decimal, least: 8) { words.values.text($0.value) }
      return ColumnLines(
        members, students.map { $0.of(\.student) } + [value], width: width, showsTitles: true)
    }
    self.opened?.students.draw(count: members.count, in: room, of: &frame) { row, _ in
      lines?.line(members[row]) ?? ""
    }
  }
}
