import Files
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

extension StructureViewModel {
  /// Reads the course once more, then shows what colleagues have changed and what the edits would change, unless
  /// one is wrong.
  func askPlan() -> Response {
    .run { [self] in
      try await appear()
      return await showPlan()
    }
  }

  private func showPlan() async -> Response {
    guard let editing, hasPlan else { return .say(Sentence(.structureNoEdits)) }
    if let readOnly { return .say(Sentence(readOnly)) }
    // What was dropped is shown now.
    store()
    await storing?.value
    guard changeCount > 0 else {
      return .present(
        ReadingOverlay { width, words in
          StructureChangeText(strings: words.strings).colleagues(editing.foreign, editing.dropped)
            .flatMap { $0.wrapped(to: width) }
        })
    }
    let errors = editing.findings.filter { $0.severity == .error }
    if let first = errors.first {
      let item = editing.items[first.item].identifier
      focus(item)
      return .say(Sentence(.structureErrorsFirst, [.count: errors.count, .item: item]))
    }
    let students = students ?? []
    // Formulas of many students take a while.
    let plan = await onOwnThread { editing.plan(students) }
    return .present(
      // The key that asked for the plan is not the one that applies it.
      ReadingOverlay(
        .structurePlanTitle, width: 96, question: .structurePlanQuestion,
        choice: .init(letter: .letterYes, label: .keyApplyPlan) { [self] in
          confirmRemovals(of: plan)
        }
      ) { width, words in
        StructureChangeText(strings: words.strings).lines(plan, of: editing, width: width)
      })
  }

  /// Asks for the identifiers of items that would be removed with their values, one after the other.
  private func confirmRemovals(of plan: StructurePlan) -> Response {
    let left = plan.guardedRemovals.first { !confirmedRemovals.contains($0.item.identifier) }
    guard let left else { return send(plan) }
    return confirmRemoval(
      of: left.item.identifier, [Sentence(.structureRemoveValues, [.count: left.values])]
    ) { [self] in confirmRemovals(of: plan) }
  }

  /// Sends the edits. It goes on when the scene is left, until what was begun is known to be done or not.
  private func send(_ plan: StructurePlan) -> Response {
    guard progress == nil else { return .done }
    progress = .reading
    let (context, allowed) = (context, confirmedRemovals)
    // A task of its own: leaving the scene waits for it (``finish()``) and does not cut it off.
    let task = Task {
      do {
        try await context.services.session.requireWriting()
        let outcome = try await context.applier.apply(plan, removing: allowed) { step in
          Task { @MainActor [self] in if progress != nil { progress = step } }
        }
        await take(.success(outcome))
      } catch {
        await take(.failure(error))
      }
    }
    sending = task
    return .run {
      await task.value
      return .done
    }
  }

  /// Reads the course once more, and reports what became of the edits.
  private func take(_ result: Result<StructureOutcome, any Error>) async {
    confirmedRemovals = []
    if case .success(let outcome) = result {
      editing?.forgetSteps(areSent: outcome.isFinished)
    }
    progress = .verifying
    // A course that cannot be read is read again with the next plan.
    try? await appear()
    progress = nil
    notices.append(response(to: result))
  }

  /// What is said of the edits that were sent: where the user is elsewhere, only what needs attention as a text.
  private func response(to result: Result<StructureOutcome, any Error>) -> Response {
    switch result {
    case .success(let outcome):
      if isLeft, outcome.isFinished {
        return .say(Sentence(.structureOutcomeElsewhere, [.course: course.code]))
      }
      let title: Message =
        outcome.isFinished ? .structureOutcomeTitle : .structureOutcomeUnfinished
      let course = course.code
      let overlay = ReadingOverlay { words in
        StyledText("\(course) · \(words.strings(title))", .heading)
      } text: { words in
        StructureChangeText(strings: words.strings).lines(outcome)
      }
      let failures = outcome.failure.map { [Response.fail(.service($0))] } ?? []
      return .several([.present(overlay)] + failures)
    case .failure(StructureRefusal.changed): return .say(Sentence(.structureOutcomeChanged))
    case .failure(StructureRefusal.removals): return .say(Sentence(.structureOutcomeValues))
    case .failure(let error): return .fail(Failure(error))
    }
  }
}
