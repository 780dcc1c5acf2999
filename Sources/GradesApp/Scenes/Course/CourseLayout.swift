import GradesCore
import GradesLocalization
import Terminal

/// Where the parts of the Course scene are; a low window has fewer of them.
struct CourseLayout {
  /// The name and the totals.
  let header: [StyledText]
  /// The items.
  let tree: Rect
  /// All about the focused item.
  let details: Rect
  /// Whether a line above the details parts them from the items.
  let hasRule: Bool

  /// Divides the scene's part of the window.
  init(_ state: CourseState, _ rect: Rect, _ words: SceneWords) {
    let width = max(1, rect.columns - 2)
    let rows = rect.rows
    let hasItems = state.results?.value.items.isEmpty == false
    hasRule = rows >= 11 && hasItems
    let detailRows = !hasItems || rows < 6 ? 0 : rows < 11 ? 1 : rows >= 16 && width < 60 ? 3 : 2
    var header = Self.header(state, width, words, hasName: rows >= 7)
    let most = max(1, rows - detailRows - (hasRule ? 1 : 0) - 3)
    header = Array(header.prefix(most))
    let gap = rows >= 14 ? 1 : 0
    self.header = header
    let searchRows = state.find.isOpen ? 1 : 0
    let top = header.count + gap
    let bottom = detailRows + (hasRule ? 1 : 0) + searchRows
    tree = Rect(
      column: rect.column, row: rect.row + top, columns: rect.columns,
      rows: max(0, rows - top - bottom))
    details = Rect(
      column: rect.column, row: rect.row + rows - detailRows - searchRows, columns: rect.columns,
      rows: detailRows)
  }

  private static func header(
    _ state: CourseState, _ width: Int, _ words: SceneWords, hasName: Bool
  ) -> [StyledText] {
    guard let course = state.results?.value else {
      let loading = words.strings(.progressCourse, [.course: .text(state.code.rawValue)])
      return state.isLoading ? [StyledText(loading, .quiet)] : []
    }
    var parts = CourseSummary(course: course, strings: words.strings, hasMarks: true).parts
    if state.ungradedHidden > 0, !state.items.isEmpty {
      let hidden = words.strings(.courseUngradedLeftOut, [.count: .count(state.ungradedHidden)])
      parts.append(StyledText(hidden, .quiet))
    }
    if let trend = state.pointsTrend {
      parts.append(TrendText(strings: words.strings).text(trend, maximum: course.maximumPoints))
    }
    let name = hasName ? course.name.map { [StyledText($0, .heading).truncated(to: width)] } : nil
    return (name ?? []) + parts.lines(of: width)
  }
}
