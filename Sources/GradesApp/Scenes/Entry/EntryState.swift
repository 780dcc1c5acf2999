import GradesClient
import GradesCore
import Terminal

extension EntryViewModel {
  /// A paper that was entered.
  struct Entered: Equatable, Sendable {
    let index: Int
    let value: GradeValue
    /// What the student had before.
    let old: GradeValue?
  }

  /// What the scene shows.
  struct State: Equatable, Sendable {
    /// The course.
    var course: CourseCode
    /// The students and their values; nil before the first response.
    var stack: Snapshot<PaperStack>?
    /// What finds a student.
    var query = TextField()
    /// The students without a value.
    var missing: [Int] = []
    /// The students whom the query finds; without one, those without a value.
    var found: [Int] = []
    /// Whether the focus was moved since the query changed: Enter takes one of several only then.
    var hasMoved = false
    var scroll = ScrollState()
    /// How many students are seen at once.
    var page = 10
    /// The student whose value is typed; nil while the query is.
    var chosen: Int?
    var value = TextField()
    /// The papers that were entered last, the newest first.
    var entered: [Entered] = []
    /// How many papers were entered.
    var count = 0
    /// What the user has changed.
    var editing = CellEditing.State()
    /// The widths that all names need, so that the columns do not move while typing.
    var columns = StudentColumns()

    /// How many of the last papers are shown.
    static let shownEntries = 5

    /// Whether a value is typed, also behind a query on one line.
    var isTypingValue: Bool {
      if chosen != nil { return !value.text.isEmpty }
      return stack?.value.hasValue(query.text) ?? false
    }

    /// The cell of a student.
    func cell(_ index: Int) -> EditableCell? {
      stack.map { $0.value.cell(index, editing.cells) }
    }

    /// Keeps the students who are chosen, focused and were entered, whose places another answer may have changed.
    mutating func follow(_ students: [Student], to stack: PaperStack) {
      chosen = chosen.flatMap { stack.index(of: students[$0].username) }
      let focused = found[safe: scroll.focus].flatMap { stack.index(of: students[$0].username) }
      found = focused.map { [$0] } ?? []
      scroll.focus = 0
      entered = entered.compactMap { paper in
        stack.index(of: students[paper.index].username).map {
          Entered(index: $0, value: paper.value, old: paper.old)
        }
      }
    }

    /// The student whom Enter takes; nil where it is not clear.
    var candidate: Int? {
      if found.count == 1, !query.text.isEmpty { return found[0] }
      return hasMoved ? found[safe: scroll.focus] : nil
    }
  }
}
