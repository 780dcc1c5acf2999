import GradesClient
import GradesCore
import GradesLocalization
import Terminal

// Items that are opened, added, moved and removed.
extension StructureViewModel {
  func open(_ item: CourseItem) -> Response {
    isRemoved(item) ? restore(item) : openForm(item.identifier)
  }

  /// Asks whether to restore an item that is to be removed: a click may not mean it.
  func click(_ item: CourseItem) -> Response {
    guard isRemoved(item), readOnly == nil else { return open(item) }
    return ask(
      Sentence(.structureRestoreTitle, [.item: item.identifier]), [],
      .keyRestoreItem
    ) { [self] in restore(item) }
  }

  /// Takes back all edits of an item, also its removal.
  func restore(_ item: CourseItem) -> Response { change { try $0.restore(item.identifier) } }

  private func openForm(_ item: ItemIdentifier) -> Response {
    .present(StructureForm(item, of: self))
  }

  func askIdentifier(below parent: ItemIdentifier?) -> Response {
    let title =
      parent.map { Sentence(.structureAddBelow, [.item: $0]) }
      ?? Sentence(.structureAddRoot)
    return .present(
      PromptOverlay(
        title, explanation: [Sentence(.structureAddText)],
        problem: { [self] typed in
          editing?.refusal(ofIdentifier: ItemIdentifier(typed: typed))?.sentence
        }
      ) { [self] typed in
        let item = ItemIdentifier(typed: typed)
        let response = change { try $0.add(item, below: parent) }
        guard editing?.index(of: item) != nil else { return response }
        focus(item)
        return .several([response, openForm(item)])
      })
  }

  func askMove(_ item: CourseItem) -> Response {
    let moves: [(StructureMove, Message)] = [
      (.up, .structureMoveUp), (.down, .structureMoveDown), (.into, .structureMoveInto),
      (.out, .structureMoveOut),
    ]
    return .present(
      PickerOverlay(
        Sentence(.structureMoveTitle, [.item: item.identifier]),
        options: moves.map { move, name in
          PickerState.Option(id: move, label: StyledText(context.strings(name)))
        }
      ) { [self] chosen in
        chosen.first.map { move in change { try $0.move(item.identifier, move) } } ?? .done
      })
  }

  /// Removes an item; where students have values or notes of it, its identifier has to be typed. That permits
  /// the removal of this item alone: of those below it that have values, each is asked for before the edits
  /// are sent.
  func remove(_ item: CourseItem) -> Response {
    guard let editing, let index = editing.index(of: item.identifier) else { return .done }
    let branch = editing.items[editing.branch(of: index)].map(\.identifier)
    let present = branch.filter(editing.isPresent)
    let values = present.reduce(0) { $0 + (counts[$1] ?? 0) }
    // Before the values are read, no item is known to have none.
    let isSafe = present.isEmpty || students != nil && values == 0
    let below =
      branch.count > 1
      ? [Sentence(.structureRemoveBranch, [.count: branch.count - 1])] : []
    if isSafe {
      let remove = { @MainActor [self] in change { try $0.remove(item.identifier) } }
      if below.isEmpty { return remove() }
      return ask(
        Sentence(.structureRemoveTitle, [.item: item.identifier]), below,
        .keyTakeBack, then: remove)
    }
    let lost =
      students == nil
      ? Sentence(.structureNoValues) : Sentence(.structureRemoveValues, [.count: values])
    return confirmRemoval(of: item.identifier, below + [lost]) { [self] in
      change { try $0.remove(item.identifier) }
    }
  }

  func confirmRemoval(
    of item: ItemIdentifier, _ explanation: [Sentence], then: @escaping @MainActor () -> Response
  ) -> Response {
    let name: Arguments = [.item: item]
    return .present(
      PromptOverlay(
        Sentence(.structureRemoveTitle, name),
        explanation: explanation + [Sentence(.structureRemoveType, name)],
        problem: { typed in
          typed == item.rawValue ? nil : Sentence(.structureRemoveType, name)
        }
      ) { [self] _ in
        confirmedRemovals.insert(item)
        return then()
      })
  }
}
