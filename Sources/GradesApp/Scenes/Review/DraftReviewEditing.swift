import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// Changing and discarding drafts in the Review scene.
extension DraftReviewViewModel {
  // MARK: Values

  /// Asks for another value of the focused draft.
  func askForValue() -> Response {
    guard let (book, row) = state.focused else { return .done }
    let draft = row.draft
    return prompt(for: draft.cell, in: book.gradebook, book.names, draft.base.value, draft.value) {
      [self] value in
      guard value != draft.value else { return .done }
      let store = store
      return commit { [self] in
        // Another program may have replaced the draft that is shown, or discarded it.
        let stored = try await store.drafts(in: book.gradebook)
          .last { $0.cell == draft.cell && $0.state != .unconfirmed }
        var before = stored ?? draft
        var edit = before.edit
        edit.value = value
        if stored == nil { before.edit = edit.unchanged }
        // A skip applies to the stored draft, too, where another program has replaced the one that is shown.
        skipped.follow(draft, to: before)
        for new in try await store.put([edit], in: book.gradebook, from: .app) {
          skipped.follow(before, to: new)
        }
        if edit.isEmpty { skipped.discard(before) }
        guard stored != nil || !edit.isEmpty else { return nil }
        changes.append(
          DraftChange(before: [before], after: edit.isEmpty ? [:] : [edit.cell: edit]))
        return edit.isEmpty && stored != nil
          ? Sentence(.draftsDiscarded, [.count: .count(1)]) : nil
      }
    }
  }

  /// Asks for the value of a cell; what cannot be one is said.
  func prompt(
    for cell: GradeCell, in gradebook: Gradebook, _ names: CellNames, _ current: GradeValue?,
    _ value: GradeValue?, holding typed: String? = nil,
    accepting: @escaping @MainActor (GradeValue?) -> Response
  ) -> Response {
    let definitions = grid(of: gradebook)?.definitions ?? []
    guard let item = definitions.first(where: { $0.identifier == cell.identifier }) else {
      return .done
    }
    let strings = strings
    let title = Sentence(.reviewingCell, names.arguments(cell))
    let text = typed ?? value.map(ValueText(strings).text) ?? ""
    let read = { ValueReader().value(typed: $0, for: item, over: current) }
    func take(_ text: String) -> Response {
      guard case .success(let wanted) = read(text) else { return .done }
      guard let violation = BoundsViolation(wanted, of: item), wanted != value else {
        return accepting(wanted)
      }
      let warning = Sentence(EditProblem(violation, of: cell), strings)
      return .present(
        QuestionOverlay(
          title, text: [warning],
          choices: [.init(letter: .letterBounds, label: .gridOutsideUse) { accepting(wanted) }],
          cancelling: {
            self.prompt(
              for: cell, in: gradebook, names, current, value,
              holding: text, accepting: accepting)
          }))
    }
    // A field of one line cannot keep line breaks.
    if item.valueType == .string, text.contains(where: \.isNewline) {
      return .present(PromptOverlay(title, text: text, hasLines: true, accepting: take))
    }
    return .present(
      PromptOverlay(
        title, text: text,
        problem: { text in
          guard case .failure(let problem) = read(text) else { return nil }
          let reason = ProblemSentence(strings, names: names).text(.requested(problem))
          return Sentence(.reviewingProblem, [.reason: .text(reason)])
        }, accepting: take))
  }

  // MARK: Discarding

  func askToDiscard() -> Response {
    guard let (book, row) = state.focused else { return .done }
    let cell = row.draft.cell
    return .present(
      QuestionOverlay(
        Sentence(.reviewingDiscard),
        text: [Sentence(.reviewingCell, book.names.arguments(cell))],
        choices: [
          .init(letter: .letterYes, label: .structureDiscard) { [self] in
            discard([book.gradebook: [cell]])
          }
        ]))
  }

  func askToDiscardAll() -> Response {
    let cells = Dictionary(
      (state.review.courses ?? []).map { course in
        // What is being sent may have arrived; only a reading by the publisher decides.
        (
          course.gradebook,
          Set(course.drafts.filter { $0.status != .unconfirmed }.map(\.draft.cell))
        )
      }, uniquingKeysWith: { $0.union($1) })
    let count = cells.values.reduce(0) { $0 + $1.count }
    var text: [Sentence] = []
    if state.totals.unconfirmed > 0 {
      text.append(
        Sentence(.reviewingUnconfirmedStay, [.count: .count(state.totals.unconfirmed)]))
    }
    return .present(
      QuestionOverlay(
        Sentence(.reviewingDiscardAll, [.count: .count(count)]), text: text,
        choices: [
          .init(letter: .letterYes, label: .structureDiscard) { [self] in discard(cells) }
        ]))
  }

  private func discard(_ cells: [Gradebook: Set<GradeCell>]) -> Response {
    let store = store
    return commit { [self] in
      var discarded: [Draft] = []
      var count = 0
      // Also what was discarded before another course fails.
      defer {
        if !discarded.isEmpty { changes.append(DraftChange(before: discarded, after: [:])) }
      }
      for (gradebook, cells) in cells {
        let drafts = try await store.drafts(in: gradebook)
        count += try await store.discard(cells, in: gradebook)
        let waiting = drafts.filter { cells.contains($0.cell) && $0.state != .unconfirmed }
        for draft in waiting { skipped.discard(draft) }
        discarded += waiting
      }
      return Sentence(.draftsDiscarded, [.count: .count(count)])
    }
  }

  // MARK: Undo

  /// Takes back the last change of drafts, except where a draft is another one by now.
  func undo() -> Response {
    let store = store
    return commit { [self] in
      // Changes on their way are stored by now.
      guard let change = changes.last else { return nil }
      var (restored, removed) = (0, 0)
      for (gradebook, drafts) in Dictionary(grouping: change.before, by: \.gradebook) {
        let kept = Dictionary(
          try await store.drafts(in: gradebook).map { ($0.cell, $0) }, uniquingKeysWith: { $1 })
        let own = drafts.filter { kept[$0.cell]?.edit == change.after[$0.cell] }
        let replaced = Dictionary(own.map { ($0.cell, $0) }, uniquingKeysWith: { $1 })
          .merging(kept) { $1 }
        removed += own.count { $0.edit.isEmpty }
        // A draft keeps what it came from: of a restored value, students are not notified.
        for (origin, drafts) in Dictionary(grouping: own, by: \.origin) {
          let stored = try await store.put(drafts.map(\.edit), in: gradebook, from: origin)
          for new in stored { replaced[new.cell].map { skipped.follow($0, to: new) } }
          restored += stored.count
        }
      }
      changes.removeLast()
      // A course without drafts is not among those that were loaded again.
      try await lookAgain(at: Set(change.before.map(\.gradebook)))
      return restored == 0 && removed > 0
        ? Sentence(.draftsDiscarded, [.count: .count(removed)])
        : Sentence(.draftsPutBack, [.count: .count(restored)])
    }
  }
}

/// A change of drafts in the Review scene, which undo takes back.
struct DraftChange: Sendable {
  /// The drafts before it.
  let before: [Draft]
  /// The edits of the same cells after it; none of a cell without a draft.
  let after: [GradeCell: DraftEdit]
}
