import GradesClient
import GradesCore
import Terminal

extension StudentViewModel {
  /// What the scene shows.
  struct State: Equatable, Sendable {
    /// The course as the scene's code names it.
    var course: CourseCode
    /// Whose results they are.
    var username: Username
    /// The results as the service has them; nil before the first answer.
    var results: Snapshot<CourseResults>?
    var isLoading = false
    /// Whether it is known where edits of what is shown go.
    var canEdit = false
    /// What the user has changed, here and elsewhere.
    var edits = EditedCells()
    var canUndo = false
    var canRedo = false
    /// What of the tree is open and focused.
    var tree = TreeState<ItemIdentifier>()
    /// How many lines of the tree are seen at once.
    var page = 10
    /// The cell that is being written; nil: none is.
    var field: GroupViewModel.CellField?

    /// The items with what the user has changed.
    var items: [ResultItem] {
      (results?.value.items ?? []).map { item in
        var item = item
        item.recorded = edits.value(of: cell(of: item), over: item.recorded)
        return item
      }
    }

    /// The items as lines of the tree.
    var rows: [TreeRow<ItemIdentifier>] {
      let items = results?.value.items ?? []
      return items.indices.map { place in
        let item = items[place].item
        let next = items[safe: place + 1]?.item.depth ?? 0
        return TreeRow(id: item.identifier, depth: item.depth, hasChildren: next > item.depth)
      }
    }

    /// How many of this student's cells the user has changed.
    var changeCount: Int {
      (results?.value.items ?? []).count { edits.edit(for: cell(of: $0)) != nil }
    }

    /// What is at a place among all items; nil where there is nothing.
    func place(_ index: Int) -> GroupViewModel.CellPlace? {
      guard let results = results?.value, let item = results.items[safe: index] else { return nil }
      let cell = cell(of: item)
      return GroupViewModel.CellPlace(
        student: results.student, item: item.item.definition, cell: cell,
        recorded: item.recorded, current: edits.value(of: cell, over: item.recorded))
    }

    /// The focused item.
    var focused: GroupViewModel.CellPlace? {
      let visible = tree.visible(rows)
      return visible[safe: min(max(0, tree.scroll.focus), visible.count - 1)].flatMap(place)
    }

    /// Takes a step.
    mutating func take(_ movement: Movement) {
      tree.scroll.focus = movement.target(
        from: tree.scroll.focus, count: tree.visible(rows).count, page: page)
    }

    /// Goes to the next line whose item can be edited; stays where there is none.
    mutating func takeEditable(isDown: Bool) {
      let visible = tree.visible(rows)
      let lines =
        isDown
        ? Array(visible.indices.dropFirst(tree.scroll.focus + 1))
        : visible.indices.prefix(max(0, tree.scroll.focus)).reversed()
      if let next = lines.first(where: { place(visible[$0])?.item.isEditable == true }) {
        tree.scroll.focus = next
      }
    }

    private func cell(of item: ResultItem) -> GradeCell {
      GradeCell(username, item.item.identifier)
    }
  }
}
