import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The Group classification scene of the terminal app: what its keys do.
extension GroupViewModel: CellEditingScene {
  /// Where the focus goes once a cell is written.
  enum Direction: Hashable, Sendable { case up, down, left, right }

  /// What a key can ask for.
  enum Action: Hashable, Sendable {
    case move(Movement)
    case left, right, firstColumn, lastColumn
    /// Goes right, as Enter after it returns to the column where this began.
    case tab
    /// A click: focuses a cell, and begins to write into it where it is focused already.
    case focus(row: Int, column: Int)
    /// A click on a name: focuses the row, and opens the student where it is focused already.
    case focusName(row: Int)
    /// Edits the focused cell.
    case cell(CellEditing.Action)
    /// Keeps what was written and goes on.
    case accept(Direction)
    /// The same by an arrow, which is no step of a row that Enter returns from.
    case arrow(Direction)
    case fill
    case paste(String)
    case chooseGroup, chooseItems, chooseOrder
    case filter(TextFilter.Action)
    case review, history, student, findStudent
    case statistics
    /// The statistics of all shown items.
    case courseStatistics
    case copy(isWhole: Bool)
    /// Opens quick entry of the focused item.
    case quickEntry
    /// Shows what has changed in the course, or in the focused cell.
    case log, cellLog

    /// Whether it names a row by its number.
    fileprivate var namesRow: Bool {
      switch self {
      case .focus, .focusName: true
      default: false
      }
    }

    /// Whether it changes which rows are shown, instead of using them.
    fileprivate var isAboutFilter: Bool {
      if case .filter = self { true } else { false }
    }
  }

  func appear() async throws {
    try await load()
    try? await loadGroups()
  }

  func handle(_ action: Action) -> Response {
    // What is typed ahead of a condition's rows is meant for them, not for those before.
    if selecting.isUnderWay, !action.isAboutFilter {
      let shown = state.order
      selecting.finishAtOnce()
      // A row that was clicked has another student now.
      if action.namesRow, state.order != shown { return .done }
    }
    switch action {
    case .cell(.undo), .cell(.redo): tabItem = nil
    case .accept, .cell: break
    case .tab: editing.forgetTyping()
    default:
      tabItem = nil
      editing.forgetTyping()
    }
    switch action {
    case .tab: move(Direction.right)
    case .focus(let row, let column) where state.editing.field != nil:
      // A click into what is being written does not end it.
      if row == state.grid.rows.focus, column == state.grid.columns.focus { break }
      return editing.accept {
        state.grid.rows.focus = row
        state.grid.columns.focus = column
      }
    case .focusName(let row) where state.editing.field != nil:
      if row == state.grid.rows.focus { break }
      return editing.accept { state.grid.rows.focus = row }
    case .move, .left, .right, .firstColumn, .lastColumn, .focus, .focusName: return move(action)
    case .cell(let action):
      return editing.handle(action, state.focused) {
        // A yes or no is entered down its column.
        tabItem = nil
        move(.down)
      }
    case .accept(let direction): return editing.accept { move(direction) }
    case .arrow(let direction):
      return editing.accept {
        move(direction)
        tabItem = nil
      }
    case .fill: return state.focused.map(askFill) ?? .done
    case .paste(let text): return paste(text)
    case .chooseGroup: return chooseGroup()
    case .chooseItems: return chooseItems()
    case .chooseOrder: return chooseOrder()
    case .filter(let change): return filter(change)
    case .copy(let isWhole): return copy(isWhole: isWhole)
    case .review: return editing.review()
    case .history: return editing.leave(for: .open(.history))
    case .findStudent:
      rememberFocus()
      return editing.leave(for: .open(.studentSearch(course)))
    case .statistics: return state.focused.map(showStatistics) ?? .done
    case .courseStatistics: return showCourseStatistics()
    case .log, .cellLog:
      rememberFocus()
      let cell = action == .cellLog ? state.focused?.cell : nil
      return editing.leave(for: .open(.log(course, cell)))
    case .quickEntry: return state.focused.map(enterQuickly) ?? .done
    case .student: return state.focused.map { open($0.student) } ?? openFocusedRow()
    }
    return .done
  }

  func show(_ editing: CellEditing.State, with edits: [DraftEdit]) {
    state.editing = editing
    makeRoom(for: edits)
  }

  func item(_ identifier: ItemIdentifier) -> Classification? {
    state.matrix?.value.items.first { $0.identifier == identifier }?.definition
  }

  var focusedCell: GradeCell? { state.focused?.cell }

  func focus(_ cell: GradeCell) -> Bool {
    guard let matrix = state.matrix?.value else { return false }
    // With the row or the column alone, what is typed next would go into another cell.
    guard
      let row = state.order.firstIndex(where: {
        matrix.rows[$0].student.username == cell.username
      }), let column = state.column(of: cell.identifier)
    else { return false }
    state.grid.rows.focus = row
    state.grid.columns.focus = column
    return true
  }

  var usedNotes: [String] {
    let recorded = (state.matrix?.value.rows ?? []).lazy.flatMap(\.values).compactMap(\.note)
    return CourseMemory.byFrequency(state.editing.cells.edits.compactMap(\.note) + recorded)
  }

  private func rememberFocus() {
    opening.courses?.remember(notes: usedNotes, of: course)
    opening.courses?[shownGroup: course] = group
    opening.courses?[focusedItem: course] = state.item(state.grid.columns.focus)?.identifier
  }

  private func enterQuickly(_ cell: EditableCell) -> Response {
    rememberFocus()
    return editing.leave(for: .open(.entry(course, group, cell.item.identifier)))
  }

  private func open(_ student: Student) -> Response {
    rememberFocus()
    return editing.leave(for: .open(.student(course, student.username)))
  }

  /// What the column of a cell looks like as a whole, with the user's changes.
  private func showStatistics(_ cell: EditableCell) -> Response {
    guard let group = state.matrix?.value.group.name,
      let column = state.columns.indices.first(where: {
        state.cell(0, $0)?.item.identifier == cell.item.identifier
      })
    else { return .done }
    let cells = state.order.indices.compactMap { state.cell($0, column) }
    let values = cells.map { ($0.student, $0.current.value) }
    let drafts = cells.count { $0.current.value != $0.recorded.value }
    let filter = state.filter.text
    let course = course
    return .ask { words in
      StatisticsOverlay(
        cell.item,
        of: StatisticsText.Group(
          name: words.strings.groupName(group), filter: filter, drafts: drafts),
        in: course, values: values)
    }
  }

  /// What all shown items look like over the shown students, with the user's changes.
  private func showCourseStatistics() -> Response {
    guard let snapshot = state.matrix else { return .done }
    let matrix = snapshot.value
    let (rows, drafts) = shownRows(of: matrix)
    let items = state.columns.map { matrix.items[$0].identifier }
    return .run {
      let statistics = await matrix.statistics(of: rows, items: items)
      let text = CourseStatisticsText(
        matrix: snapshot, rows: rows, drafts: drafts, statistics: statistics)
      return .present(ReadingOverlay { text.lines(width: $0, $1) })
    }
  }

  /// All rows that are shown, with what the students have or shall have, and how many of it are drafts.
  private func shownRows(of matrix: GroupMatrix) -> (rows: [MatrixRow], drafts: Int) {
    let edits = state.editing.cells
    var drafts = 0
    let rows = state.order.map { index in
      var row = matrix.rows[index]
      for column in matrix.items.indices {
        let recorded = row.values[column]
        row.values[column] = edits.value(column, of: row, in: matrix)
        if state.columns.contains(column), row.values[column].value != recorded.value {
          drafts += 1
        }
      }
      return row
    }
    return (rows, drafts)
  }

  private func openFocusedRow() -> Response {
    state.student(state.grid.rows.focus).map(open) ?? .done
  }

  // MARK: Movement

  private func move(_ action: Action) -> Response {
    switch action {
    case .move(let movement):
      state.grid.rows.focus = movement.target(
        from: state.grid.rows.focus, count: state.order.count, page: state.page)
    case .left: state.grid.columns.move(by: -1, count: state.columns.count)
    case .right: state.grid.columns.move(by: 1, count: state.columns.count)
    case .firstColumn: state.grid.columns.focus = 0
    case .lastColumn: state.grid.columns.focus = max(0, state.columns.count - 1)
    case .focus(let row, let column):
      guard state.grid.rows.focus != row || state.grid.columns.focus != column else {
        return editing.handle(.edit, state.focused)
      }
      state.grid.rows.focus = row
      state.grid.columns.focus = column
    case .focusName(let row):
      guard state.grid.rows.focus != row else { return openFocusedRow() }
      state.grid.rows.focus = row
    default: break
    }
    return .done
  }

  /// Moves the focus after a cell was written, as spreadsheets do: down after steps to the right is to the
  /// column where these began.
  func move(_ direction: Direction) {
    let (row, column) = (state.grid.rows.focus, state.grid.columns.focus)
    switch direction {
    case .up: state.grid.rows.move(by: -1, count: state.order.count)
    case .down: state.grid.rows.move(by: 1, count: state.order.count)
    case .left: state.grid.columns.move(by: -1, count: state.columns.count)
    case .right: state.grid.columns.move(by: 1, count: state.columns.count)
    }
    switch direction {
    case .left: break
    case .right: tabItem = tabItem ?? state.item(column)?.identifier
    case .down where state.grid.rows.focus != row:
      if let column = state.column(of: tabItem) { state.grid.columns.focus = column }
      tabItem = nil
    case .up, .down: tabItem = nil
    }
  }

  // MARK: Pickers

  private func chooseGroup() -> Response {
    guard groups != nil else {
      return .run { [self] in
        try await loadGroups()
        return groupPicker
      }
    }
    return groupPicker
  }

  private var groupPicker: Response {
    .present(
      PickerOverlay(
        Sentence(.groupsColumnName),
        options: GroupChoices.groups(groups ?? [], own: ownGroups, strings),
        chosen: [group]
      ) { [weak self] ids in
        guard let self, let id = ids.first else { return .done }
        if let gradebook = state.editing.gradebook {
          opening.lastChoices?.remember(of: gradebook) { $0.group = id }
        }
        guard id != group else { return .done }
        return editing.leave(for: .replace(.group(course, id)))
      })
  }

  private func chooseItems() -> Response {
    guard let items = state.matrix?.value.items else { return .done }
    return .present(
      PickerOverlay(
        Sentence(.historyColumnItems), options: GroupChoices.items(items, strings),
        chosen: Set(state.chosen), allowsSeveral: true, acceptsFocus: true
      ) { [weak self] chosen in
        guard let self else { return .done }
        choose(chosen.count == items.count ? [] : chosen)
        if let gradebook = state.editing.gradebook {
          opening.lastChoices?.remember(of: gradebook) { $0.items = state.chosen }
        }
        return .done
      })
  }

  private func chooseOrder() -> Response {
    let item = state.item(state.grid.columns.focus)?.definition
    return .present(
      PickerOverlay(
        Sentence(.gridOrderTitle), options: GroupChoices.orders(of: item, strings),
        chosen: [GroupOrder(state.sort, of: state.sortItem, descending: state.isDescending)]
      ) { [weak self] chosen in
        guard let self, let order = chosen.first else { return .done }
        return sort(by: order)
      })
  }
}
