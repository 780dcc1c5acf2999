import GradesClient
import GradesCore
import GradesLocalization

/// Publishing from the Review scene: the same way as `grades publish`.
extension DraftReviewViewModel {
  // MARK: Before

  func askToPublish() -> Response {
    let totals = state.totals
    // What is read below the question was not asked about.
    let reviewed = state.review.publishable
    // Drafts that the service has already are settled; there is nothing that could be sent.
    guard totals.changes > 0 else { return publish(reviewed, notify: false) }
    let question = publishQuestion(reviewed, totals)
    guard totals.outOfBounds > 0 else { return .present(question) }
    let books = state.books ?? []
    let values = books.flatMap { book in
      ProblemSentence(strings, names: book.names).outOfBounds(
        of: book.review.proposal, atMost: 8, namingCourse: books.count > 1)
    }
    return .present(
      QuestionOverlay(
        Sentence(.reviewOutOfBounds, [.count: .count(totals.outOfBounds)]), text: values,
        choices: [.init(letter: .letterBounds, label: .gridOutsideUse) { .present(question) }]))
  }

  private func publishQuestion(
    _ reviewed: [CourseReview], _ totals: ReviewTotals
  ) -> QuestionOverlay {
    let mayNotify = !totals.students.isEmpty
    let kinds = ReviewSums(totals, strings).kinds
    var text = [Sentence(.reviewingStudents, [.count: .count(totals.affected.count)])]
    if state.undoesSilently { text.append(Sentence(.reviewingUndoSilent)) }
    if state.notifies || mayNotify, !totals.restoredStudents.isEmpty {
      text.append(Sentence(.reviewingRestoredSilent))
    }
    if totals.hidden > 0 { text.append(Sentence(.reviewingHiddenSilent)) }
    if totals.conflicts > 0 {
      text.append(Sentence(.reviewingConflictsFirst, [.count: .count(totals.conflicts)]))
    }
    let staying = totals.rejected + totals.skipped
    if staying > 0 { text.append(Sentence(.reviewingStay, [.count: .count(staying)])) }
    // A letter never means something else; what is usual is named first, as in a shell.
    var choices = [
      QuestionOverlay.Choice(letter: .letterSilently, label: .reviewingPublishSilently) {
        [self] in publish(reviewed, notify: false)
      }
    ]
    if mayNotify {
      choices.insert(
        .init(letter: .letterYes, label: .reviewingPublishNotifying) { [self] in
          publish(reviewed, notify: true)
        }, at: state.notifies && !state.undoesSilently ? 0 : 1)
    }
    return QuestionOverlay(
      Sentence(.reviewingPublish, [.count: .count(totals.changes), .value: .text(kinds)]),
      text: text, choices: choices)
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
    return .several([.draftsChanged, publishing?.failure.map(Response.fail) ?? .done])
  }

  // MARK: On the way

  private func publish(_ reviewed: [CourseReview], notify: Bool) -> Response {
    let courses = reviewed.map {
      ReviewedChanges($0, drafts: store, publisher: gradebooks.publisher)
    }
    guard publishing == nil, let first = courses.first else { return .done }
    let (publishing, names) = (PublishTask(), state.names)
    self.publishing = publishing
    state.stage = .publishing(first.gradebook.course, .reading)
    publishing.start { [self] in
      await publish(courses, notify: notify, names, publishing)
    } wrapUp: { [self] outcome, error in
      await wrapUp(DraftOutcome(outcome: outcome, names: names), error, publishing)
    }
    return .run { await Self.pause(publishing) }
  }

  private func publish(
    _ courses: [ReviewedChanges], notify: Bool, _ names: [Gradebook: CellNames],
    _ publishing: PublishTask
  ) async -> (outcome: ReviewOutcome, error: (any Error)?) {
    let (steps, reported) = AsyncStream.makeStream(
      of: (Gradebook, PublishProgress).self, bufferingPolicy: .bufferingNewest(1))
    Task {
      for await (gradebook, step) in steps {
        guard case .publishing = state.stage else { continue }
        state.stage = .publishing(gradebook.course, step)
      }
    }
    defer { reported.finish() }
    return await ReviewOutcome.publishing(
      courses, notify: notify,
      permitting: { [gradebooks] in try await gradebooks.session.requireWriting() },
      conflicts: { course in
        let gradebook = course.gradebook
        return .ask { [self] conflicts in
          try await decide(conflicts, in: gradebook, names[gradebook], publishing)
        }
      }, progress: { reported.yield(($0, $1)) })
  }

  private func wrapUp(
    _ outcome: DraftOutcome, _ error: (any Error)?, _ publishing: PublishTask
  ) async {
    if let error, outcome.outcome.ending != .stopped { publishing.failure = Failure(error) }
    // What was published is no draft any longer; should the disk fail now, the next reading shows it.
    try? await lookAgain()
    self.publishing = nil
    state.stage = .outcome(outcome)
  }

  // MARK: Conflicts

  private func decide(
    _ conflicts: [Conflict], in gradebook: Gradebook, _ names: CellNames?,
    _ publishing: PublishTask
  ) async throws -> PublishTask.Choices {
    state.stage = .deciding(
      ConflictList(
        conflicts, in: gradebook, names ?? CellNames([], [:], gradebooks.language)))
    return try await publishing.ask()
  }

  func decide(_ choice: ConflictPolicy.Choice) { changeDecisions { $0.choose(choice) } }

  func changeDecisions(_ change: (inout ConflictList) -> Void) {
    guard case .deciding(var list) = state.stage else { return }
    change(&list)
    state.stage = .deciding(list)
  }

  /// Sends what was decided on.
  func goOn() -> Response {
    guard case .deciding(let list) = state.stage, list.decisions.isComplete, let publishing else {
      return .done
    }
    state.stage = .publishing(list.gradebook.course, .reading)
    publishing.answer(list.decisions.choices)
    return .run { await Self.pause(publishing) }
  }

  func askForOtherValue() -> Response {
    guard case .deciding(let list) = state.stage, let conflict = list.focused else {
      return .done
    }
    return prompt(
      for: conflict.cell, in: list.gradebook, list.names, conflict.theirs.value,
      conflict.mine
    ) { [self] value in
      decide(.value(value))
      return .done
    }
  }
}
