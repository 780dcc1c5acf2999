import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// What a scene of cells stores, asks for, and asks before it is left.
extension CellEditingScene {
  /// Stores values as one step; notes stay as they are by then.
  func set(_ values: [(EditableCell, GradeValue?)]) -> Response {
    keep(values.map(\.0)) { editor, index in
      let (cell, value) = values[index]
      return editor.edit(cell.cell, over: cell.recorded, value: value)
    }
  }

  /// Stores values with their notes as one step.
  func take(_ changes: [(cell: EditableCell, content: RecordedValue)]) -> Response {
    keep(changes.map(\.cell)) { editor, index in
      let (cell, content) = changes[index]
      var edit = editor.edit(cell.cell, over: cell.recorded, value: content.value)
      edit.note = content.note
      return edit
    }
  }

  /// Stores what becomes of cells as one step, unless they are of another semester than the drafts.
  private func keep(
    _ changes: [EditableCell], as edit: (CellEditor, _ index: Int) -> DraftEdit
  ) -> Response {
    guard !changes.isEmpty else { return .done }
    guard let editor = editing.editor,
      changes.allSatisfy({ $0.semester == editor.gradebook.semester })
    else { return .say(Sentence(.disabledNoSemester)) }
    let edits = changes.indices.filter { !editor.cells.isUnconfirmed(changes[$0].cell) }
      .map { edit(editor, $0) }
    let response = edits.isEmpty ? Response.done : waiting(for: editor.commit(edits), with: edits)
    guard edits.count < changes.count else { return response }
    return .several([
      response,
      .say(Sentence(.editingUnconfirmed, [.count: changes.count - edits.count])),
    ])
  }

  /// Takes the last step back, or does it again, and shows where.
  func step(isUndo: Bool) -> Response {
    act {
      if editing.stop == .end { editing.stop = nil }
      guard let editor = editing.editor else { return .done }
      let cells = editor.cellsOfStep(undoing: isUndo)
      guard let task = isUndo ? editor.undo() : editor.redo() else { return .done }
      let isShown = cells.first.map(focus) ?? true
      let response = waiting(for: task)
      let sentence = warning(about: cells, editor.cells) ?? (isShown ? nil : hidden(cells))
      return sentence.map { .several([response, .say($0)]) } ?? response
    }
  }

  /// Shows edits on their way to the disk; the response reports why they could not be stored.
  private func waiting(
    for task: Task<Void, any Error>, with edits: [DraftEdit] = []
  ) -> Response {
    showEdits(edits)
    return .run { [self] in
      defer { showEdits([]) }
      try await task.value
      return .done
    }
  }

  /// Names the changed cell, or counts the cells, of which the first is not shown.
  private func hidden(_ cells: [GradeCell]) -> Sentence {
    guard cells.count == 1, let cell = cells.first else {
      return Sentence(.editingSeveralNotShown, [.count: cells.count])
    }
    let item = item(cell.identifier)?.name(in: editing.strings.serviceLanguage)
    return Sentence(
      .editingNotShown, [.student: cell.username, .item: .text(item ?? cell.identifier.rawValue)])
  }

  private func warning(about cells: [GradeCell], _ edits: EditedCells) -> Sentence? {
    let problems = cells.compactMap { cell -> EditProblem? in
      guard let item = item(cell.identifier) else { return nil }
      return edits.edit(for: cell)?.boundsViolation(of: item)
    }
    guard problems.count == 1 else {
      return problems.isEmpty
        ? nil : Sentence(.reviewOutOfBounds, [.count: problems.count])
    }
    return Sentence(
      .gridOutside, [.reason: ProblemSentence(strings: editing.strings).sentence(problems[0])])
  }

  func askNote() -> Response {
    act {
      guard let cell = focusedCell else { return .done }
      return .present(
        PromptOverlay(
          title(.gridNoteTitle, cell), text: cell.current.note ?? "", hasLines: true,
          suggestions: usedNotes
        ) { [weak self] text in
          // An empty one removes it.
          self?.keep([cell]) { editor, _ in
            editor.edit(cell.cell, over: cell.recorded, note: text)
          } ?? .done
        })
    }
  }

  func askText(_ cell: EditableCell, holding text: String) -> Response {
    .present(
      PromptOverlay(
        title(.reviewingCell, cell), text: text, hasLines: true, isSelected: false
      ) { [weak self] text in
        guard case .success(let value) = cell.read(text) else { return .done }
        return self?.set([(cell, value)]) ?? .done
      })
  }

  func showText() -> Response {
    act {
      guard let cell = focusedCell else { return .done }
      let title = title(.reviewingCell, cell)
      return .present(
        ReadingOverlay { words in
          StyledText(title.text(words.strings), .heading)
        } text: { words in
          func lines(_ text: String) -> [StyledText] {
            SafeText.multiLine(text).split(separator: "\n", omittingEmptySubsequences: false)
              .map { StyledText(String($0)) }
          }
          let value = lines(
            cell.current.value.flatMap { if case .text(let text) = $0 { text } else { nil } }
              ?? words.values.text(cell.current.value))
          guard let note = cell.current.note else { return value }
          return value + [""] + lines(words.strings(.changesNote, [.value: note]))
        })
    }
  }

  private func title(_ message: Message, _ cell: EditableCell) -> Sentence {
    Sentence(
      message,
      [
        .student: cell.student.listName,
        .item: cell.item.name(in: editing.strings.serviceLanguage),
      ])
  }

  /// Goes to another scene once everything is stored, so that the other scene shows it.
  func leave(for scene: Response) -> Response {
    guard let editor = editing.editor, !editor.isIdle else { return scene }
    return .run { [editing] in
      await editing.finish()
      return scene
    }
  }

  /// Takes what was written, if it is a value, and goes to the review.
  func review() -> Response {
    let response = accept(stays: true)
    if editing.field != nil { return response }
    return .several([response, openReview()])
  }

  func openReview() -> Response { leave(for: .open(.review(course))) }

  /// Drafts stay on the disk, and the course shows how many there are; only who quits is asked.
  func questionBefore(_ leaving: Response) -> (any Overlay)? {
    let count = editing.editor?.ownChangeCount ?? 0
    guard count > 0, case .leave(.quit) = leaving else { return nil }
    return QuestionOverlay(
      Sentence(.gridLeaveTitle, [.count: count]), text: [Sentence(.gridLeaveKept)],
      choices: [
        .init(letter: .letterPublish, label: .gridLeavePublish) { [weak self] in
          self?.openReview() ?? .done
        },
        .init(letter: .letterDraft, label: .gridLeaveDrafts) { leaving },
        .init(letter: .letterStay, label: .gridLeaveStay) { .done },
      ])
  }

  var questionBeforeInterruption: (any Overlay)? {
    guard let field = editing.field, field.isChanged else {
      return questionBefore(.leave(.quit))
    }
    guard case .success = field.reading, editing.disabledReason(for: field.cell) == nil else {
      return QuestionOverlay.beforeDropping()
    }
    return QuestionOverlay.beforeDropping(
      keeping: .init(letter: .letterDraft, label: .gridWritingKeep) { [weak self] in
        .several([self?.accept(stays: true) ?? .done, .leave(.quit)])
      })
  }
}
