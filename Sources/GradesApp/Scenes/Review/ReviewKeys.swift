import GradesCore
import GradesLocalization
import Terminal

/// The keys of the Review scene, and why they do nothing.
extension ReviewViewModel {
  nonisolated private static let draftKeys: [Binding<ReviewViewModel>] =
    movementKeys(nowIn: { $0.isConflict ? .help : .first }) + [
      Binding(
        .character("p"), hint: .keyPublish, in: .first,
        nowIn: { $0.isConflict ? .footer : .first }, unless: { $0.publishDisabled }
      ) { $0.askToPublish() },
      Binding(
        .character("m"), hint: .conflictMine, in: .first, when: { $0.isConflict }
      ) { $0.decide(.mine) },
      Binding(
        .character("t"), hint: .conflictColumnTheirs, in: .first, when: { $0.isConflict }
      ) { $0.decide(.theirs) },
      Binding(
        .character("l"), hint: .keyLater, in: .first, when: { $0.isConflict }
      ) { $0.focusNextConflict() },
      Binding(.character(" "), hint: .keyLeaveOut, unless: { $0.skippingDisabled }) {
        $0.toggleSkipped()
      },
      Binding(
        .character("e"), hint: .keyEdit,
        now: { $0.isConflict ? .keyOtherValue : .keyEdit },
        nowIn: { $0.isConflict ? .first : .footer }, unless: { $0.editingDisabled }
      ) { $0.askForValue() },
      Binding(.enter, hint: .studentsColumnStudent, unless: { $0.openingDisabled }) { model in
        model.focused.map(model.open) ?? .done
      },
      Binding(.delete, .backspace, hint: .structureDiscard, unless: { $0.discardingDisabled }) {
        $0.askToDiscard()
      },
      Binding(
        .character("D"), hint: .keyDiscardAll, in: .help,
        unless: { model in
          model.rows.contains { !$0.draft.isUnconfirmed } ? nil : .draftsEmpty
        }
      ) { $0.askToDiscardAll() },
      Binding(
        .control("z"), .character("u"), hint: .keyUndo, in: .help, unless: { $0.undoDisabled }
      ) { $0.undo() },
      Binding(.character("h"), hint: .sceneHistory, in: .help) { _ in .open(.history) },
      searchKey,
      Binding(.character("o"), hint: .keyOrder, in: .help) { model in
        model.isByName.toggle()
        return .run {
          try await model.lookAgain()
          return .done
        }
      },
    ]

  /// Settings would replace the scene, and refreshing what publishing will say.
  nonisolated private static let publishingKeys: [Binding<ReviewViewModel>] = [
    Binding(.escape, hint: .keyStop, in: .first) { model in
      .present(model.stopQuestion { .done })
    },
    Binding(
      .character(","), .character("r"), Key(.function(5)), .control("z"), hint: .settingsTitle,
      in: .nowhere, unless: { _ in .disabledPublishing }
    ) { _ in .done },
  ]

  nonisolated private static let outcomeKeys: [Binding<ReviewViewModel>] = [
    Binding(.enter, .escape, .left, hint: .keyToDrafts, in: .first, when: { !$0.rows.isEmpty }) {
      $0.close()
    },
    Binding(.enter, hint: .keyBack, in: .help, when: { $0.rows.isEmpty }) { _ in .back },
    Binding(.character("h"), hint: .sceneHistory) { _ in .open(.history) },
    Binding(.control("z"), hint: .keyUndo, in: .nowhere, unless: { $0.undoDisabled }) { $0.undo() },
  ]

  nonisolated static let keys = draftKeys + publishingKeys + outcomeKeys

  var bindings: [Binding<ReviewViewModel>] {
    switch stage {
    case .list: return listBindings(Self.draftKeys)
    case .publishing: return Self.publishingKeys
    case .outcome:
      return ReviewViewModel.movementKeys() + Self.outcomeKeys.filter { $0.isOffered(self) }
    }
  }

  func move(_ movement: Movement) -> Response {
    guard case .outcome = stage else { return moveFocus(movement) }
    outcomeLines.take(movement)
    return .done
  }

  func click(_ position: Position, _ words: SceneWords) -> Response? {
    if case .list = stage { clickList(position, words) } else { nil }
  }

  /// Whether the focused draft is in a conflict, which is to be decided.
  private var isConflict: Bool { focused?.theirs != nil }

  private var publishDisabled: Message? {
    if !publishable.isEmpty { return nil }
    // Before the first reading it is unknown whether there are any.
    guard let reviews else { return .disabledUnread }
    if reviews.isEmpty { return .draftsEmpty }
    return totals.unread > 0 ? .disabledUnread : .disabledNothingToPublish
  }

  private var skippingDisabled: Message? {
    switch focused?.verdict {
    case .waiting: .disabledNotPublishable
    case .unconfirmed: .disabledUnconfirmed
    default: editingDisabled
    }
  }

  private var editingDisabled: Message? {
    guard let focused else { return .draftsEmpty }
    switch focused.verdict {
    case nil: return .disabledUnread
    // Another value helps only against the wrong type.
    case .waiting(let reason):
      return reason.code == .wrongType ? nil : .disabledNotPublishable
    default: return discardingDisabled
    }
  }

  private var discardingDisabled: Message? {
    guard let focused else { return .draftsEmpty }
    return focused.draft.isUnconfirmed ? .disabledUnconfirmed : nil
  }

  var openingDisabled: Message? {
    guard let focused else { return .draftsEmpty }
    return semester.map { $0 == focused.gradebook.semester } ?? true ? nil : .disabledOtherSemester
  }

  private var undoDisabled: Message? { changes.isEmpty ? .disabledNothingToUndoCells : nil }

  private func toggleSkipped() -> Response {
    guard let draft = focused?.draft else { return .done }
    skipped.toggle(draft)
    let index = courses.firstIndex { $0.gradebook == draft.gradebook }
    if let index { reviews?[index].toggleSkipped(draft.id) }
    return move(.down)
  }
}
