import GradesClient
import GradesCore
import GradesLocalization
import Observation

/// The values of a group's students: sorted, filtered, and edited as in a spreadsheet.
@MainActor @Observable
final class GroupViewModel {
  /// What the scene of the app finds out when it opens.
  struct Opening: Sendable {
    /// Where drafts go.
    var gradebook: @Sendable () async throws -> Gradebook
    /// The id of a group that was named by its number when the groups were not available.
    var resolve: @Sendable (GroupID) async throws -> GroupID
    /// The failure for what the course does not have.
    var failure: @Sendable (any Error) async -> any Error
    /// What names in the lists to choose from are written with.
    var strings: Strings
    /// The groups and items that were chosen last.
    var lastChoices: LastChoices?
    /// What the scenes of the course pass on to each other.
    var courses: CourseMemory?

    /// The id of a group; as it is while the groups are still not available.
    func lookUp(_ group: GroupID) async throws -> GroupID {
      do { return try await resolve(group) } catch let error as GradesError
        where error.isUnavailability
      { return group }
    }
  }

  var state = State()
  let editing: CellEditing

  let teacher: CourseTeacherRepository
  let opening: Opening
  private(set) var query: GroupQuery
  /// The groups to choose from, the user's own parallels first; nil before they are known.
  var groups: [StudentGroup]?
  var ownGroups: Set<GroupID> = []

  /// The item from which steps to the right began while a row is written.
  var tabItem: ItemIdentifier?
  /// Made once for each answer.
  private var rows: GroupRows?
  /// The widths without edits.
  private var measures = GroupMeasures()
  /// Finds the rows of the filter's condition.
  let selecting = LatestWork()

  /// Makes the scene of a group.
  init(
    teacher: CourseTeacherRepository, drafts: DraftStore, query: GroupQuery, opening: Opening
  ) {
    self.teacher = teacher
    self.query = query
    self.opening = opening
    editing = CellEditing(drafts: drafts, strings: opening.strings)
    editing.scene = self
  }

  var course: CourseCode { query.course }
  var group: GroupID { query.group }

  /// What names in the lists to choose from are written with.
  var strings: Strings { opening.strings }

  // MARK: Loading

  /// Loads the values, the stored ones first; ends after the service's answer.
  func load() async throws {
    let gradebook = try await opening.gradebook()
    try await editing.open(gradebook)
    if state.matrix == nil, let last = opening.lastChoices?.choice(of: gradebook) {
      state.chosen = last.items
    }
    do {
      if query.group != .usual { query.group = try await opening.lookUp(query.group) }
      if query.group == .usual {
        try await loadUsualGroup(in: gradebook)
      } else {
        for try await snapshot in teacher.matrix(query) { await show(snapshot) }
      }
    } catch {
      throw await opening.failure(error)
    }
  }

  /// Loads the group that is meant where none is named. A group that is gone, or has no students, is
  /// passed over.
  private func loadUsualGroup(in gradebook: Gradebook) async throws {
    let last = opening.lastChoices?.choice(of: gradebook).group
    for group in [last, .myParallels].compactMap(\.self) {
      query.group = group
      var isFound = false
      do {
        for try await snapshot in teacher.matrix(query) where !snapshot.value.rows.isEmpty {
          isFound = true
          await show(snapshot)
        }
      } catch is UnknownGroup {}
      if isFound { return }
    }
    query.group = .all
    for try await snapshot in teacher.matrix(query) { await show(snapshot) }
  }

  /// Loads the groups to choose from.
  func loadGroups() async throws {
    let choice = try await teacher.groupChoice(of: query.course, in: query.semester)
      .latest().value
    let all = choice.groups.groups
    ownGroups = choice.own
    let own = all.filter { ownGroups.contains($0.id) }
    groups =
      own.filter(\.isParallel) + own.filter { !$0.isParallel }
      + all.filter { !ownGroups.contains($0.id) }
  }

  // MARK: Showing

  /// Chooses the order, and begins with its first row.
  func sort(by order: GroupOrder) -> Response {
    state.sort = order.sort
    state.sortItem = order.item
    state.isDescending = order.isDescending
    arrange()
    state.grid.rows.focus = 0
    return selecting.response
  }

  /// Applies a change of the filter; the focus stays on its student.
  func filter(_ action: TextFilter.Action) -> Response {
    // Behind a condition with a mistake, what is typed next would go into a cell.
    if action == .accept, state.conditionProblem != nil {
      return .say(Sentence(.gridConditionWrong))
    }
    guard state.filter.apply(action) else { return .done }
    arrange()
    return selecting.response
  }

  /// Chooses the columns; none means all.
  func choose(_ items: [ItemIdentifier]) {
    let focused = state.item(state.grid.columns.focus)?.identifier
    state.chosen = items
    chooseColumns(keeping: focused)
  }

  /// Makes room for edits. The widths only grow: columns that shrink with an undo would jump.
  func makeRoom(for edits: [DraftEdit]) {
    guard let items = state.matrix?.value.items, !edits.isEmpty else { return }
    state.measures.take(edits, in: items)
    makeRoomForEstimates(of: Set(edits.map(\.cell.username)))
  }

  /// The most students whose estimates are measured; more would delay the frame.
  private static let mostMeasured = 1000

  private func makeRoomForEstimates(of students: Set<Username>) {
    guard let matrix = state.matrix?.value, students.count <= Self.mostMeasured else { return }
    let computed = matrix.items.indices.filter { !matrix.items[$0].definition.isEditable }
    for row in matrix.rows.indices where students.contains(matrix.rows[row].student.username) {
      let estimates = state.estimates(ofRow: row, in: matrix)
      for column in computed {
        var cell = state.cell(ofRow: row, column: column, in: matrix)
        estimates.apply(to: &cell)
        state.measures.columns[column].take(cell.current.value)
      }
    }
  }

  private func show(_ snapshot: Snapshot<GroupMatrix>) async {
    if let old = state.matrix?.value, old == snapshot.value {
      // Nothing new: what was made of it stays, and so does the focus.
      state.matrix = snapshot.map { _ in old }
      return
    }
    let prepared = await Self.prepared(snapshot.value)
    let focused = focusedStudent(whoIsIn: snapshot.value)
    let item = state.item(state.grid.columns.focus)?.identifier
    rows = prepared.rows
    measures = prepared.measures
    let isFirst = state.matrix == nil
    state.order = state.condition == nil ? [] : rowsShown(of: snapshot.value)
    state.matrix = snapshot
    state.formulas = ComputedEstimates(snapshot.value.items.map(\.definition))
    state.measures = measures
    chooseColumns(keeping: item)
    if isFirst {
      state.grid.columns.focus =
        state.columns.indices.first { state.item($0)?.definition.isEditable == true } ?? 0
    }
    makeRoom(for: state.editing.cells.edits)
    arrange(keeping: focused, keepsFocusedStudent: true)
    editing.endWriting(unlessInto: state.cell(state.grid.rows.focus, state.grid.columns.focus))
    await selecting.finish()
  }

  /// The focused student or, if newer values do not have them, the next one in the order who is in them, or else
  /// the one before.
  private func focusedStudent(whoIsIn newer: GroupMatrix) -> Username? {
    let students = Set(newer.rows.map(\.student.username))
    let shown = state.order.indices.compactMap { state.student($0)?.username }
    let focus = min(state.grid.rows.focus, shown.count)
    return shown[focus...].first(where: students.contains)
      ?? shown[..<focus].last(where: students.contains)
  }

  /// The rows of newer values whose students are shown now.
  private func rowsShown(of newer: GroupMatrix) -> [Int] {
    guard let rows = state.matrix?.value.rows else { return [] }
    let shown = Set(state.order.map { rows[$0].student.username })
    return newer.rows.indices.filter { shown.contains(newer.rows[$0].student.username) }
  }

  /// What is made of all rows; it takes a while where there are many.
  @concurrent
  private nonisolated static func prepared(
    _ matrix: GroupMatrix
  ) async -> (rows: GroupRows, measures: GroupMeasures) {
    (GroupRows(matrix), GroupMeasures(matrix))
  }

  /// Shows the columns of the chosen items; the focus stays on its item.
  private func chooseColumns(keeping focused: ItemIdentifier?) {
    guard let items = state.matrix?.value.items else { return }
    let columns = items.indices.filter {
      state.chosen.isEmpty || state.chosen.contains(items[$0].identifier)
    }
    // Items that are gone leave all columns rather than none.
    state.columns = columns.isEmpty ? Array(items.indices) : columns
    state.grid.columns.focus = state.column(of: focused) ?? 0
  }

  private func arrange() { arrange(keeping: state.student(state.grid.rows.focus)?.username) }

  /// - Parameter keepsFocusedStudent: whether the focused student is shown also where the condition no longer selects them:
  ///   what is typed must not go to another one because of an answer.
  private func arrange(keeping focused: Username?, keepsFocusedStudent: Bool = false) {
    // An answer to an earlier text comes too late.
    selecting.cancel()
    guard let matrix = state.matrix?.value else { return }
    let edits = state.editing.cells
    let order =
      rows?.indices(
        matching: state.condition == nil ? state.filter.text : "", byColumn: state.sortColumn,
        descending: state.isDescending
      ) { edits.value($1, of: $0, in: matrix).value } ?? []
    state.conditionProblem = nil
    guard let text = state.condition else { return show(order, keeping: focused) }
    do throws(UnusableCondition) {
      let condition = try UnusableCondition.condition(text, matrix.items.map(\.definition))
      // Until it is known whom the condition selects, those stay who were shown.
      let shown = Set(state.order)
      show(order.filter(shown.contains), keeping: focused)
      selecting.start {
        await Self.rowsBeside(order, of: matrix, edits, selectedBy: condition)
      } atOnce: {
        Self.rows(order, of: matrix, edits, selectedBy: condition)
      } take: { [weak self] selected in
        guard let self else { return }
        let focused = state.student(state.grid.rows.focus)?.username
        let shown = Set(selected)
        show(
          order.filter {
            shown.contains($0) || keepsFocusedStudent && matrix.rows[$0].student.username == focused
          }, keeping: focused)
      }
    } catch {
      state.conditionProblem = error
      show(order, keeping: focused)
    }
  }

  /// The rows that a condition selects, found beside the main actor.
  @concurrent
  private nonisolated static func rowsBeside(
    _ order: [Int], of matrix: GroupMatrix, _ edits: EditedCells,
    selectedBy condition: RowCondition
  ) async -> [Int] {
    rows(order, of: matrix, edits, selectedBy: condition)
  }

  /// The rows that a condition selects; it takes a while where there are many. Cancelled, it returns some of them.
  private nonisolated static func rows(
    _ order: [Int], of matrix: GroupMatrix, _ edits: EditedCells,
    selectedBy condition: RowCondition
  ) -> [Int] {
    order.filter { index in
      let row = matrix.rows[index]
      return !Task.isCancelled
        && condition.selects { edits.value($0, of: row, in: matrix).value }
    }
  }

  private func show(_ order: [Int], keeping focused: Username?) {
    guard let matrix = state.matrix?.value else { return }
    state.order = order
    state.grid.rows.focus =
      focused.flatMap { name in
        state.order.firstIndex { matrix.rows[$0].student.username == name }
      } ?? 0
  }
}
