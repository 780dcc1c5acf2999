import GradesClient
import GradesCore
import GradesLocalization
import Terminal

extension GroupViewModel {
  /// What the scene shows. Whatever is large is an array or a dictionary that copies share, so that
  /// states can be compared with each picture.
  struct State: Equatable, Sendable {
    /// All values; nil before the first answer.
    var matrix: Snapshot<GroupMatrix>?
    var sort = GroupSort.name
    /// The item by whose values the rows are ordered; nil: the points.
    var sortItem: ItemIdentifier?
    var isDescending = false
    /// What names and usernames are searched for.
    var filter = ""
    /// The rows that are shown, by their places in the matrix.
    var order: [Int] = []
    var isLoading = false

    /// The items that are shown, by their identifiers; none means all.
    var chosen: [ItemIdentifier] = []
    /// The shown columns, by their places in the matrix.
    var columns: [Int] = []
    /// What the user has changed.
    var edits = EditedCells()
    /// How wide everything is, with what was changed.
    var measures = GroupMeasures()
    var canUndo = false
    var canRedo = false
    var grid = GridState()
    /// How many rows are seen at once.
    var page = 10
    /// The filter's text field; nil: there is no filter.
    var search: TextField?
    /// Whether letters go to the filter.
    var isSearching = false
    /// The cell that is being written; nil: none is.
    var field: CellField?

    /// The rows that are shown.
    var rows: [MatrixRow] {
      guard let rows = matrix?.value.rows else { return [] }
      return order.map { rows[$0] }
    }

    /// The shown item in a column.
    func item(_ column: Int) -> CourseItem? {
      guard let place = columns[safe: column] else { return nil }
      return matrix?.value.items[safe: place]
    }

    /// The student in a shown row.
    func student(_ row: Int) -> Student? {
      guard let place = order[safe: row] else { return nil }
      return matrix?.value.rows[safe: place]?.student
    }

    /// What is at a place of the shown table; nil where there is nothing.
    func place(_ row: Int, _ column: Int) -> CellPlace? {
      guard let row = order[safe: row], let column = columns[safe: column],
        let matrix = matrix?.value
      else { return nil }
      let recorded = matrix.rows[row].values[column]
      let cell = GradeCell(matrix.rows[row].student.username, matrix.items[column].identifier)
      return CellPlace(
        student: matrix.rows[row].student, item: matrix.items[column].definition, cell: cell,
        recorded: recorded, current: edits.value(of: cell, over: recorded))
    }

    /// The focused cell.
    var focused: CellPlace? { place(grid.rows.focus, grid.columns.focus) }
  }

  /// A cell with what is in it.
  struct CellPlace: Equatable, Sendable {
    var student: Student
    var item: Classification
    var cell: GradeCell
    /// What the service has.
    var recorded: RecordedValue
    /// What it is with the user's changes.
    var current: RecordedValue
  }

  /// A cell that is being written.
  struct CellField: Equatable, Sendable {
    var place: CellPlace
    var field: TextField
    /// The text before it was written into.
    var original: String
    /// Whether the text before has line breaks, which a field of one line cannot keep.
    var flattensLines: Bool
    /// What the text means, or why it is no value.
    var reading: Result<GradeValue?, EditProblem>

    /// Whether anything else was written than what was there.
    var isChanged: Bool { field.text != original }

    /// Whether a text that is no value may become one with the next key.
    var isUnfinished: Bool {
      guard place.item.valueType == .number, let last = field.text.last else { return false }
      return "+-−,.eE".contains(last)
    }
  }
}
