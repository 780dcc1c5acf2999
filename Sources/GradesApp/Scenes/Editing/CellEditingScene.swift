import GradesClient
import GradesCore
import GradesLocalization

/// A scene in which a teacher edits cells.
@MainActor
protocol CellEditingScene: SceneModel {
  var editing: CellEditing { get }
  var course: CourseCode { get }

  /// The notes that are in use in the course, the most frequent first.
  var usedNotes: [String] { get }

  /// Shows the component's state; `edits` may be new in it.
  func show(_ editing: CellEditing.State, with edits: [DraftEdit])

  /// The item of a cell, if the scene has it.
  func item(_ identifier: ItemIdentifier) -> Classification?

  /// The cell that keys change; nil where none is.
  var focusedCell: GradeCell? { get }

  /// Focuses a cell, if the scene shows it; returns whether it does.
  func focus(_ cell: GradeCell) -> Bool
}

extension CellEditingScene {
  /// Says what a response has ended. A scene with its own has to say it, too.
  func fitted() -> Response { editing.takeNotice() }
  func finish() async { await editing.finish() }
  func draftsChanged() async -> Bool { (try? await editing.reload()) ?? false }
  var showsDrafts: Bool { editing.editor?.isIdle == true && editing.state.field == nil }

  /// Reads also what has been published since, here or elsewhere: it would be taken for a colleague's change.
  func reappear() async throws { try await appear() }

  func questionBefore(_ leaving: Response) -> (any Overlay)? {
    editing.questionBefore(leaving)
  }

  var questionBeforeInterruption: (any Overlay)? {
    editing.questionBeforeDropping ?? editing.questionBefore(.leave(.quit))
  }
}

extension CellEditing {
  /// Goes to another scene once everything is stored, so that the other scene shows it.
  func leave(for scene: Response) -> Response {
    guard let editor, !editor.isIdle else { return scene }
    return .run { [self] in
      await finish()
      return scene
    }
  }

  /// Takes what was written, if it is a value, and goes to the review.
  func review() -> Response {
    let response = accept()
    if state.field != nil { return response }
    return .several([response, openReview()])
  }

  func openReview() -> Response { leave(for: .open(.review(scene?.course))) }

  /// What is asked before Ctrl-C ends the app while a cell is being written; nil where nothing would be lost.
  fileprivate var questionBeforeDropping: (any Overlay)? {
    guard let field = state.field, field.isChanged else { return nil }
    var choices: [QuestionOverlay.Choice] = [
      .init(letter: .letterYes, label: .keyQuit) { .leave(.quit) },
      .init(letter: .letterStay, label: .gridLeaveStay) { .done },
    ]
    if case .success = field.reading, state.disabledReason(for: .edit, field.cell) == nil {
      choices.insert(
        .init(letter: .letterDraft, label: .gridWritingKeep) { [weak self] in
          .several([self?.accept() ?? .done, .leave(.quit)])
        }, at: 0)
    }
    return QuestionOverlay(Sentence(.gridWritingTitle), choices: choices)
  }

  /// What is asked before the scene is left with edits of its own.
  func questionBefore(_ leaving: Response) -> (any Overlay)? {
    guard let editor, editor.ownChangeCount > 0 else { return nil }
    return QuestionOverlay(
      Sentence(.gridLeaveTitle, [.count: .count(editor.ownChangeCount)]),
      text: [Sentence(.gridLeaveKept)],
      choices: [
        .init(letter: .letterPublish, label: .gridLeavePublish) { [weak self] in
          self?.openReview() ?? .done
        },
        .init(letter: .letterDraft, label: .gridLeaveDrafts) { leaving },
        .init(letter: .letterStay, label: .gridLeaveStay) { .done },
      ])
  }
}
