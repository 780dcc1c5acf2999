import GradesClient
import GradesCore
import GradesLocalization
import Terminal

// Items that are opened, added, moved and removed.
extension StructureViewModel {
  /// Opens the form of an item; asks whether to restore one that is to be removed.
  func open(_ item: CourseItem) -> Response {
    guard state.signs[item.identifier] == .removed else { return openForm(item.identifier) }
    if let reason = state.readOnly { return .say(Sentence(reason)) }
    return .present(
      QuestionOverlay(
        Sentence(.structureRestoreTitle, [.item: .text(item.identifier.rawValue)]),
        choices: [
          .init(letter: .letterYes, label: .keyRestoreItem) { [weak self] in
            self?.restore(item) ?? .done
          },
          .init(letter: .letterNo, label: .structureKeep) { .done },
        ]))
  }

  /// Takes back all edits of an item, also its removal.
  func restore(_ item: CourseItem) -> Response {
    change { editing throws(StructureEditRefusal) in try editing.restore(item.identifier) }
  }

  private func openForm(_ item: ItemIdentifier) -> Response {
    .present(StructureForm(item, of: self))
  }

  func askIdentifier(below parent: ItemIdentifier?) -> Response {
    if let reason = state.readOnly { return .say(Sentence(reason)) }
    let title =
      parent.map { Sentence(.structureAddBelow, [.item: .text($0.rawValue)]) }
      ?? Sentence(.structureAddRoot)
    return .present(
      PromptOverlay(
        title, explanation: [Sentence(.structureAddText)],
        problem: { [weak self] typed in
          self?.state.editing?.refusal(ofIdentifier: ItemIdentifier(typed: typed))?.sentence
        }
      ) { [weak self] typed in self?.add(ItemIdentifier(typed: typed), below: parent) ?? .done })
  }

  private func add(_ item: ItemIdentifier, below parent: ItemIdentifier?) -> Response {
    let response = change { editing throws(StructureEditRefusal) in
      try editing.add(item, below: parent)
    }
    guard state.editing?.index(of: item) != nil else { return response }
    state.focus(item)
    return .several([response, openForm(item)])
  }

  func askMove(_ item: CourseItem) -> Response {
    let identifier = item.identifier
    let names: [StructureMove: Message] = [
      .up: .structureMoveUp, .down: .structureMoveDown, .into: .structureMoveInto,
      .out: .structureMoveOut,
    ]
    let title = Sentence(.structureMoveTitle, [.item: .text(identifier.rawValue)])
    return .ask { [weak self] words in
      PickerOverlay(
        title,
        options: StructureMove.allCases.map { move in
          PickerState.Option(
            id: move, label: StyledText(names[move].map { words.strings($0) } ?? ""))
        }
      ) { moves in
        guard let self, let move = moves.first else { return .done }
        return self.change { editing throws(StructureEditRefusal) in
          try editing.move(identifier, move)
        }
      }
    }
  }

  /// Removes an item; where students have values or notes of it, its identifier has to be typed. That permits
  /// the removal of this item alone: of those below it that have values, each is asked for before the edits
  /// are sent.
  func remove(_ item: CourseItem) -> Response {
    guard let editing = state.editing, let index = editing.index(of: item.identifier) else {
      return .done
    }
    if let reason = state.readOnly { return .say(Sentence(reason)) }
    let branch = editing.items[editing.branch(of: index)].map(\.identifier)
    let remove: @MainActor () -> Response = { [weak self] in
      self?.change { editing throws(StructureEditRefusal) in
        try editing.remove(item.identifier)
      } ?? .done
    }
    let values = branch.filter(editing.isPresent).reduce(0) { $0 + (state.counts[$1] ?? 0) }
    // Before the values are read, no item is known to have none.
    let isSafe =
      branch.allSatisfy { !editing.isPresent($0) } || state.students != nil && values == 0
    if isSafe, branch.count == 1 { return remove() }
    var explanation: [Sentence] = []
    if branch.count > 1 {
      explanation.append(Sentence(.structureRemoveBranch, [.count: .count(branch.count - 1)]))
    }
    if isSafe {
      return .present(
        QuestionOverlay(
          Sentence(.structureRemoveTitle, [.item: .text(item.identifier.rawValue)]),
          text: explanation,
          choices: [
            .init(letter: .letterYes, label: .structureRemove, response: remove),
            .init(letter: .letterNo, label: .structureKeep) { .done },
          ]))
    }
    explanation.append(
      state.students == nil
        ? Sentence(.structureNoValues)
        : Sentence(.structureRemoveValues, [.count: .count(values)]))
    return confirmation(of: item.identifier, explanation) { [weak self] in
      self?.confirmedRemovals.insert(item.identifier)
      return remove()
    }
  }

  /// Asks for an item's identifier before it is removed with its values.
  func confirmation(
    of item: ItemIdentifier, _ explanation: [Sentence], then: @escaping @MainActor () -> Response
  ) -> Response {
    let name: Arguments = [.item: .text(item.rawValue)]
    return .present(
      PromptOverlay(
        Sentence(.structureRemoveTitle, name),
        explanation: explanation + [Sentence(.structureRemoveType, name)],
        problem: { typed in
          typed == item.rawValue ? nil : Sentence(.structureRemoveType, name)
        }
      ) { _ in then() })
  }
}
