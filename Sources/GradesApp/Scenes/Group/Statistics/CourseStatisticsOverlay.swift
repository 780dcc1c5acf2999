import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The statistics of all shown items over the shown students, the grades, and who is below a minimum.
@MainActor
final class CourseStatisticsOverlay: Overlay {
  private let matrix: Snapshot<GroupMatrix>
  private let rows: [MatrixRow]
  private let drafts: Int
  private let statistics: GroupStatistics
  private var scroll = TextScroll()
  /// The lines, made once for each width.
  private var drawn: (width: Int, lines: [StyledText])?

  /// Makes the statistics.
  ///
  /// - Parameters:
  ///   - matrix: the whole group.
  ///   - rows: the students who count, in their order, with what they have or shall have.
  ///   - drafts: how many of the values are drafts.
  init(
    of matrix: Snapshot<GroupMatrix>, rows: [MatrixRow], drafts: Int, statistics: GroupStatistics
  ) {
    self.drafts = drafts
    self.matrix = matrix
    self.rows = rows
    self.statistics = statistics
  }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    switch input {
    case .key(.escape), .key(.enter), .key(.character("q")): return .close(.done)
    case .key(let key):
      if let movement = Movement.bindings.first(where: { $0.keys.contains(key) })?.action {
        scroll.take(movement)
      }
    case .mouse(let mouse):
      switch mouse.action {
      case .scrollUp: scroll.take(.up)
      case .scrollDown: scroll.take(.down)
      case .press, .release, .drag: break
      }
    case .paste, .resize, .resumed, .ended: break
    }
    return .stay
  }

  func keys(_ words: SceneWords) -> [ShownKey] {
    // How long it is, is known after the first frame.
    (drawn != nil && scroll.isWhole ? [] : [ShownKey([.up, .down], .keyMove)]) + [
      ShownKey([.escape], .keyClose)
    ]
  }

  func plain(_ words: SceneWords) -> PlainQuestion {
    .read(lines(width: 80, words), then: .done)
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    frame.fill(rect)
    frame.cursor = nil
    let inner = rect.inset(left: 1, right: 1)
    let lines = lines(width: inner.columns, words)
    scroll.fit(lineCount: lines.count, rows: inner.rows)
    frame.write(Array(lines[scroll.visible]), in: inner)
  }

  private func lines(width: Int, _ words: SceneWords) -> [StyledText] {
    if let drawn, drawn.width == width { return drawn.lines }
    let report = StatisticsReport(
      matrix: matrix, selected: rows.count, key: nil,
      parts: [.init(key: nil, name: "", statistics: statistics)], showsHistograms: false,
      isOverview: true, strings: words.strings)
    let included = StyledText(
      words.strings(.statisticsDrafts, [.count: .count(drafts)]), .mark)
    let lines =
      (drafts > 0 ? included.wrapped(to: width) : []) + report.lines(width: width)
      + below(width: width, words)
    drawn = (width, lines)
    return lines
  }

  /// Each student with a value below the minimum of its item.
  private func below(width: Int, _ words: SceneWords) -> [StyledText] {
    let items = statistics.items.compactMap { item in
      matrix.value.items.firstIndex { $0.identifier == item.item.identifier }
    }.filter { matrix.value.items[$0].definition.requiredValue != nil }
    let students = rows.compactMap { row -> StyledText? in
      let values = items.compactMap { column -> String? in
        let item = matrix.value.items[column].definition
        guard let value = row.values[column].value, item.requirementMet(by: value) == false else {
          return nil
        }
        return "\(item.name(in: words.strings.serviceLanguage)) \(words.values.text(value))"
      }
      if values.isEmpty { return nil }
      return StyledText(row.student.listName)
        + StyledText(": " + values.joined(separator: ", "), .quiet)
    }
    if students.isEmpty { return [] }
    return [StyledText(), StyledText(words.strings(.statsBelow), .heading)]
      + students.flatMap { $0.wrapped(to: width, indent: 2) }
  }
}
