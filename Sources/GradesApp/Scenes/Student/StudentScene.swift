import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The Student classification scene of the terminal app: what its keys do.
extension StudentViewModel: EditingModel {
  /// What a key can ask for.
  enum Action: Hashable, Sendable {
    case move(Movement)
    /// Closes the focused item or goes to the one it belongs to; opens it or goes to what belongs to it.
    case left, right
    /// A click: focuses a line, and begins to write into it where it is focused already.
    case focus(Int)
    /// Writes into the focused cell what it holds, or a first letter.
    case edit
    case begin(String)
    /// Text and keys for the field that is being written.
    case type(String)
    case key(Key)
    /// Keeps what was written and goes on.
    case accept(isDown: Bool)
    case cancel
    case toggle, raise, lower, clear
    case undo, redo
    case note
    case search, review, history
    /// Without drawing: asks for the value of an item, by its place; else for the item that gets a note
    /// or loses its value.
    case askValue(Int)
    case askNote, askClear
  }

  func appear() async throws { try await load() }

  func reappear() async throws {
    guard state.results != nil, editor != nil else { return try await load() }
    if try await loadDrafts() { try await load() }
  }

  func handle(_ action: Action) -> Response {
    switch action {
    case .move(let movement): state.take(movement)
    case .left: _ = state.tree.handle(.left, state.rows, page: state.page)
    case .right: _ = state.tree.handle(.right, state.rows, page: state.page)
    case .focus(let line):
      if state.tree.scroll.focus == line { return startWriting(nil) }
      state.tree.scroll.focus = line
    case .edit: return startWriting(nil)
    case .begin(let text): return startWriting(text)
    case .type(let text):
      state.field?.field.insert(text)
      readField()
    case .key(let key):
      if state.field?.field.handle(key) == true { readField() }
    case .accept(let isDown): return accept(isDown: isDown)
    case .cancel: state.field = nil
    case .toggle, .raise, .lower, .clear: return change(action)
    case .undo, .redo: return step(isUndo: action == .undo)
    case .note: return state.focused.map(askNote) ?? .done
    case .search: return leave(for: .search)
    case .review: return leave(for: .review)
    case .history: return leave(for: .history)
    case .askValue(let place): return state.place(place).map(askValue) ?? .done
    case .askNote: return chooseItem { $0.askNote($1) }
    case .askClear: return chooseItem(withValue: true) { $0.set($1, nil) }
    }
    return .done
  }

  // MARK: Writing into a cell

  private func startWriting(_ text: String?) -> Response {
    guard let place = state.focused, state.canEdit else { return .done }
    guard place.item.isEditable else { return .say(Sentence(.obstacleComputed)) }
    let old = editableText(of: place)
    let field = TextField(text ?? old)
    state.field = GroupViewModel.CellField(
      place: place, field: field, original: TextField(old).text,
      flattensLines: old != TextField(old).text,
      reading: ValueReader().value(
        typed: field.text, for: place.item, over: place.current.value))
    return .done
  }

  /// A value as it is typed; nothing for none.
  private func editableText(of place: GroupViewModel.CellPlace) -> String {
    place.current.value == nil ? "" : ValueText(strings).text(place.current.value)
  }

  private func readField() {
    guard let field = state.field else { return }
    state.field?.reading = ValueReader().value(
      typed: field.field.text, for: field.place.item, over: field.place.current.value)
  }

  private func accept(isDown: Bool) -> Response {
    guard let field = state.field else { return .done }
    var response = Response.done
    if field.isChanged {
      switch field.reading {
      case .failure(let problem): return .say(problem.sentence(for: field.place.item))
      case .success(let value): response = set(field.place, value)
      }
    }
    state.field = nil
    state.takeEditable(isDown: isDown)
    return response
  }

  // MARK: Keys for a whole cell

  private func change(_ action: Action) -> Response {
    guard let place = state.focused, place.item.isEditable else { return .done }
    let current = place.current.value
    switch action {
    case .toggle: return place.item.toggled(current).map { set(place, $0) } ?? .done
    case .raise, .lower:
      return place.item.stepped(current, by: action == .raise ? 1 : -1)
        .map { set(place, $0) } ?? .done
    default: return set(place, nil)
    }
  }

  private func step(isUndo: Bool) -> Response {
    guard let editor else { return .done }
    let cells = editor.cellsOfStep(undoing: isUndo)
    guard let task = isUndo ? editor.undo() : editor.redo() else { return .done }
    if let first = cells.first { state.tree.focus(first.identifier, state.rows) }
    return waiting(for: task)
  }

  private func set(_ place: GroupViewModel.CellPlace, _ value: GradeValue?) -> Response {
    guard let editor, state.canEdit else { return .done }
    return waiting(
      for: editor.commit([editor.edit(place.cell, over: place.recorded, value: value)]))
  }

  /// Shows edits on their way to the disk, and says why they did not get there.
  private func waiting(for task: Task<Void, any Error>) -> Response {
    showEdits()
    return .run { [self] in
      defer { showEdits() }
      try await task.value
      return .done
    }
  }

  // MARK: What is asked

  private func askNote(_ place: GroupViewModel.CellPlace) -> Response {
    .present(
      PromptOverlay(title(.gridNoteTitle, place), text: place.current.note ?? "") {
        [weak self] text in
        guard let self, let editor, state.canEdit else { return .done }
        return waiting(
          for: editor.commit([editor.edit(place.cell, over: place.recorded, note: text)]))
      })
  }

  private func askValue(_ place: GroupViewModel.CellPlace) -> Response {
    guard state.canEdit else { return .say(Sentence(.obstacleNoSemester)) }
    guard place.item.isEditable else { return .say(Sentence(.obstacleComputed)) }
    let read: @MainActor (String) -> Result<GradeValue?, EditProblem> = { text in
      ValueReader().value(typed: text, for: place.item, over: place.current.value)
    }
    return .present(
      PromptOverlay(
        title(.gridValueTitle, place), explanation: [Sentence(.gridValueClears)],
        text: editableText(of: place),
        problem: { text in
          guard case .failure(let problem) = read(text) else { return nil }
          return problem.sentence(for: place.item)
        }
      ) { [weak self] text in
        guard case .success(let value) = read(text) else { return .done }
        return self?.set(place, value) ?? .done
      })
  }

  /// Asks which item is meant.
  private func chooseItem(
    withValue: Bool = false,
    choosing: @escaping @MainActor (StudentViewModel, GroupViewModel.CellPlace) -> Response
  ) -> Response {
    guard let student = state.results?.value.student else { return .done }
    let items = state.items
    let options = items.indices.compactMap { place -> PickerState<Int>.Option? in
      let item = items[place]
      guard item.item.definition.isEditable, !withValue || item.recorded.value != nil else {
        return nil
      }
      return PickerState<Int>.Option(
        id: place, label: StyledText(name(of: item.item.definition)),
        detail: withValue
          ? ValueText(strings).text(item.recorded.value) : item.recorded.note ?? "")
    }
    return .present(
      PickerOverlay(Sentence.name(student), options: options) { [weak self] chosen in
        guard let self, let place = chosen.first.flatMap({ self.state.place($0) }) else {
          return .done
        }
        return choosing(self, place)
      })
  }

  private func title(_ message: Message, _ place: GroupViewModel.CellPlace) -> Sentence {
    Sentence(
      message,
      [.student: .text(place.student.listName), .item: .text(name(of: place.item))])
  }

  private func name(of item: Classification) -> String { item.name(in: strings.serviceLanguage) }
}

extension Context {
  /// The Student classification scene of a student for a screen.
  @MainActor func studentScreen(_ course: CourseCode, _ student: Username) -> any Screen {
    let opening = StudentViewModel.Opening(
      session: services.session, drafts: services.drafts, missing: services.missingNames,
      host: configuration.host.identity, semester: settings.semester, strings: strings)
    return SceneScreen(
      StudentViewModel(
        teacher: services.teacher, course: course, student: student, opening: opening),
      StudentView.self)
  }
}
