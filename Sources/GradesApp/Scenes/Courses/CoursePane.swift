import Terminal

/// The results of the focused course beside the list of courses, where the window has room for both.
struct CoursePane {
  private static let leastWindow = 140
  private static let listWidth = 80

  let list: Rect
  let results: Rect?

  init(_ rect: Rect) {
    guard rect.columns >= Self.leastWindow else {
      list = rect
      results = nil
      return
    }
    list = rect.inset(right: rect.columns - Self.listWidth)
    results = rect.inset(left: Self.listWidth + 2)
  }

  func draw(
    _ state: CourseState?, isLoading: Bool, hasFailed: Bool, of frame: inout Frame,
    _ words: SceneWords
  ) {
    guard let results else { return }
    for row in results.rowRange {
      frame.write(
        StyledText("│", .quiet), at: Position(column: list.columnRange.upperBound, row: row))
    }
    guard let state else { return }
    let width = max(1, results.columns - 2)
    guard let course = state.results?.value else {
      guard isLoading || hasFailed else { return }
      let text = words.strings(
        isLoading ? .progressCourse : .coursesPaneFailed, [.course: state.code])
      frame.write(
        StyledText(text, .quiet).wrapped(to: width), in: results.inset(left: 1, right: 1))
      return
    }
    let parts = CourseSummary(course: course, strings: words.strings, hasMarks: true).parts
    let name = course.name.map { [StyledText($0, .heading).truncated(to: width)] } ?? []
    let header = name + parts.lines(of: width)
    frame.write(header, in: results.inset(left: 1, right: 1))
    let tree = results.inset(top: header.count + 1)
    let items = state.items
    let lines = ItemColumns.lines(width: tree.columns - 1, words) {
      ColumnLines(tree: items, $0, width: tree.columns - 1, depth: \.item.depth)
    }
    frame.write(items.prefix(tree.rows).map(lines.line), in: tree.inset(left: 1))
    let hidden = items.count - tree.rows
    if hidden > 0, tree.rows > 0 {
      let more = words.strings(.coursesMoreItems, [.count: hidden + 1])
      let last = tree.inset(top: tree.rows - 1)
      frame.fill(last)
      frame.write(StyledText(more, .quiet), at: Position(column: last.column + 3, row: last.row))
    }
  }
}
