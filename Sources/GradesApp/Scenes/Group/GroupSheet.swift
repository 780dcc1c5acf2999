import GradesClient
import GradesCore
import Terminal

/// The sheet of a group: its values, which of them are shown in which order, and where the focus is.
struct GroupSheet: Sendable {
  var matrix: Snapshot<GroupMatrix>?
  var order = GroupOrder()
  /// What names and usernames are searched for or, after `=`, a condition on the values.
  var filter = TextFilter()
  /// Why the filter's condition cannot be used; nil for a text, or a condition that can.
  var conditionProblem: UnusableCondition?
  var rows: [MatrixRow] = []
  /// The items that are shown, by their identifiers; none means all.
  var chosen: [ItemIdentifier] = []
  /// The shown columns, by their indices in the matrix.
  var columns: [Int] = []
  var formulas: ComputedEstimates?
  var measures = GroupMeasures()
  var grid = GridState()

  /// The condition of the filter; nil where it is a text.
  var condition: String? {
    filter.text.first == "=" ? String(filter.text.dropFirst()) : nil
  }

  /// The item by whose values the rows are ordered, by its index in the matrix; nil: by name.
  var sortColumn: Int? {
    guard let item = order.item, let matrix = matrix?.value else { return nil }
    return matrix.items.firstIndex { $0.identifier == item } ?? matrix.totalColumn
  }

  func item(_ column: Int) -> CourseItem? {
    columns[safe: column].flatMap { matrix?.value.items[safe: $0] }
  }

  func column(of item: ItemIdentifier?) -> Int? {
    guard let item, let items = matrix?.value.items else { return nil }
    return columns.firstIndex { items[safe: $0]?.identifier == item }
  }

  func student(_ row: Int) -> Student? { rows[safe: row]?.student }

  var focusedRow: MatrixRow? { rows[safe: grid.rows.focus] }

  var focusedItem: CourseItem? { item(grid.columns.focus) }

  /// A cell of the shown table, with an estimate where its item is computed; nil where there is none.
  func cell(_ row: Int, _ column: Int, _ edits: EditedCells) -> EditableCell? {
    guard let row = rows[safe: row], let column = columns[safe: column],
      var cell = cell(of: row, column, edits)
    else { return nil }
    if !cell.item.isEditable { cell.take(estimates(of: row, edits)) }
    return cell
  }

  /// A cell of a row, without an estimate, by the column's index in the matrix.
  func cell(of row: MatrixRow, _ column: Int, _ edits: EditedCells) -> EditableCell? {
    guard let matrix = matrix?.value else { return nil }
    return EditableCell(
      row.student, matrix.items[column].definition, in: matrix.semester,
      recorded: row.values[column], edits)
  }

  /// The cells of some students and items, whether they are shown or not, without those that there are not.
  func cells(_ wanted: [GradeCell], _ edits: EditedCells) -> [EditableCell] {
    guard let matrix = matrix?.value else { return [] }
    let rows = matrix.rows.keyed(by: \.student.username)
    let columns = matrix.items.indices.keyed { matrix.items[$0].identifier }
    return wanted.compactMap { wanted in
      guard let row = rows[wanted.username], let column = columns[wanted.identifier] else {
        return nil
      }
      return cell(of: row, column, edits)
    }
  }

  /// What the drafts of a student change of the computed items.
  func estimates(
    of row: MatrixRow, _ edits: EditedCells
  ) -> [ItemIdentifier: ComputedEstimates.Estimate] {
    let values = zip(matrix?.value.items ?? [], row.values).lazy.map {
      (item: $0.identifier, value: $1.value)
    }
    return formulas?.estimates(of: row.student.username, values: values, edits) ?? [:]
  }
}
