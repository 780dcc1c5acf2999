import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// Editing one cell after the other in a scene of the app: writing into it, changing it with one key, undo,
/// and prompts for a value or a note. The scene owns it, passes the cell that is meant, and shows its state.
@MainActor
final class CellEditing {
  /// The actions of keys.
  enum Action: Hashable, Sendable {
    /// Writes into the cell: what it holds, or a first letter instead. While that is typed, goes on to edit it.
    case edit
    case begin(String)
    /// Text and keys for the field that is being written.
    case type(String)
    case key(Key)
    case cancel
    /// Says yes or no and goes on; nil explains which keys do. A letter begins a word.
    case answer(Bool?, YesNoWord?)
    /// Another letter of the word, which does nothing.
    case spell(YesNoWord)
    /// Says the other one of yes and no, and goes on.
    case toggle
    case clear
    case undo, redo
    case note
    /// Shows all of a long text.
    case show
    /// Goes on in a field of several lines.
    case expand
  }

  private(set) var state = State()
  /// The scene that owns it.
  weak var scene: (any CellEditingScene)?

  private let drafts: DraftStore
  let strings: Strings
  /// What stores the edits; nil before it is known whose they are.
  private(set) var editor: CellEditor?
  /// What the scene says once it is drawn.
  private var notice: Sentence?
  /// What a response has ended while it was being written: until the focus is moved, keys that were meant for it do
  /// nothing.
  private var lost: Sentence?
  /// Whether the last cell was written, so that what is typed next was meant for one that does not exist.
  private var isPastEnd = false
  /// The editors of other gradebooks with edits that could not be stored, as on a full disk: they are
  /// kept for the return to their gradebook, and tried again with each ``finish()``.
  private var unkept: [Gradebook: CellEditor] = [:]

  /// Makes the component; ``open(_:)`` reads the drafts.
  init(drafts: DraftStore, strings: Strings) {
    self.drafts = drafts
    self.strings = strings
  }

  // MARK: Drafts

  /// Reads the drafts of a gradebook, after it has stored what was edited in another one.
  func open(_ gradebook: Gradebook) async throws {
    if editor?.gradebook != gradebook {
      await finishAll()
      if let editor, editor.hasUnkept { unkept[editor.gradebook] = editor }
      editor =
        unkept.removeValue(forKey: gradebook) ?? CellEditor(drafts: drafts, gradebook: gradebook)
    }
    _ = try await reload()
  }

  /// Reads the drafts again; returns whether some were removed, so that the service has other values.
  func reload() async throws -> Bool {
    guard let editor else { return false }
    let before = state.cells.changedCells
    defer { refresh(editor, with: editor.cells.edits) }
    try await editor.load()
    return !before.isSubset(of: editor.cells.changedCells)
  }

  /// Waits until all edits are stored.
  func finish() async {
    await finishAll()
    if let editor { refresh(editor) }
  }

  private func finishAll() async {
    await editor?.finish()
    for editor in Array(unkept.values) {
      await editor.finish()
      if !editor.hasUnkept, unkept[editor.gradebook] === editor {
        unkept[editor.gradebook] = nil
      }
    }
  }

  /// Shows what the editor has; `edits` may be new.
  ///
  /// The editor of another gradebook, replaced while its edits were stored, has nothing to show.
  private func refresh(_ editor: CellEditor, with edits: [DraftEdit] = []) {
    guard editor === self.editor else { return }
    var new = state
    new.gradebook = editor.gradebook
    new.cells = editor.cells
    new.canUndo = editor.canUndo
    new.canRedo = editor.canRedo
    state = new
    scene?.show(new, with: edits)
  }

  private func showField(_ field: CellField?) {
    state.field = field
    scene?.show(state, with: [])
  }

  // MARK: Keys

  /// Does what a key asks for with the focused cell.
  ///
  /// - Parameter move: goes on to the next cell once a key has given this one its value.
  func handle(
    _ action: Action, _ focused: EditableCell?, moving move: () -> Void = {}
  ) -> Response {
    if let lost { return .reject(lost) }
    if case .spell(let word) = action {
      showWord(word)
      return word.isKnown ? .done : .reject(Sentence(.disabledYesNoKey))
    }
    showWord(nil)
    switch action {
    case .begin where isPastEnd, .answer where isPastEnd, .toggle where isPastEnd:
      return .reject(Sentence(.gridEnd))
    case .edit where state.field != nil: changeField { $0.edit() }
    case .edit: return focused.map { write(into: $0) } ?? .done
    case .begin(let text):
      return focused.map { write(into: $0, text) } ?? .say(Sentence(.disabledNoCell))
    case .type(let text): changeField { $0.insert(text) }
    case .key(let key): changeField { $0.handle(key) }
    case .cancel: showField(nil)
    case .undo, .redo:
      isPastEnd = false
      return step(isUndo: action == .undo)
    case .note: return focused.map(askNote) ?? .done
    case .show: return focused.map(show) ?? .done
    case .expand:
      guard let field = state.field else { return .done }
      showField(nil)
      return askText(field.cell, holding: field.field.text)
    case .answer(nil, let word):
      showWord(word)
      return .reject(Sentence(.disabledYesNoKey))
    case .answer, .toggle, .clear:
      guard let focused else { return .done }
      if let reason = state.disabledReason(for: action, focused) { return .say(Sentence(reason)) }
      if case .answer(_, let word) = action { showWord(word) }
      if action != .clear { isPastEnd = !moves(move) }
      return set([(focused, action.value(of: focused))])
    case .spell: break
    }
    return .done
  }

  private func showWord(_ word: YesNoWord?) {
    guard word != state.word else { return }
    state.word = word
    scene?.show(state, with: [])
  }

  /// Goes on; returns whether there is another cell to go to.
  private func moves(_ move: () -> Void) -> Bool {
    let before = scene?.focusedCell
    move()
    return scene?.focusedCell != before
  }

  private func changeField(_ change: (inout CellField) -> Void) {
    guard var field = state.field else { return }
    change(&field)
    showField(field)
  }

  /// Opens a cell for writing; `text` replaces its text, unless it is nil.
  func write(into cell: EditableCell, _ text: String? = nil) -> Response {
    if let reason = state.disabledReason(for: .edit, cell) { return .say(Sentence(reason)) }
    let old = editableText(of: cell)
    // A field of one line cannot keep line breaks.
    if (text ?? old).contains(where: \.isNewline), cell.item.valueType == .string {
      // Of a pasted text, what is shown is what is kept.
      return askText(cell, holding: text.map { TextField($0, hasLines: true).text } ?? old)
    }
    showField(CellField(cell, holding: old, replacedBy: text))
    return .done
  }

  /// Takes what was written, and leaves the focus where it is.
  func accept() -> Response {
    isPastEnd = false
    defer { isPastEnd = false }
    return accept {}
  }

  /// Takes what was written, and moves the focus unless that is no value.
  func accept(moving move: () -> Void) -> Response {
    guard let field = state.field, field.isChanged else {
      showField(nil)
      if moves(move) { forgetTyping() }
      return isPastEnd ? .reject(Sentence(.gridEnd)) : .done
    }
    switch field.reading {
    case .failure(let problem):
      changeField { $0.reject() }
      return .reject(problem.sentence(for: field.cell.item))
    case .success(let value):
      if let reason = state.disabledReason(for: .edit, field.cell) { return .say(Sentence(reason)) }
      showField(nil)
      isPastEnd = !moves(move)
      return set([(field.cell, value)])
    }
  }

  /// Ends writing into a cell that a newer response has no longer focused: the field would be drawn in another cell.
  func endWriting(unlessInto focused: EditableCell?) {
    guard let field = state.field, field.cell.cell != focused?.cell else { return }
    showField(nil)
    guard field.isChanged else { return }
    lost = Sentence(
      .editingCellGone,
      [
        .student: .text(field.cell.student.listName),
        .item: .text(field.cell.item.name(in: strings.serviceLanguage)),
      ])
    notice = lost
  }

  /// Lets keys change the focused cell again, after a movement.
  func forgetTyping() {
    lost = nil
    isPastEnd = false
    showWord(nil)
  }

  /// Says once what has happened without a key.
  func takeNotice() -> Response {
    defer { notice = nil }
    return notice.map(Response.say) ?? .done
  }

  // MARK: Edits

  /// Stores values as one step.
  func set(_ values: [(EditableCell, GradeValue?)]) -> Response {
    commit(values) { $0.edit($1.cell, over: $1.recorded, value: $2) }
  }

  /// Stores values with their notes as one step.
  func take(_ changes: [(EditableCell, value: GradeValue?, note: String?)]) -> Response {
    commit(changes.map { ($0.0, (value: $0.value, note: $0.note)) }) { editor, cell, wanted in
      var edit = editor.edit(cell.cell, over: cell.recorded, value: wanted.value)
      edit.note = wanted.note
      return edit
    }
  }

  /// Stores a note; an empty one removes it.
  func setNote(_ note: String, of cell: EditableCell) -> Response {
    commit([(cell, note)]) { $0.edit($1.cell, over: $1.recorded, note: $2) }
  }

  /// Stores what is wanted of cells as one step, unless they are of another semester than the drafts.
  private func commit<Wanted>(
    _ wanted: [(EditableCell, Wanted)], _ edit: (CellEditor, EditableCell, Wanted) -> DraftEdit
  ) -> Response {
    guard !wanted.isEmpty else { return .done }
    guard let editor, wanted.allSatisfy({ $0.0.semester == editor.gradebook.semester }) else {
      return .say(Sentence(.disabledNoSemester))
    }
    let edits = wanted.filter { !editor.cells.isUnconfirmed($0.0.cell) }
      .map { edit(editor, $0.0, $0.1) }
    let response =
      edits.isEmpty ? Response.done : waiting(for: editor.commit(edits), editor, with: edits)
    guard edits.count < wanted.count else { return response }
    return .several([
      response,
      .say(Sentence(.editingUnconfirmed, [.count: .count(wanted.count - edits.count)])),
    ])
  }

  private func step(isUndo: Bool) -> Response {
    guard let editor else { return .done }
    let cells = editor.cellsOfStep(undoing: isUndo)
    guard let task = isUndo ? editor.undo() : editor.redo() else { return .done }
    let isShown = cells.first.map { scene?.focus($0) ?? true } ?? true
    let response = waiting(for: task, editor)
    let sentence = warning(about: cells, editor.cells) ?? (isShown ? nil : hidden(cells))
    return sentence.map { .several([response, .say($0)]) } ?? response
  }

  /// Names the changed cell, or counts the cells, of which the first is not shown.
  private func hidden(_ cells: [GradeCell]) -> Sentence {
    guard cells.count == 1, let cell = cells.first else {
      return Sentence(.editingSeveralNotShown, [.count: .count(cells.count)])
    }
    let item = scene?.item(cell.identifier)?.name(in: strings.serviceLanguage)
    return Sentence(
      .editingNotShown,
      [
        .student: .text(cell.username.rawValue), .item: .text(item ?? cell.identifier.rawValue),
      ])
  }

  /// The warning about drafts that are outside their items' bounds; nil without any.
  private func warning(about cells: [GradeCell], _ edits: EditedCells) -> Sentence? {
    let problems = cells.compactMap { cell -> EditProblem? in
      guard let item = scene?.item(cell.identifier) else { return nil }
      return edits.edit(for: cell)?.boundsViolation(of: item).map { EditProblem($0, of: cell) }
    }
    guard problems.count == 1 else {
      return problems.isEmpty
        ? nil : Sentence(.reviewOutOfBounds, [.count: .count(problems.count)])
    }
    return Sentence(problems[0], strings)
  }

  /// Shows edits on their way to the disk; the response reports why they could not be stored.
  private func waiting(
    for task: Task<Void, any Error>, _ editor: CellEditor, with edits: [DraftEdit] = []
  ) -> Response {
    refresh(editor, with: edits)
    return .run { [self] in
      defer { refresh(editor) }
      try await task.value
      return .done
    }
  }
}

extension CellEditing.Action {
  /// The value that a key for a whole cell makes of the cell's.
  fileprivate func value(of cell: EditableCell) -> GradeValue? {
    switch self {
    case .toggle: cell.item.toggled(cell.current.value)
    case .answer(let answer?, _): .flag(answer)
    default: nil
    }
  }
}
