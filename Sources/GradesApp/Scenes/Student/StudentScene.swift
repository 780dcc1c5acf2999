import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The Student classification scene of the terminal app: what its keys do.
extension StudentViewModel: CellEditingScene {
  /// The actions of keys.
  enum Action: Hashable, Sendable {
    case move(Movement)
    /// Closes the focused item or goes to the one it belongs to; opens it or goes to what belongs to it.
    case left, right
    /// Goes to the next item that can be edited.
    case next(isDown: Bool)
    /// A click: focuses a line, and begins to write into it where it is focused already.
    case focus(Int)
    /// Edits the focused cell.
    case cell(CellEditing.Action)
    /// Keeps what was written and goes on.
    case accept(isDown: Bool)
    case search, review, history
  }

  func appear() async throws { try await load() }

  func handle(_ action: Action) -> Response {
    switch action {
    case .cell, .accept: break
    default: editing.forgetTyping()
    }
    switch action {
    case .move(let movement): state.take(movement)
    case .left: state.fold(.left)
    case .right: state.fold(.right)
    case .focus(let line) where state.editing.field != nil:
      // A click into what is being written does not end it.
      if line == state.tree.scroll.focus { break }
      return editing.accept { state.tree.scroll.focus = line }
    case .focus(let line):
      if state.tree.scroll.focus == line { return editing.handle(.edit, state.focused) }
      state.tree.scroll.focus = line
    case .next(let isDown): state.takeEditable(isDown: isDown)
    case .cell(let action):
      return editing.handle(action, state.focused) { state.takeEditable(isDown: true) }
    case .accept(let isDown): return editing.accept { state.takeEditable(isDown: isDown) }
    case .search:
      opening.courses?[focusedItem: state.course] = state.focused?.item.identifier
      return editing.leave(for: .open(.studentSearch(course)))
    case .review: return editing.review()
    case .history: return editing.leave(for: .open(.history))
    }
    return .done
  }

  var course: CourseCode { state.course }

  var usedNotes: [String] {
    let own = state.items.compactMap(\.recorded.note)
    return CourseMemory.byFrequency(own + (opening.courses?.notes[state.course] ?? []))
  }

  func show(_ editing: CellEditing.State, with edits: [DraftEdit]) { state.editing = editing }

  func item(_ identifier: ItemIdentifier) -> Classification? {
    state.results?.value.items.first { $0.item.identifier == identifier }?.item.definition
  }

  var focusedCell: GradeCell? { state.focused?.cell }

  func focus(_ cell: GradeCell) -> Bool {
    // An edit of another student may be undone here.
    guard cell.username == state.username else { return false }
    state.tree.focus(cell.identifier, state.rows)
    return state.focused?.cell == cell
  }
}
