import Files
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

extension StructureViewModel {
  /// Reads the course once more, then shows the plan.
  func askPlan() -> Response {
    .run { [weak self] in
      try await self?.appear()
      return await self?.showPlan() ?? .done
    }
  }

  /// Shows what colleagues have changed and what the edits would change, unless one is wrong.
  private func showPlan() async -> Response {
    guard let editing = state.editing, state.hasPlan else {
      return .say(Sentence(.structureNoEdits))
    }
    if let reason = state.readOnly { return .say(Sentence(reason)) }
    // What was dropped is shown now.
    store()
    await storing?.value
    guard state.changeCount > 0 else {
      return .present(
        ReadingOverlay { width, words in
          StructureChangeText(strings: words.strings).colleagues(editing.foreign, editing.dropped)
            .flatMap { $0.wrapped(to: width) }
        })
    }
    let errors = editing.findings.filter { $0.severity == .error }
    if let first = errors.first {
      let item = editing.items[first.item].identifier
      state.focus(item)
      return .say(
        Sentence(
          .structureErrorsFirst,
          [.count: .count(errors.count), .item: .text(item.rawValue)]))
    }
    let students = state.students ?? []
    // Formulas of many students take a while.
    let plan = await onOwnThread { editing.plan(students) }
    return .present(
      StructurePlanOverlay(plan, of: editing) { [weak self] in
        self?.confirmRemovals(of: plan) ?? .done
      })
  }

  /// Asks for the identifiers of items that would be removed with their values, one after the other.
  private func confirmRemovals(of plan: StructurePlan) -> Response {
    let left = plan.removals.first {
      $0.values > 0 && !confirmedRemovals.contains($0.item.identifier)
    }
    guard let left else { return send(plan) }
    let identifier = left.item.identifier
    return confirmation(
      of: identifier, [Sentence(.structureRemoveValues, [.count: .count(left.values)])]
    ) { [weak self] in
      guard let self else { return .done }
      confirmedRemovals.insert(identifier)
      return confirmRemovals(of: plan)
    }
  }

  /// Sends the edits. It goes on when the scene is left, until what was begun is known to be done or not.
  private func send(_ plan: StructurePlan) -> Response {
    guard state.progress == nil else { return .done }
    state.progress = .reading
    let (applier, permitting, allowed) = (
      opening.applier(), opening.permitting, confirmedRemovals
    )
    // A task of its own: leaving the scene waits for it (``finish()``) and does not cut it off.
    let task = Task { [self] in
      await take(
        Self.result {
          try await permitting()
          return try await applier.apply(plan, removing: allowed) { step in
            Task { @MainActor [weak self] in self?.show(step) }
          }
        })
    }
    sending = task
    return .run {
      await task.value
      return .done
    }
  }

  private static func result(
    _ work: () async throws -> StructureOutcome
  ) async -> Result<StructureOutcome, any Error> {
    do { return .success(try await work()) } catch { return .failure(error) }
  }

  private func show(_ step: PublishProgress) {
    if state.progress != nil { state.progress = step }
  }

  /// Reads the course once more; what became of the edits is in the next report.
  private func take(_ result: Result<StructureOutcome, any Error>) async {
    confirmedRemovals = []
    if case .success(let outcome) = result {
      state.editing?.forgetSteps(areSent: outcome.isFinished)
    }
    state.progress = .verifying
    // A course that cannot be read is read again with the next plan.
    try? await appear()
    self.result = result
    state.progress = nil
  }

  /// What is said of the edits that were sent: where the user is elsewhere, only what needs attention as a text.
  func response(to result: Result<StructureOutcome, any Error>) -> Response {
    switch result {
    case .success(let outcome):
      if isLeft, outcome.isFinished {
        return .say(
          Sentence(.structureOutcomeElsewhere, [.course: .text(state.course.rawValue)]))
      }
      let title: Message =
        outcome.isFinished ? .structureOutcomeTitle : .structureOutcomeUnfinished
      let course = state.course
      let overlay = ReadingOverlay { words in
        StyledText("\(course) · \(words.strings(title))", .heading)
      } text: { words in
        StructureChangeText(strings: words.strings).lines(outcome)
      }
      let failures = outcome.failure.map { [Response.fail(.service($0))] } ?? []
      return .several([.present(overlay)] + failures)
    case .failure(StructureRefusal.changed): return .say(Sentence(.structureOutcomeChanged))
    case .failure(StructureRefusal.removals): return .say(Sentence(.structureOutcomeValues))
    case .failure(StructureBackups.Problem.unwritable(let file, let isFull)):
      return .fail(
        .file(FileProblem(path: file.path, kind: isFull ? .diskFull : .unwritable)))
    case .failure(let error): return .fail(Failure(error))
    }
  }
}
