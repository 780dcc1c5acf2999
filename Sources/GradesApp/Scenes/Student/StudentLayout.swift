import GradesCore
import GradesLocalization
import Terminal

/// Where the parts of the Student classification scene are; a low window has fewer of them.
struct StudentLayout {
  /// The totals.
  let header: [StyledText]
  /// The items.
  let tree: Rect
  /// Details of the focused item.
  let status: Rect

  /// Divides the scene's part of the window.
  init(_ state: StudentViewModel.State, _ rect: Rect, _ words: SceneWords) {
    let statusRows =
      state.results == nil || rect.rows < 5 ? 0 : rect.columns < 72 && rect.rows > 8 ? 2 : 1
    let most = max(0, rect.rows - statusRows - 2)
    let header = Array(Self.header(state, max(1, rect.columns - 2), words).prefix(most))
    let gap = header.isEmpty || rect.rows < 9 ? 0 : 1
    self.header = header
    tree = rect.inset(top: header.count + gap, bottom: statusRows)
    status = Rect(
      column: rect.column + 1, row: rect.row + rect.rows - statusRows,
      columns: max(0, rect.columns - 2), rows: statusRows)
  }

  private static func header(
    _ state: StudentViewModel.State, _ width: Int, _ words: SceneWords
  ) -> [StyledText] {
    guard state.results != nil else {
      let loading = words.strings(.progressCourse, [.course: state.course])
      return state.isLoading ? [StyledText(loading, .quiet)] : []
    }
    return summary(state, words).lines(of: width)
  }

  /// The totals, and the number of drafts that they do not include.
  private static func summary(_ state: StudentViewModel.State, _ words: SceneWords) -> [StyledText]
  {
    guard let results = state.results?.value else { return [] }
    let totals = CourseSummary(course: results, strings: words.strings, hasMarks: true).parts
    let changes = state.changeCount
    guard changes > 0 else { return totals }
    // Only the service computes totals, and only from published values.
    let missing = words.strings(.studentTotalsWithout, [.count: changes])
    return totals + [StyledText(missing, .mark)]
  }
}
