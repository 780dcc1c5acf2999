import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The Student classification scene on a screen: the totals, and the tree of items as a spreadsheet.
extension StudentViewModel {
  func title(_ words: SceneWords) -> SceneTitle {
    let (state, strings) = (state, words.strings)
    let separator = StyledText(" · ", .quiet)
    var leading = StyledText(state.course.rawValue, .heading) + separator
    let student = state.results?.value.student
    if let student, student.listName != student.username.rawValue {
      leading += StyledText(student.listName + " ")
    }
    leading += StyledText(state.username.rawValue, .quiet)
    guard let results = state.results else { return SceneTitle(leading) }
    let changes = state.changeCount
    let count = StyledText("● " + strings(.reviewChanges, [.count: changes]), .mark)
    return SceneTitle(
      leading,
      trailing: words.remarks(on: results, of: results.value.semester),
      kept: changes > 0 ? count : "", staleSince: results.staleSince)
  }

  func fit(in rect: Rect, _ words: SceneWords) -> Response {
    drawn = rect
    let before = state
    var fitted = before
    fitted.see()
    let tree = StudentLayout(state, rect, words).tree
    fitted.page = max(1, tree.rows)
    fitted.tree.fit(fitted.rows, height: tree.rows)
    // Observers are notified of each assignment, also of an equal value.
    if fitted != before { state = fitted }
    return editing.takeNotice()
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    let (state, strings) = (state, words.strings)
    let layout = StudentLayout(state, rect, words)
    frame.write(layout.header, in: rect.inset(left: 1, right: 1))
    guard state.results != nil else { return }
    let items = state.items
    guard !items.isEmpty else {
      let text = StyledText(strings(.courseEmpty), .quiet)
      frame.write(
        text.wrapped(to: max(1, rect.columns - 2)), in: layout.tree.inset(left: 1, right: 1))
      return
    }
    StudentTree(state, editing.field, items, words, in: layout.tree).draw(in: &frame)
    frame.write(
      CellStatusLine(state.focused, editing, words)
        .lines(width: layout.status.columns, rows: layout.status.rows),
      in: layout.status)
  }
}
