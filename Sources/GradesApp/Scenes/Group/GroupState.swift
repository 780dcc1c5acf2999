import GradesClient
import GradesCore
import Terminal

extension GroupViewModel {
  /// The state of the scene. Its large parts are arrays and dictionaries that copies share, so that
  /// states can be compared before each frame.
  struct State: Equatable, Sendable {
    /// All values; nil before the first response.
    var matrix: Snapshot<GroupMatrix>?
    var sort = GroupSort.name
    /// The item by whose values the rows are ordered; nil: the points.
    var sortItem: ItemIdentifier?
    var isDescending = false
    /// What names and usernames are searched for or, after `=`, a condition on the values.
    var filter = TextFilter()
    /// Why the filter's condition cannot be used; nil for a text, or a condition that can.
    var conditionProblem: UnusableCondition?
    /// The rows that are shown, by their indices in the matrix.
    var order: [Int] = []

    /// The items that are shown, by their identifiers; none means all.
    var chosen: [ItemIdentifier] = []
    /// The shown columns, by their indices in the matrix.
    var columns: [Int] = []
    /// What the user has changed, and the cell that is being written.
    var editing = CellEditing.State()
    /// The formulas of the computed items; nil before the first response.
    var formulas: ComputedEstimates?
    /// How wide everything is, with what was changed.
    var measures = GroupMeasures()
    var grid = GridState()
    /// How many rows are seen at once.
    var page = 10

    /// The shown item in a column.
    func item(_ column: Int) -> CourseItem? {
      guard let index = columns[safe: column] else { return nil }
      return matrix?.value.items[safe: index]
    }

    /// The column of an item; nil if it is not shown.
    func column(of item: ItemIdentifier?) -> Int? {
      guard let item, let items = matrix?.value.items else { return nil }
      return columns.firstIndex { items[safe: $0]?.identifier == item }
    }

    /// The student in a shown row.
    func student(_ row: Int) -> Student? {
      guard let index = order[safe: row] else { return nil }
      return matrix?.value.rows[safe: index]?.student
    }

    /// A cell of the shown table, without an estimate; nil where there is none.
    func cell(_ row: Int, _ column: Int) -> EditableCell? {
      guard let row = order[safe: row], let column = columns[safe: column],
        let matrix = matrix?.value
      else { return nil }
      return cell(ofRow: row, column: column, in: matrix)
    }

    /// A cell of a student, in whatever row; nil where there is none any longer.
    func cell(_ cell: GradeCell) -> EditableCell? {
      guard let matrix = matrix?.value,
        let row = matrix.rows.firstIndex(where: { $0.student.username == cell.username }),
        let column = matrix.items.firstIndex(where: { $0.identifier == cell.identifier })
      else { return nil }
      return self.cell(ofRow: row, column: column, in: matrix)
    }

    /// What the drafts of the student in a shown row change of the computed items.
    func estimates(_ row: Int) -> CellEstimates {
      guard let index = order[safe: row], let matrix = matrix?.value else { return .none }
      return estimates(ofRow: index, in: matrix)
    }

    /// What the drafts of a student of the matrix change of the computed items.
    func estimates(ofRow row: Int, in matrix: GroupMatrix) -> CellEstimates {
      CellEstimates(
        of: matrix.rows[row].student.username,
        values: zip(matrix.items, matrix.rows[row].values).lazy.map {
          (item: $0.identifier, value: $1.value)
        }, editing.cells, by: formulas)
    }

    /// A cell of the matrix.
    func cell(ofRow row: Int, column: Int, in matrix: GroupMatrix) -> EditableCell {
      EditableCell(
        matrix.rows[row].student, matrix.items[column].definition, in: matrix.semester,
        recorded: matrix.rows[row].values[column], editing.cells)
    }

    /// The condition of the filter; nil where it is a text.
    var condition: String? {
      filter.text.first == "=" ? String(filter.text.dropFirst()) : nil
    }

    /// The item by whose values the rows are ordered, by its index in the matrix; nil: by name.
    var sortColumn: Int? {
      guard sort == .value, let matrix = matrix?.value else { return nil }
      return sortItem.flatMap { item in matrix.items.firstIndex { $0.identifier == item } }
        ?? matrix.totalColumn
    }

    /// The focused cell.
    var focused: EditableCell? {
      guard var cell = cell(grid.rows.focus, grid.columns.focus) else { return nil }
      if !cell.item.isEditable { estimates(grid.rows.focus).apply(to: &cell) }
      return cell
    }
  }
}
