import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// The values of a group's students: sorted, filtered, and edited as in a spreadsheet.
@MainActor @Observable
final class GroupViewModel {
  var sheet = GroupSheet()
  let editing: CellEditing

  let edited: CourseContext
  let context: Context
  let courses: CourseMemory
  private(set) var group: GroupID
  /// The groups to choose from, the user's own parallels first; nil before they are known.
  private(set) var groups: [StudentGroup]?
  private(set) var ownGroups: Set<GroupID> = []

  /// The item from which steps to the right began while a row is written.
  @ObservationIgnored var tabItem: ItemIdentifier?
  /// Made once for each answer.
  @ObservationIgnored private var rows: GroupRows?
  /// Where the scene was drawn last, for clicks.
  @ObservationIgnored var drawn = Rect(column: 0, row: 0, columns: 0, rows: 0)

  init(_ course: CourseContext, group: GroupID, in context: Context, _ courses: CourseMemory) {
    edited = course
    self.group = group
    self.context = context
    self.courses = courses
    editing = CellEditing(
      drafts: context.services.drafts, strings: context.strings, now: context.now)
  }

  var course: CourseCode { edited.code }

  var strings: Strings { context.strings }

  private var repository: Repository { context.services.repository }

  /// Loads the values, the stored ones first, and then the groups to choose from.
  func appear() async throws {
    let gradebook = try await context.gradebooks.gradebook(edited)
    try await openDrafts(of: gradebook)
    let last = lastChoices.choice(of: gradebook)
    if sheet.matrix == nil { sheet.chosen = last.items }
    do {
      if group != .usual { group = try await context.services.groupIfKnown(group, in: edited) }
      if group == .usual {
        _ = try await GroupID.loadUsual(last: last.group, hasStudents: \.self) { group in
          self.group = group
          var isFound = false
          for try await snapshot in values where group == .all || !snapshot.value.rows.isEmpty {
            isFound = true
            await show(snapshot)
          }
          return isFound
        }
      } else {
        for try await snapshot in values { await show(snapshot) }
      }
    } catch {
      throw await context.services.failure(for: error, in: edited)
    }
    try? await loadGroups()
  }

  private var values: SnapshotStream<GroupMatrix> {
    repository.matrix(GroupQuery(course: course, semester: edited.semester, group: group))
  }

  func loadGroups() async throws {
    let choice = try await repository.groupChoice(of: course, in: edited.semester)
      .latest().value
    let all = choice.groups.groups
    ownGroups = choice.own
    let own = all.filter { ownGroups.contains($0.id) }
    groups =
      own.filter(\.isParallel) + own.filter { !$0.isParallel }
      + all.filter { !ownGroups.contains($0.id) }
  }

  private var lastChoices: LastChoices { LastChoices(file: context.paths.lastChoicesFile) }

  func remember(_ change: (inout LastChoices.Choice) -> Void) {
    if let gradebook = editing.gradebook { lastChoices.remember(of: gradebook, change) }
  }

  private func show(_ snapshot: Snapshot<GroupMatrix>) async {
    if let old = sheet.matrix?.value, old == snapshot.value {
      // Nothing new: what was made of it stays, and so does the focus.
      sheet.matrix = snapshot.map { _ in old }
      return
    }
    let prepared = await Self.prepared(snapshot.value)
    let focused = focusedStudent(whoIsIn: snapshot.value)
    let item = sheet.focusedItem?.identifier
    rows = prepared.rows
    let isFirst = sheet.matrix == nil
    sheet.matrix = snapshot
    sheet.formulas = ComputedEstimates(snapshot.value.items.map(\.definition))
    sheet.measures = prepared.measures
    chooseColumns(keeping: item)
    if isFirst {
      sheet.grid.columns.focus =
        sheet.columns.indices.first { sheet.item($0)?.definition.isEditable == true } ?? 0
    }
    showEdits(editing.cells.edits)
    arrange(keeping: focused, keepsFocusedStudent: true)
    editing.endWriting(unlessInto: focusedCell)
  }

  /// What is made of all rows; it takes a while where there are many.
  @concurrent
  private nonisolated static func prepared(
    _ matrix: GroupMatrix
  ) async -> (rows: GroupRows, measures: GroupMeasures) {
    (GroupRows(matrix), GroupMeasures(matrix))
  }

  /// The focused student or, if newer values do not have them, the next one in the order who is in them, or else
  /// the one before.
  private func focusedStudent(whoIsIn newer: GroupMatrix) -> Username? {
    let students = Set(newer.rows.map(\.student.username))
    let shown = sheet.rows.map(\.student.username)
    let focus = min(sheet.grid.rows.focus, shown.count)
    return shown[focus...].first(where: students.contains)
      ?? shown[..<focus].last(where: students.contains)
  }

  func sort(by order: GroupOrder) -> Response {
    sheet.order = order
    arrange()
    sheet.grid.rows.focus = 0
    return .done
  }

  /// Applies a change of the filter; the focus stays on its student.
  func filter(_ change: TextFilter.Action) -> Response {
    tabItem = nil
    editing.forgetTyping()
    // Behind a condition with a mistake, what is typed next would go into a cell.
    if change == .accept, sheet.conditionProblem != nil {
      return .say(Sentence(.gridConditionWrong))
    }
    if sheet.filter.apply(change) { arrange() }
    return .done
  }

  /// Shows the rows that a text or a condition selects.
  func filter(by text: String) -> Response {
    .several([filter(.begin), filter(.insert(text)), filter(.accept)])
  }

  /// Chooses the columns; none means all.
  func choose(_ items: [ItemIdentifier]) {
    let focused = sheet.focusedItem?.identifier
    sheet.chosen = items
    chooseColumns(keeping: focused)
  }

  /// Shows the columns of the chosen items; the focus stays on its item.
  private func chooseColumns(keeping focused: ItemIdentifier?) {
    guard let items = sheet.matrix?.value.items else { return }
    let columns = items.indices.filter {
      sheet.chosen.isEmpty || sheet.chosen.contains(items[$0].identifier)
    }
    // Items that are gone leave all columns rather than none.
    sheet.columns = columns.isEmpty ? Array(items.indices) : columns
    sheet.grid.columns.focus = sheet.column(of: focused) ?? 0
  }

  private func arrange() { arrange(keeping: sheet.focusedRow?.student.username) }

  /// - Parameter keepsFocusedStudent: whether the focused student is shown also where the condition no longer selects them:
  ///   what is typed must not go to another one because of an answer.
  private func arrange(keeping focused: Username?, keepsFocusedStudent: Bool = false) {
    guard let matrix = sheet.matrix?.value else { return }
    let edits = editing.cells
    var found =
      rows?.rows(
        matching: sheet.condition == nil ? sheet.filter.text : "",
        descending: sheet.order.isDescending,
        by: sheet.sortColumn.map { column in
          { edits.value(column, of: $0, in: matrix).value }
        }) ?? []
    sheet.conditionProblem = nil
    if let text = sheet.condition {
      do throws(UnusableCondition) {
        let condition = try UnusableCondition.condition(text, matrix.items.map(\.definition))
        found.removeAll { row in
          !(keepsFocusedStudent && row.student.username == focused)
            && !condition.selects { edits.value($0, of: row, in: matrix).value }
        }
      } catch {
        sheet.conditionProblem = error
      }
    }
    sheet.rows = found
    sheet.grid.rows.focus = found.firstIndex { $0.student.username == focused } ?? 0
  }

  /// The most students whose estimates are measured; more would delay the frame.
  private static let mostMeasured = 1000

  /// Makes room for edits. The widths only grow: columns that shrink with an undo would jump.
  func showEdits(_ edits: [DraftEdit]) {
    guard let matrix = sheet.matrix?.value, !edits.isEmpty else { return }
    sheet.measures.take(edits, in: matrix.items)
    let students = Set(edits.map(\.cell.username))
    guard students.count <= Self.mostMeasured else { return }
    let computed = matrix.items.indices.filter { !matrix.items[$0].definition.isEditable }
    for row in matrix.rows where students.contains(row.student.username) {
      let estimates = sheet.estimates(of: row, editing.cells)
      for column in computed {
        guard var cell = sheet.cell(of: row, column, editing.cells) else { continue }
        cell.take(estimates)
        sheet.measures.columns[column].take(cell.current.value)
      }
    }
  }
}
