import Files
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

extension StructureViewModel {
  /// Shows what the edits would change, unless something is wrong with them.
  func showPlan() async -> Response {
    guard let editing = state.editing, state.changeCount > 0 else {
      return .say(Sentence(.structureNoEdits))
    }
    if state.readOnly != nil { return .say(Sentence(.structureNoEditor)) }
    let errors = state.findings.filter { $0.severity == .error }
    if let first = errors.first {
      state.focus(row: first.item)
      return .say(
        Sentence(
          .structureErrorsFirst,
          [
            .count: .count(errors.count),
            .item: .text(editing.items[first.item].identifier.rawValue),
          ]
        ))
    }
    let students = state.students ?? []
    // Formulas of many students take a while.
    let plan = await onOwnThread { editing.plan(students) }
    return .present(
      StructurePlanOverlay { words, width in
        StructurePlanReport(plan, problems: nil, strings: words.strings).lines(width: width)
      } applying: { [weak self] in
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
    state.progress = State.Progress()
    let (applier, allowed) = (opening.applier(), confirmedRemovals)
    // A task of its own: leaving the scene waits for it (``finish()``) and does not cut it off.
    let task = Task { [self] in
      await take(
        Self.apply(plan, with: applier, removing: allowed) { [weak self] in self?.show($0) })
    }
    sending = task
    return .run { await task.value }
  }

  private static func apply(
    _ plan: StructurePlan, with applier: StructureApplier, removing allowed: Set<ItemIdentifier>,
    progress: @escaping @MainActor (StructureProgress) -> Void
  ) async -> Result<StructureOutcome, any Error> {
    do {
      return .success(
        try await applier.apply(plan, removing: allowed) { step in
          Task { @MainActor in progress(step) }
        })
    } catch {
      return .failure(error)
    }
  }

  func show(_ step: StructureProgress) {
    guard state.progress != nil, case .sending(let done, let total) = step else { return }
    state.progress = State.Progress(done: done, total: total)
  }

  /// Reads the course once more and says what became of the edits.
  private func take(_ result: Result<StructureOutcome, any Error>) async -> Response {
    state.progress = nil
    confirmedRemovals = []
    let reading: Response
    do {
      try await appear()
      reading = .done
    } catch {
      reading = .fail(Failure(error))
    }
    switch result {
    case .success(let outcome):
      var responses: [Response] = [.present(StructureOutcomeText.overlay(outcome))]
      if let failure = outcome.failure { responses.append(.fail(.service(failure))) }
      return .several(responses)
    case .failure(let error as StructureRefusal):
      switch error {
      case .changed: return .several([reading, .say(Sentence(.structureOutcomeChanged))])
      case .removals: return .several([reading, .say(Sentence(.structureOutcomeValues))])
      }
    case .failure(StructureBackups.Problem.unwritable(let file, let isFull)):
      return .fail(
        .file(FileProblem(path: file.path, kind: isFull ? .diskFull : .unwritable)))
    case .failure(let error): return .fail(Failure(error))
    }
  }
}
