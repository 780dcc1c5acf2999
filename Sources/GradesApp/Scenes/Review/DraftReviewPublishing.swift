import GradesClient
import GradesCore
import GradesLocalization

/// Publishing from the Review scene: the same way as `grades publish`.
extension DraftReviewViewModel {
  /// The drafts of one course that are to be published.
  private struct Part {
    let changes: ReviewedChanges
    let gradebook: Gradebook
    let names: CellNames
  }

  // MARK: Before

  func askToPublish() -> Response {
    let totals = state.totals
    // Drafts that the service has already are settled; there is nothing that could be sent.
    guard totals.changes > 0 else { return publish(notify: false) }
    var text = [
      Sentence(.reviewingStudents, [.count: .count(totals.students.count)]),
      Sentence(state.notifies ? .reviewingNotifies : .reviewingSilent),
    ]
    if totals.conflicts > 0 {
      text.append(Sentence(.reviewingConflictsFirst, [.count: .count(totals.conflicts)]))
    }
    let staying = totals.refused + totals.leftOut
    if staying > 0 { text.append(Sentence(.reviewingStay, [.count: .count(staying)])) }
    let choices = [
      QuestionOverlay.Choice(letter: .letterYes, label: .reviewingPublishNotifying) { [self] in
        publish(notify: true)
      },
      QuestionOverlay.Choice(letter: .letterSilently, label: .reviewingPublishSilently) {
        [self] in publish(notify: false)
      },
    ]
    return .present(
      QuestionOverlay(
        Sentence(.reviewingPublish, [.count: .count(totals.changes)]), text: text,
        choices: state.notifies ? choices : choices.reversed()))
  }

  /// The question before a publishing is stopped.
  func stopQuestion(
    _ following: @escaping @MainActor () -> Response
  ) -> any Overlay {
    QuestionOverlay(
      Sentence(.reviewingStop), text: [Sentence(.reviewingStopText)],
      choices: [
        .init(letter: .letterYes, label: .keyStop) { [self] in
          let publishing = publishing
          stopPublishing()
          return .several([following(), .run { await Self.pause(publishing) }])
        }
      ], while: { [self] in publishing != nil })
  }

  /// Stops what is going on, if anything is.
  func stopPublishing() { publishing?.stop() }

  private static func pause(_ publishing: PublishTask?) async -> Response {
    await publishing?.pause()
    return publishing?.failure.map(Response.fail) ?? .done
  }

  // MARK: On the way

  private func publish(notify: Bool) -> Response {
    let parts = (state.books ?? []).compactMap { book -> Part? in
      let drafts = book.rows.filter(\.isPublished).map(\.draft)
      guard let grid = grid(of: book.gradebook), !drafts.isEmpty else { return nil }
      let changes = ReviewedChanges(
        Proposal(drafts, in: book.gradebook, over: grid), of: drafts, drafts: store,
        publisher: gradebooks.publisher)
      return Part(changes: changes, gradebook: book.gradebook, names: book.names)
    }
    guard publishing == nil, let first = parts.first else { return .done }
    let publishing = PublishTask()
    self.publishing = publishing
    state.stage = .publishing(first.gradebook.course, .reading)
    publishing.start { [self] in
      for part in parts { try await publish(part, notify: notify, publishing) }
    } wrapUp: { [self] result in
      await wrapUp(result, parts, publishing)
    }
    return .run { await Self.pause(publishing) }
  }

  private func publish(_ part: Part, notify: Bool, _ publishing: PublishTask) async throws {
    try Task.checkCancellation()
    let gradebook = part.gradebook
    state.stage = .publishing(gradebook.course, .reading)
    let (steps, reported) = AsyncStream.makeStream(
      of: PublishProgress.self, bufferingPolicy: .bufferingNewest(1))
    Task {
      for await step in steps {
        guard case .publishing(gradebook.course, _) = state.stage else { continue }
        state.stage = .publishing(gradebook.course, step)
      }
    }
    defer { reported.finish() }
    let report = try await part.changes.publish(
      notify: notify,
      conflicts: .ask { [self] conflicts in
        try await decide(conflicts, in: gradebook, part.names, publishing)
      }
    ) { reported.yield($0) }
    reports.append(.init(gradebook: gradebook, names: part.names, report: report))
  }

  private func wrapUp(
    _ result: Result<Void, any Error>, _ parts: [Part], _ publishing: PublishTask
  ) async {
    var outcome = DraftOutcome(books: reports)
    reports = []
    if case .failure(let error) = result {
      let failure = Failure(error)
      outcome.ending = failure == .cancelled ? .stopped : .failed
      if failure != .cancelled { publishing.failure = failure }
      let finished = Set(outcome.books.map(\.gradebook))
      for part in parts where !finished.contains(part.gradebook) {
        let left = try? await part.changes.remainder()
        outcome.unconfirmed += left?.unconfirmed.count ?? 0
        outcome.waiting += left?.waiting.count ?? 0
      }
    }
    // What was published is no draft any longer; should the disk fail now, the next reading shows it.
    try? await lookAgain()
    self.publishing = nil
    state.stage = .outcome(outcome)
  }

  // MARK: Conflicts

  private func decide(
    _ conflicts: [Conflict], in gradebook: Gradebook, _ names: CellNames, _ publishing: PublishTask
  ) async throws -> PublishTask.Choices {
    state.stage = .deciding(
      ConflictDecisions(gradebook: gradebook, names: names, conflicts: conflicts))
    return try await publishing.ask()
  }

  func decide(_ choice: ConflictPolicy.Choice) { changeDecisions { $0.choose(choice) } }

  func changeDecisions(_ change: (inout ConflictDecisions) -> Void) {
    guard case .deciding(var decisions) = state.stage else { return }
    change(&decisions)
    state.stage = .deciding(decisions)
  }

  /// Sends what was decided on.
  func goOn() -> Response {
    guard case .deciding(let decisions) = state.stage, decisions.isComplete, let publishing else {
      return .done
    }
    state.stage = .publishing(decisions.gradebook.course, .reading)
    publishing.answer(decisions.choices)
    return .run { await Self.pause(publishing) }
  }

  func askForOtherValue() -> Response {
    guard case .deciding(let decisions) = state.stage, let conflict = decisions.focused else {
      return .done
    }
    return prompt(
      for: conflict.cell, in: decisions.gradebook, decisions.names, conflict.theirs.value,
      conflict.mine
    ) { [self] value in
      decide(.value(value))
      return .done
    }
  }
}
