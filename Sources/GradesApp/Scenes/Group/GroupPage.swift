import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The Group classification scene without drawing: students to choose from, and what else can be done.
struct GroupPage {
  private let state: GroupViewModel.State
  private let words: SceneWords
  private let view: GroupView
  private var strings: Strings { words.strings }

  init(_ state: GroupViewModel.State, _ words: SceneWords, _ view: GroupView) {
    self.state = state
    self.words = words
    self.view = view
  }

  var page: PlainPage<GroupViewModel.Action> {
    guard let matrix = state.matrix?.value else { return PlainPage(lines: []) }
    var page = PlainPage<GroupViewModel.Action>(lines: [])
    if !state.filter.text.isEmpty {
      page.lines.append(view.found(state, of: matrix))
    }
    if state.order.isEmpty {
      page.lines.append(
        StyledText(
          matrix.rows.isEmpty
            ? strings(.studentsEmpty)
            : strings(.studentsNoneFound, [.query: .text(state.filter.text)])))
    }
    for row in state.order.indices {
      page.choices.append(.init(line(row), does: .open(row: row)))
    }
    page.choices += actions.filter { view.disabledReason(for: $0.1, state) == nil }.map {
      hint, action in
      .init(StyledText(strings(hint)), does: action)
    }
    return page
  }

  /// What can be done beside choosing a student.
  private var actions: [(Message, GroupViewModel.Action)] {
    [
      (.keyGroup, .chooseGroup), (.keyItems, .chooseItems), (.keyFilter, .askFilter),
      (.keyOrder, .chooseOrder), (.keyFill, .askFill), (.keyNote, .askNote),
      (.keyStatistics, .askStatistics), (.keyCourseStatistics, .courseStatistics),
      (.keyUndo, .cell(.undo)),
      (.keyRedo, .cell(.redo)), (.keyReview, .review), (.keyFindStudent, .findStudent),
      (.keyHistory, .history),
    ]
  }

  /// The most values for each student, because longer lines are not useful when read aloud.
  private static let mostValues = 4

  /// A student with the values, changed ones with what they were. Of many items only the totals and
  /// what was changed are said; choosing the student says all.
  private func line(_ row: Int) -> StyledText {
    guard let student = state.student(row) else { return "" }
    let estimates = state.estimates(row)
    let cells = state.columns.indices.compactMap { column -> EditableCell? in
      guard var cell = state.cell(row, column) else { return nil }
      estimates.apply(to: &cell)
      return cell
    }
    let said =
      cells.count <= Self.mostValues
      ? cells
      : cells.filter { cell in
        [.pointsTotal, .finalScore].contains(cell.item.classificationType)
          || state.editing.cells.edit(for: cell.cell) != nil
      }
    let values = said.map { cell in
      let name = cell.item.name(in: strings.serviceLanguage)
      let text = StyledText("\(name): \(words.values.text(cell.current.value))")
      if let estimate = cell.estimate { return text + words.traces(of: estimate) }
      guard let edit = state.editing.cells.edit(for: cell.cell) else { return text }
      return text + words.traces(of: edit).map { " " + $0 }.joined()
    }
    let name = "\(student.listName) (\(student.username.rawValue))"
    return values.isEmpty ? StyledText(name) : "\(name): " + values.joined(separator: ", ")
  }
}
