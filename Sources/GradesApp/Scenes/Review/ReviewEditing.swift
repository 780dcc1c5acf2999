import GradesClient
import GradesCore
import GradesLocalization

/// A change of drafts in the Review scene, which undo takes back.
struct DraftChange {
  let before: [Draft]
  /// The edits of the same cells after it; none of a cell without a draft.
  var after: [GradeCell: DraftEdit] = [:]
}

/// Changing, deciding and discarding drafts in the Review scene.
extension ReviewViewModel {
  /// Asks for another value of the focused draft; in a conflict it is one over theirs.
  func askForValue() -> Response {
    guard let row = focused else { return .done }
    if let theirs = row.theirs {
      return prompt(for: row, over: theirs.value) { [self] value in
        decide(row, as: row.draft.edit.over(theirs, with: value))
      }
    }
    let (draft, gradebook) = (row.draft, row.gradebook)
    return prompt(for: row, over: draft.base.value) { [self] value in
      guard value != draft.value else { return .done }
      return commit { [self] in
        // Another program may have replaced the draft that is shown, or discarded it.
        let stored = try await store.drafts(in: gradebook)
          .last { $0.cell == draft.cell && !$0.isUnconfirmed }
        var before = stored ?? draft
        var edit = before.edit
        edit.value = value
        edit.origin = .app
        if stored == nil { before.edit = edit.unchanged }
        // A skip applies to the stored draft, too, where another program has replaced the one that is shown.
        skipped.follow(draft, to: before)
        let new = try await store.put([edit], in: gradebook)
        skipped.follow(before, to: new.first)
        guard stored != nil || !edit.isEmpty else { return nil }
        changes.append(
          DraftChange(before: [before], after: edit.isEmpty ? [:] : [edit.cell: edit]))
        return edit.isEmpty && stored != nil
          ? Sentence(.draftsDiscarded, [.count: 1]) : nil
      }
    }
  }

  /// Asks for the value of a draft's cell; what cannot be one is said.
  private func prompt(
    for row: Row, over current: GradeValue?, holding typed: String? = nil,
    accepting: @escaping @MainActor (GradeValue?) -> Response
  ) -> Response {
    let (cell, value, names) = (row.draft.cell, row.draft.value, names(in: row.gradebook))
    guard let item = item(of: cell, in: row.gradebook) else { return .done }
    let strings = strings
    let title = Sentence(.reviewingCell, names.arguments(cell))
    let text = typed ?? value.map(ValueText(strings).text) ?? ""
    let read = { ValueReader().value(typed: $0, for: item, over: current) }
    func take(_ text: String) -> Response {
      guard case .success(let wanted) = read(text) else { return .done }
      guard let violation = EditProblem(wanted, outside: item, of: cell.username),
        wanted != value
      else {
        return accepting(wanted)
      }
      let reason = ProblemSentence(strings: strings).sentence(violation)
      return .present(
        QuestionOverlay(
          title, text: [Sentence(.gridOutside, [.reason: reason])],
          choices: [.init(letter: .letterBounds, label: .gridOutsideUse) { accepting(wanted) }],
          cancelling: {
            self.prompt(for: row, over: current, holding: text, accepting: accepting)
          }))
    }
    // A field of one line cannot keep line breaks.
    let hasLines = item.valueType == .string && text.contains(where: \.isNewline)
    return .present(
      PromptOverlay(
        title, text: text, hasLines: hasLines,
        problem: { text in
          guard case .failure(let problem) = read(text) else { return nil }
          return Sentence(
            .reviewingProblem,
            [.reason: ProblemSentence(strings: strings, names: names).sentence(problem)])
        }, accepting: take))
  }

  /// Decides about the focused conflict by what the draft becomes; nothing where its values were not on the screen,
  /// because the rows have changed since or the key came again too soon.
  func decide(_ policy: ConflictPolicy) -> Response {
    guard let row = focused, let theirs = row.theirs, seen == row else {
      return .done
    }
    let edit = row.draft.edit
    return decide(row, as: policy == .mine ? edit.over(theirs) : edit.unchanged)
  }

  /// Decides about a conflict as it was shown, and goes to the next one. What another program has made of the draft
  /// since stays, and is shown.
  private func decide(_ row: Row, as edit: DraftEdit) -> Response {
    focusNextConflict()
    return commit { [self] in
      guard
        let (before, after) = try await store.decide(
          row.draft.edit, as: edit, in: row.gradebook)
      else { return nil }
      skipped.follow(before, to: after)
      changes.append(
        DraftChange(before: [before], after: after.map { [$0.cell: $0.edit] } ?? [:]))
      return after == nil ? Sentence(.publishGaveWay, [.count: 1]) : nil
    }
  }

  func askToDiscard() -> Response {
    guard let row = focused else { return .done }
    let cell = row.draft.cell
    return askToDiscard(
      Sentence(.reviewingDiscard),
      [Sentence(.reviewingCell, names(in: row.gradebook).arguments(cell))], [row.gradebook: [cell]])
  }

  func askToDiscardAll() -> Response {
    // What is being sent may have arrived; only a reading by the publisher decides.
    let waiting = rows.filter { !$0.draft.isUnconfirmed }
    let cells = Dictionary(grouping: waiting, by: \.gradebook)
      .mapValues { Set($0.map(\.draft.cell)) }
    let unconfirmed = totals.unconfirmed
    return askToDiscard(
      Sentence(.reviewingDiscardAll, [.count: cells.values.reduce(0) { $0 + $1.count }]),
      unconfirmed == 0
        ? [] : [Sentence(.reviewingUnconfirmedStay, [.count: unconfirmed])], cells)
  }

  private func askToDiscard(
    _ question: Sentence, _ text: [Sentence], _ cells: [Gradebook: Set<GradeCell>]
  ) -> Response {
    .present(
      QuestionOverlay(
        question, text: text,
        choices: [
          .init(letter: .letterYes, label: .structureDiscard) { [self] in discard(cells) }
        ]))
  }

  private func discard(_ cells: [Gradebook: Set<GradeCell>]) -> Response {
    commit { [self] in
      var discarded: [Draft] = []
      var count = 0
      // Also what was discarded before another course fails.
      defer { if !discarded.isEmpty { changes.append(DraftChange(before: discarded)) } }
      for (gradebook, cells) in cells {
        let drafts = try await store.drafts(in: gradebook)
        count += try await store.discard(cells, in: gradebook)
        let waiting = drafts.filter { cells.contains($0.cell) && !$0.isUnconfirmed }
        for draft in waiting { skipped.follow(draft, to: nil) }
        discarded += waiting
      }
      return Sentence(.draftsDiscarded, [.count: count])
    }
  }

  /// Takes back the last change of drafts, except where a draft is another one by now.
  func undo() -> Response {
    commit { [self] in
      // Changes on their way are stored by now.
      guard let change = changes.last else { return nil }
      var (restored, removed) = (0, 0)
      for (gradebook, drafts) in Dictionary(grouping: change.before, by: \.gradebook) {
        let kept = try await store.drafts(in: gradebook).byCell
        let own = drafts.filter { draft in
          guard let after = change.after[draft.cell] else { return kept[draft.cell] == nil }
          return kept[draft.cell]?.edit.hasContent(of: after) == true
        }
        let replaced = own.byCell.merging(kept) { $1 }
        removed += own.count { $0.edit.isEmpty }
        // A draft keeps what it came from: of a restored value, students are not notified.
        let stored = try await store.put(own.map(\.edit), in: gradebook)
        for new in stored { replaced[new.cell].map { skipped.follow($0, to: new) } }
        restored += stored.count
      }
      changes.removeLast()
      // A course without drafts is not among those that were loaded again.
      try await lookAgain(at: Set(change.before.map(\.gradebook)))
      return restored == 0 && removed > 0
        ? Sentence(.draftsDiscarded, [.count: removed])
        : Sentence(.draftsPutBack, [.count: restored])
    }
  }
}
