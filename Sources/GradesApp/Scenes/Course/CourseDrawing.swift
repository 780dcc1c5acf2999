import GradesCore
import Terminal

extension CourseViewModel {
  func title(_ words: SceneWords) -> SceneTitle {
    let plan = plan == nil ? "" : " · " + words.strings(.structurePlanTitle)
    return SceneTitle(
      leading: StyledText("grades · ", .quiet) + StyledText(state.code.rawValue + plan, .heading),
      trailing: state.all.map { words.remarks(on: $0, of: $0.value.semester) } ?? [],
      age: state.all?.age)
  }

  func listRect(_ rect: Rect, _ words: SceneWords) -> Rect { layout(rect, words).list }
  func detailRows(_ rect: Rect, _ words: SceneWords) -> Int? { layout(rect, words).detailRows }

  private struct Layout {
    var header: [StyledText]
    var list: Rect
    /// How many lines are below the items, with the rule above them.
    var detailRows = 0
  }

  private func layout(_ rect: Rect, _ words: SceneWords) -> Layout {
    let width = max(1, rect.columns - 2)
    let rows = rect.rows
    guard let course = state.results?.value else {
      let loading = words.strings(.progressCourse, [.course: state.code])
      let header = words.isBusy ? [StyledText(loading, .quiet)] : []
      return Layout(header: header, list: rect.inset(top: header.count))
    }
    if let answer = plan?.answer {
      let header = PlanText(words.strings).header(of: answer, in: course).flatMap {
        $0.wrapped(to: width)
      }
      // The titles of the columns part it from the items, or a blank line does.
      let gap = hasTitles(rect.columns - 1) ? 0 : 1
      return Layout(
        header: header, list: rect.inset(top: min(header.count + gap, max(0, rows - 1))))
    }
    let hasItems = !course.items.isEmpty && plan == nil
    let details = !hasItems || rows < 6 ? 0 : rows < 11 ? 1 : rows >= 16 && width < 60 ? 3 : 2
    let detailRows = details + (rows >= 11 && hasItems ? 1 : 0)
    let header = header(of: course, width: width, hasName: rows >= 7, words)
      .prefix(max(1, rows - detailRows - 3))
    return Layout(
      header: Array(header), list: rect.inset(top: header.count + (rows >= 14 ? 1 : 0)),
      detailRows: detailRows)
  }

  private func header(
    of course: CourseResults, width: Int, hasName: Bool, _ words: SceneWords
  ) -> [StyledText] {
    var parts = CourseSummary(course: course, strings: words.strings, hasMarks: true).parts
    if state.ungradedHidden > 0, !state.items.isEmpty {
      let hidden = words.strings(.courseUngradedLeftOut, [.count: state.ungradedHidden])
      parts.append(StyledText(hidden, .quiet))
    }
    if let trend = state.pointsTrend {
      parts.append(TrendText(strings: words.strings).text(trend, maximum: course.maximumPoints))
    }
    let name = hasName ? course.name.map { [StyledText($0, .heading).truncated(to: width)] } : nil
    return (name ?? []) + parts.lines(of: width)
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    frame.write(layout(rect, words).header, in: rect.inset(left: 1, right: 1))
    drawList(in: rect, of: &frame, words)
  }

  func content(_ rows: [ResultItem], width: Int, _ words: SceneWords) -> ListContent<ResultItem> {
    guard state.results != nil else { return ListContent([], remarks: []) { _ in "" } }
    if let plan { return content(rows, of: plan, width: width, words) }
    let lines = ItemColumns.lines(width: width, words) { self.lines($0, width: width) }
    var content = tree(rows, lines, empty: emptiness(words))
    content.overlay = { [state] row, line, isFocused, frame in
      guard state.isChanged(row), let value = lines.cells(of: ItemColumns.values) else { return }
      frame.write(
        StyledText("●", .mark),
        at: Position(column: line.column + value.lowerBound - 2, row: line.row),
        isFocused: isFocused)
    }
    content.detail = { [state] row in
      let details = ItemDetails(item: row, words: words)
      return (details.parts + [state.trend(of: row).map(details.trend)].compactMap(\.self))
        .lines(of: max(1, width - 1))
    }
    return content
  }

  private func emptiness(_ words: SceneWords) -> [StyledText] {
    if state.all?.value.items.isEmpty == true {
      return [StyledText(words.strings(.courseEmpty), .quiet)]
    }
    guard state.ungradedHidden > 0 else { return [] }
    return [
      StyledText(words.strings(.courseUngradedLeftOut, [.count: state.ungradedHidden]), .quiet)
    ]
  }

  /// Whether the columns of a plan have titles, for which they need room.
  private func hasTitles(_ width: Int) -> Bool { width >= 60 }

  private func content(
    _ rows: [ResultItem], of plan: PlanState, width: Int, _ words: SceneWords
  ) -> ListContent<ResultItem> {
    let isWide = hasTitles(width)
    let columns = PlanColumns(strings: words.strings, plan: plan.answer).screen(isWide: isWide)
    let lines = self.lines(columns, width: width, showsTitles: isWide)
    var content = tree(rows, lines)
    if isWide { content.header = { lines.header } }
    content.overlay = { row, line, _, frame in
      guard let field = plan.field, field.item.identifier == row.id,
        let value = lines.cells(of: ItemColumns.values)
      else { return }
      let rest = field.text.draw(over: value, of: line, wanted: 7, in: &frame)
      guard let violation = field.problem?.violation else { return }
      frame.fill(rest)
      frame.write(
        [StyledText(words.strings.range(violation.minimum, violation.maximum), .warning)],
        in: rest.inset(left: 1))
    }
    return content
  }
}

extension TextField {
  /// Draws the field over some cells of a line, as wide as is wanted; returns what is behind it.
  func draw(
    over cells: Range<Int>, of line: Rect, wanted: Int, style: Style = .accent,
    in frame: inout Frame
  ) -> Rect {
    let width = min(max(cells.count, wanted), line.columns)
    let start = min(cells.lowerBound, line.columns - width)
    let room = line.inset(left: start, right: line.columns - start - width)
    frame.fill(room)
    draw(in: room, of: &frame, style: style, showsCursor: true)
    return line.inset(left: start + width)
  }
}
