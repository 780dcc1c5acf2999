import GradesClient
import GradesCore
import Terminal

extension StudentViewModel {
  /// What the scene shows.
  struct State: ItemTree, Equatable, Sendable {
    /// The course as the scene's code names it.
    var course: CourseCode
    /// Whose results they are.
    var username: Username
    /// The results as the service has them; nil before the first response.
    var results: Snapshot<CourseResults>?
    var isLoading = false
    /// What the user has changed, here and elsewhere.
    var edits = EditedCells()
    /// The formulas of the computed items; nil before the first response.
    var formulas: ComputedEstimates?
    /// The items with all values that they had: columns that shrink with an undo would jump.
    private(set) var seen: [ResultItem] = []
    /// What of the tree is open and focused.
    var tree = TreeState<ItemIdentifier>()
    /// How many lines of the tree are seen at once.
    var page = 10

    /// The items with what the user has changed.
    var items: [ResultItem] {
      let items = results?.value.items ?? []
      return items.indices.map { index in
        var item = items[index]
        if let cell = cell(index) { item.recorded = cell.current }
        return item
      }
    }

    /// Keeps room for what is shown now.
    mutating func see() { seen += items.filter { !seen.contains($0) } }

    /// How many of this student's cells the user has changed.
    var changeCount: Int {
      (results?.value.items ?? []).count { edits.edit(for: cell(of: $0)) != nil }
    }

    /// The cell of an item, by its index among all; nil where there is none.
    func cell(_ index: Int) -> EditableCell? {
      guard let results = results?.value, let item = results.items[safe: index] else { return nil }
      var student = results.student
      student.username = username
      var cell = EditableCell(
        student, item.item.definition, in: results.semester, recorded: item.recorded,
        edits)
      if !cell.item.isEditable { estimates.apply(to: &cell) }
      return cell
    }

    /// What the student's drafts change of the computed items.
    private var estimates: CellEstimates {
      let items = results?.value.items ?? []
      return CellEstimates(
        of: username,
        values: items.lazy.map { (item: $0.item.identifier, value: $0.recorded.value) },
        edits, by: formulas)
    }

    /// The focused cell.
    var focused: EditableCell? { focusedIndex.flatMap(cell) }

    /// Goes to the next line whose item can be edited; stays where there is none.
    mutating func takeEditable(isDown: Bool) {
      let visible = tree.visible(rows)
      let lines =
        isDown
        ? Array(visible.indices.dropFirst(tree.scroll.focus + 1))
        : visible.indices.prefix(max(0, tree.scroll.focus)).reversed()
      if let next = lines.first(where: { cell(visible[$0])?.item.isEditable == true }) {
        tree.scroll.focus = next
      }
    }

    private func cell(of item: ResultItem) -> GradeCell {
      GradeCell(username, item.item.identifier)
    }
  }
}
