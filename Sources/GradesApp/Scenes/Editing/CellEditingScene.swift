import GradesClient
import GradesCore
import Terminal

/// A scene in which a teacher edits cells: writing into one, changing it with one key, undo, and prompts for a value
/// or a note.
@MainActor
protocol CellEditingScene: SceneViewModel {
  var editing: CellEditing { get }
  var course: CourseCode { get }

  var focusedCell: EditableCell? { get }

  /// The notes that are in use in the course, the most frequent first.
  var usedNotes: [String] { get }

  func item(_ identifier: ItemIdentifier) -> Classification?

  /// Focuses a cell, if the scene shows it; returns whether it does.
  func focus(_ cell: GradeCell) -> Bool

  /// Goes on to the next cell after one key gave the focused one its value.
  func moveOn()

  /// Called when cells were edited; some of these edits may be new.
  func showEdits(_ edits: [DraftEdit])
}

extension CellEditingScene {
  func showEdits(_ edits: [DraftEdit]) {}
  func finish() async { await editing.finish() }
  var showsDrafts: Bool { editing.editor?.isIdle == true && editing.field == nil }
  var scrolls: Bool { editing.field == nil }
  func takesText(_ words: SceneWords) -> Bool { editing.field != nil }

  func draftsChanged() async -> Bool {
    defer { showEdits(editing.cells.edits) }
    return (try? await editing.reload()) ?? false
  }

  /// Reads also what has been published since, here or elsewhere: it would be taken for a colleague's change.
  func reappear() async throws { try await appear() }

  func openDrafts(of gradebook: Gradebook) async throws {
    defer { showEdits(editing.cells.edits) }
    try await editing.open(gradebook)
  }

  // MARK: Keys

  /// The keys for steps through cells. Where there is something to review, a narrow footer has no room for them.
  nonisolated static func movementKeys(
    _ move: @escaping @MainActor (Self, Movement) -> Response
  ) -> [Binding<Self>] {
    Movement.bindings(
      letters: false, nowIn: { $0.editing.cells.changeCount > 0 ? .footer : .first }, move)
  }

  /// The keys of a cell that is not being written, the same in all spreadsheets, and the one for the review.
  nonisolated static var cellKeys: [Binding<Self>] {
    [
      Binding(
        Key(.function(2)), letter: "e", hint: .keyEdit,
        unless: { $0.editing.disabledReason(for: $0.focusedCell) }
      ) { $0.write() },
      Binding(
        .character(" "), hint: .itemsTypeYesNo,
        nowIn: { $0.focusedCell?.item.valueType == .boolean ? .footer : .help },
        when: { $0.focusedCell?.takesText != true },
        unless: { scene in
          scene.editing.disabledReason(for: scene.focusedCell)
            ?? (scene.toggled == nil ? .disabledNotYesNo : nil)
        }
      ) { scene in scene.answer(scene.toggled) },
      Binding(
        .delete, .backspace, hint: .keyClear, in: .help,
        unless: { scene in
          scene.editing.disabledReason(for: scene.focusedCell)
            ?? (scene.focusedCell?.current.value == nil ? .disabledNothingToClear : nil)
        }
      ) { $0.clear() },
      Binding(
        .control("z"), letter: "u", hint: .keyUndo,
        unless: { $0.editing.editor?.canUndo == true ? nil : .disabledNothingToUndoCells }
      ) { $0.step(isUndo: true) },
      Binding(
        .control("y"), letter: "U", hint: .keyRedo, in: .help,
        unless: { $0.editing.editor?.canRedo == true ? nil : .redoNothing }
      ) { $0.step(isUndo: false) },
      Binding(
        letter: "m", hint: .groupColumnNote,
        unless: { $0.editing.disabledReason(for: $0.focusedCell) }
      ) { $0.askNote() },
      Binding(
        letter: "t", hint: .keyWholeText, in: .help,
        unless: { $0.focusedCell == nil ? .disabledNothingSelected : nil }
      ) { $0.showText() },
      Binding(
        .control("s"), letter: "p", hint: .sceneReview,
        nowIn: { $0.editing.cells.changeCount > 0 ? .first : .footer },
        unless: { $0.editing.hasChanges ? nil : .draftsEmpty }
      ) { $0.review() },
    ]
  }

  /// The keys while a cell is being written: those that keep what is written and go on, then what scenes have in
  /// common.
  nonisolated static func fieldKeys(
    accepting: [Binding<Self>], overtyping: [Binding<Self>]
  ) -> [Binding<Self>] {
    accepting + [
      Binding(Key(.function(2)), hint: .keyEdit, in: .help) { $0.write() },
      Binding(
        .control("s"), hint: .sceneReview, in: .help,
        unless: { $0.editing.hasChanges ? nil : .draftsEmpty }
      ) { $0.review() },
      Binding(.escape, .control("z"), hint: .keyCancel, in: .first) { $0.cancelWriting() },
    ] + overtyping + [
      Binding(
        Key(.enter, .alt), .control("e"), hint: .keySeveralLines,
        when: { $0.editing.field?.cell.item.valueType == .string }
      ) { $0.writeSeveralLines() }
    ]
  }

  /// What a text does that no key is bound to: it goes into the field, or begins one (Product rules,
  /// Keys of the spreadsheets). Nil: the text can begin no value of the cell. Where there is no cell, what begins a
  /// number begins a value, too: its characters must not open other scenes.
  func typingIntoCell(_ text: String) -> (@MainActor () -> Response)? {
    if editing.field != nil { return { self.act { self.changeField { $0.insert(text) } } } }
    let now = editing.now()
    // Whatever the cell below takes.
    if let longer = editing.word?.adding(text, at: now) { return { self.spell(longer) } }
    guard let cell = focusedCell else {
      guard let first = text.first, first.isNumber || "+-,.".contains(first) else { return nil }
      return { self.begin(text) }
    }
    // Neither begins a number or a yes or no.
    guard cell.takesText || !["?", " "].contains(text) else { return nil }
    guard cell.item.isEditable, cell.item.valueType == .boolean else { return { self.begin(text) } }
    let answers: [String: Bool] = ["y": true, "a": true, "1": true, "n": false, "0": false]
    let answer = answers[text.lowercased()]
    return { self.answer(answer.map(GradeValue.flag), YesNoWord(text, at: now)) }
  }

  func editField(_ key: Key) -> Response? {
    editing.field == nil ? nil : act { changeField { $0.handle(key) } }
  }

  private var toggled: GradeValue? {
    focusedCell.flatMap { $0.item.toggled($0.current.value) }
  }

  /// Does what a key asks for, unless it was meant for a cell that is not there.
  func act(begins: Bool = false, _ work: () -> Response) -> Response {
    switch editing.stop {
    case .gone(let sentence, _): return .reject(sentence)
    case .end where begins: return .reject(Sentence(.gridEnd))
    case .end, nil: break
    }
    if editing.word != nil { editing.word = nil }
    return work()
  }

  /// Takes another letter of a word, which does nothing.
  private func spell(_ word: YesNoWord) -> Response {
    if case .gone(let sentence, _) = editing.stop { return .reject(sentence) }
    editing.word = word
    return word.isKnown ? .done : .reject(Sentence(.disabledYesNoKey))
  }

  /// Gives the focused cell a yes or no and goes on; nil explains which keys do.
  private func answer(_ value: GradeValue?, _ word: YesNoWord? = nil) -> Response {
    act(begins: true) {
      guard let value else {
        editing.word = word
        return .reject(Sentence(.disabledYesNoKey))
      }
      guard let cell = focusedCell else { return .done }
      if let reason = editing.disabledReason(for: cell) { return .say(Sentence(reason)) }
      editing.word = word
      editing.stop = moves(moveOn) ? nil : .end
      return set([(cell, value)])
    }
  }

  private func clear() -> Response {
    act { focusedCell.map { set([($0, nil)]) } ?? .done }
  }

  // MARK: Writing

  /// Writes into the focused cell what it holds. While that is typed, goes on to edit it.
  func write() -> Response {
    act {
      guard editing.field == nil else { return changeField { $0.edit() } }
      return focusedCell.map { write(nil, into: $0) } ?? .done
    }
  }

  /// Begins to write a text into the focused cell instead of what it holds.
  func begin(_ text: String) -> Response {
    act(begins: true) {
      focusedCell.map { write(text, into: $0) } ?? .say(Sentence(.disabledNothingSelected))
    }
  }

  /// Opens a cell for writing; `text` replaces its text, unless it is nil.
  private func write(_ text: String?, into cell: EditableCell) -> Response {
    if let reason = editing.disabledReason(for: cell) { return .say(Sentence(reason)) }
    let old = cell.editableText(editing.strings)
    // A field of one line cannot keep line breaks.
    if (text ?? old).contains(where: \.isNewline), cell.item.valueType == .string {
      // Of a pasted text, what is shown is what is kept.
      return askText(cell, holding: text.map { TextField($0, hasLines: true).text } ?? old)
    }
    editing.field = CellField(cell, holding: old, replacedBy: text)
    return .done
  }

  private func changeField(_ change: (inout CellField) -> Void) -> Response {
    guard var field = editing.field else { return .done }
    change(&field)
    editing.field = field
    return .done
  }

  private func cancelWriting() -> Response {
    act {
      editing.field = nil
      return .done
    }
  }

  private func writeSeveralLines() -> Response {
    act {
      guard let field = editing.field else { return .done }
      editing.field = nil
      return askText(field.cell, holding: field.field.text)
    }
  }

  /// Takes what was written, and moves the focus, unless it stays or that is no value.
  func accept(stays: Bool = false, moving move: () -> Void = {}) -> Response {
    if stays, editing.stop == .end { editing.stop = nil }
    guard let field = editing.field, field.isChanged else {
      if editing.field != nil { editing.field = nil }
      if moves(move) { editing.forgetTyping() }
      return editing.stop == .end ? .reject(Sentence(.gridEnd)) : .done
    }
    switch field.reading {
    case .failure(let problem):
      _ = changeField { $0.reject() }
      return .reject(ProblemSentence(strings: editing.strings).sentence(problem))
    case .success(let value):
      if let reason = editing.disabledReason(for: field.cell) { return .say(Sentence(reason)) }
      editing.field = nil
      editing.stop = moves(move) || stays ? nil : .end
      return set([(field.cell, value)])
    }
  }

  private func moves(_ move: () -> Void) -> Bool {
    let before = focusedCell?.cell
    move()
    return focusedCell?.cell != before
  }
}
