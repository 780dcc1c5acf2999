import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The keys that change cells.
extension GroupViewModel {
  // MARK: Writing into a cell

  func write(_ action: Action) -> Response {
    switch action {
    case .edit: return startWriting(nil)
    case .begin(let text): return startWriting(text)
    case .type(let text):
      if state.isSearching {
        state.search?.insert(text)
        filter(state.search?.text ?? "")
      } else {
        state.field?.field.insert(text)
        readField()
      }
    case .key(let key):
      if state.isSearching {
        if state.search?.handle(key) == true { filter(state.search?.text ?? "") }
      } else if state.field?.field.handle(key) == true {
        readField()
      }
    case .accept(let direction): return accept(direction)
    case .cancel: state.field = nil
    default: break
    }
    return .done
  }

  /// Opens the focused cell for writing.
  ///
  /// - Parameter text: what replaces its text; nil: it stays, to be changed.
  func startWriting(_ text: String?) -> Response {
    guard let place = state.focused else { return .done }
    guard editor != nil, place.item.isEditable else { return .say(Sentence(.obstacleComputed)) }
    let old = editableText(of: place)
    let field = TextField(text ?? old)
    state.field = CellField(
      place: place, field: field, original: TextField(old).text,
      flattensLines: old != TextField(old).text,
      reading: ValueReader().value(
        typed: field.text, for: place.item, over: place.current.value))
    return .done
  }

  /// A value as it is typed; nothing for none.
  private func editableText(of place: CellPlace) -> String {
    place.current.value == nil ? "" : ValueText(strings).text(place.current.value)
  }

  private func readField() {
    guard let field = state.field else { return }
    state.field?.reading = ValueReader().value(
      typed: field.field.text, for: field.place.item, over: field.place.current.value)
  }

  private func accept(_ direction: Direction) -> Response {
    guard let field = state.field else {
      move(direction)
      return .done
    }
    guard field.isChanged else {
      state.field = nil
      move(direction)
      return .done
    }
    switch field.reading {
    case .failure(let problem):
      return .say(problem.sentence(for: field.place.item))
    case .success(let value):
      state.field = nil
      move(direction)
      return set([(field.place, value)])
    }
  }

  // MARK: Keys for a whole cell

  func change(_ action: Action) -> Response {
    guard let editor else { return .done }
    switch action {
    case .undo, .redo:
      let isUndo = action == .undo
      let cells = editor.cellsOfStep(undoing: isUndo)
      guard let task = isUndo ? editor.undo() : editor.redo() else { return .done }
      if let first = cells.first { show(first) }
      return waiting(for: task)
    default: break
    }
    guard let place = state.focused, place.item.isEditable else { return .done }
    let current = place.current.value
    switch action {
    case .toggle: return place.item.toggled(current).map { set([(place, $0)]) } ?? .done
    case .raise, .lower:
      let distance: Double = action == .raise ? 1 : -1
      return place.item.stepped(current, by: distance)
        .map { set([(place, $0)]) } ?? .done
    case .clear: return set([(place, nil)])
    default: return .done
    }
  }

  /// Keeps values as one step.
  func set(_ values: [(CellPlace, GradeValue?)]) -> Response {
    guard let editor else { return .done }
    return commit(
      values.map { place, value in editor.edit(place.cell, over: place.recorded, value: value) })
  }

  /// Keeps edits as one step, and shows them on their way.
  func commit(_ edits: [DraftEdit]) -> Response {
    guard let editor, !edits.isEmpty else { return .done }
    makeRoom(for: edits)
    return waiting(for: editor.commit(edits))
  }

  private func waiting(for task: Task<Void, any Error>) -> Response {
    showEdits()
    return .run { [self] in
      defer { showEdits() }
      try await task.value
      return .done
    }
  }

  /// Focuses a cell, if it is shown.
  private func show(_ cell: GradeCell) {
    guard let matrix = state.matrix?.value else { return }
    let row = state.order.firstIndex { matrix.rows[$0].student.username == cell.username }
    let column = state.columns.firstIndex { matrix.items[$0].identifier == cell.identifier }
    if let row { state.grid.rows.focus = row }
    if let column { state.grid.columns.focus = column }
  }

  // MARK: What is asked

  /// Asks for the value of a cell.
  func askValue(_ row: Int, _ column: Int) -> Response {
    guard let place = state.place(row, column) else { return .done }
    guard place.item.isEditable else { return .say(Sentence(.obstacleComputed)) }
    return .present(
      PromptOverlay(
        Sentence(
          .gridValueTitle,
          [.student: .text(place.student.listName), .item: .text(name(of: place.item))]),
        explanation: [Sentence(.gridValueClears)], text: editableText(of: place),
        problem: { text in
          guard
            case .failure(let problem) = ValueReader().value(
              typed: text, for: place.item, over: place.current.value)
          else { return nil }
          return problem.sentence(for: place.item)
        }
      ) { [weak self] text in
        guard
          case .success(let value) = ValueReader().value(
            typed: text, for: place.item, over: place.current.value)
        else { return .done }
        return self?.set([(place, value)]) ?? .done
      })
  }

  /// Asks for the note of a cell.
  func askNote(_ place: CellPlace) -> Response {
    .present(
      PromptOverlay(
        Sentence(
          .gridNoteTitle,
          [.student: .text(place.student.listName), .item: .text(name(of: place.item))]),
        text: place.current.note ?? ""
      ) { [weak self] text in
        guard let self, let editor else { return .done }
        return commit([editor.edit(place.cell, over: place.recorded, note: text)])
      })
  }

  /// Asks how many cells below a cell get its value.
  func askFill(_ place: CellPlace) -> Response {
    let row = state.grid.rows.focus
    let column = state.grid.columns.focus
    let below = state.order.count - row - 1
    guard below > 0 else { return .say(Sentence(.obstacleLastRow)) }
    // Offered are those that lose nothing.
    var empty = 0
    while empty < below, state.place(row + empty + 1, column)?.current.value == nil { empty += 1 }
    let count: @MainActor (String) -> Int? = { text in
      Int(text.trimmingCharacters(in: .whitespaces)).flatMap { (1...below).contains($0) ? $0 : nil }
    }
    return .present(
      PromptOverlay(
        Sentence(.gridFillTitle),
        explanation: [
          Sentence(.gridFillBelow, [.count: .count(below)]),
          Sentence(.gridFillEmpty, [.count: .count(empty)]),
        ],
        text: empty > 0 ? "\(empty)" : "",
        problem: { count($0) == nil ? Sentence(.gridFillRange, [.limit: .count(below)]) : nil }
      ) { [weak self] text in
        guard let self, let count = count(text) else { return .done }
        let cells = (row + 1...row + count).compactMap { self.state.place($0, column) }
        return set(cells.map { ($0, place.current.value) })
      })
  }
}

extension EditProblem {
  /// What is wrong, as a sentence that is said in passing.
  func sentence(for item: Classification) -> Sentence {
    let value: [Placeholder: Argument] = [.value: .text(text ?? "")]
    return switch kind {
    case .computed: Sentence(.obstacleComputed)
    case .ambiguousNumber: Sentence(.problemAmbiguousNumber, value)
    case .wrongType where item.valueType == .number: Sentence(.problemNotANumber, value)
    case .wrongType where item.valueType == .boolean: Sentence(.problemNotYesNo, value)
    default: Sentence(.problemWrongType, value)
    }
  }
}
