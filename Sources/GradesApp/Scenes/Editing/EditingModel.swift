import GradesCore

/// A scene in which a teacher writes into cells.
@MainActor
protocol EditingModel: SceneModel {
  /// What keeps the edits; nil until the values are there.
  var editor: CellEditor? { get }

  /// Takes up what the editor says.
  func showEdits()
}

extension EditingModel {
  func finish() async { await editor?.finish() }

  /// Goes elsewhere once everything is on the disk, so that the other scene sees it.
  func leave(for destination: Destination) -> Response {
    guard let editor, !editor.isIdle else { return .go(destination) }
    return .run { [self] in
      await editor.finish()
      showEdits()
      return .go(destination)
    }
  }

  func questionBeforeLeaving(for destination: Destination) -> (any Overlay)? {
    guard let editor, editor.ownChangeCount > 0 else { return nil }
    return QuestionOverlay(
      Sentence(.gridLeaveTitle, [.count: .count(editor.ownChangeCount)]),
      choices: [
        .init(letter: .letterPublish, label: .gridLeavePublish) { [weak self] in
          self?.leave(for: .review) ?? .go(.review)
        },
        .init(letter: .letterDraft, label: .gridLeaveDrafts) { .leave(destination) },
        .init(letter: .letterStay, label: .gridLeaveStay) { .done },
      ])
  }
}
