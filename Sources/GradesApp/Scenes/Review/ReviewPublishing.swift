import GradesClient
import GradesCore
import GradesLocalization

/// What became of the reviews of courses that were published one after another.
struct ReviewOutcome {
  /// The courses that were published to the end.
  var courses: [(gradebook: Gradebook, report: PublishReport)] = []
  /// Why the others were not; nil: all were.
  var error: (any Error)?
  /// The changes of the others, which are still drafts.
  var left: [Draft] = []
}

/// Publishing from the Review scene: the same way as `grades publish`.
extension ReviewViewModel {
  func askToPublish() -> Response {
    // What is read below the question was not asked about.
    let (totals, reviewed) = (totals, publishable)
    // Drafts that the service has already are settled; there is nothing that could be sent.
    guard totals.changes > 0 else { return publish(reviewed, notify: false) }
    let question = publishQuestion(reviewed, totals)
    guard totals.outOfBounds > 0 else { return .present(question) }
    let values = courses.flatMap { course in
      ProblemSentence(strings: strings, names: names(in: course.gradebook)).outOfBounds(
        of: course, atMost: 8, namingCourse: courses.count > 1)
    }
    return .present(
      QuestionOverlay(
        Sentence(.reviewOutOfBounds, [.count: totals.outOfBounds]), text: values,
        choices: [.init(letter: .letterBounds, label: .gridOutsideUse) { .present(question) }]))
  }

  private func publishQuestion(
    _ reviewed: [Review], _ totals: ReviewTotals
  ) -> QuestionOverlay {
    let mayNotify = !totals.students.isEmpty
    let kinds = totals.kinds(strings)
    let restoresAny = !totals.restoredStudents.isEmpty && (notifies || mayNotify)
    let staying = totals.rejected + totals.skipped
    let remarks: [(Bool, Sentence)] = [
      (undoesSilently, Sentence(.reviewingUndoSilent)),
      (restoresAny, Sentence(.reviewingRestoredSilent)),
      (totals.hidden > 0, Sentence(.reviewingHiddenSilent)),
      (totals.conflicts > 0, Sentence(.reviewingConflictsStay, [.count: totals.conflicts])),
      (staying > 0, Sentence(.reviewingStay, [.count: staying])),
    ]
    let text =
      [Sentence(.reviewingStudents, [.count: totals.affected.count])]
      + remarks.filter(\.0).map(\.1)
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
        }, at: notifies && !undoesSilently ? 0 : 1)
    }
    return QuestionOverlay(
      Sentence(.reviewingPublish, [.count: totals.changes, .value: kinds]),
      text: text, choices: choices)
  }

  /// The question before a publishing is stopped.
  func stopQuestion(_ following: @escaping @MainActor () -> Response) -> any Overlay {
    QuestionOverlay(
      Sentence(.reviewingStop), text: [Sentence(.reviewingStopText)],
      choices: [
        .init(letter: .letterYes, label: .keyStop) { [self] in
          publishing?.sending.cancel()
          return following()
        }
      ], while: { [self] in publishing != nil })
  }

  func questionBefore(_ leaving: Response) -> (any Overlay)? {
    publishing == nil ? nil : stopQuestion { leaving }
  }

  var questionBeforeInterruption: (any Overlay)? { questionBefore(.leave(.quit)) }

  var isSending: Bool { publishing != nil }

  private func publish(_ reviewed: [Review], notify: Bool) -> Response {
    guard publishing == nil, let first = reviewed.first else { return .done }
    stage = .publishing(first.gradebook.course, .reading)
    let sending = Task { await send(reviewed, notify: notify) }
    // A task of its own: the one that sends may have been cancelled, and its result matters then.
    let ending = Task {
      let outcome = await sending.value
      // What was published is no draft any longer; should the disk fail now, the next reading shows it.
      try? await lookAgain()
      publishing = nil
      stage = .outcome(outcome)
      return outcome.error?.isCancellation == true ? nil : outcome.error
    }
    publishing = (sending, Task { _ = await ending.value })
    return .run {
      let error = await ending.value
      return .several([.draftsChanged, error.map { .fail(Failure($0)) } ?? .done])
    }
  }

  private func send(_ reviewed: [Review], notify: Bool) async -> ReviewOutcome {
    let (steps, reported) = AsyncStream.makeStream(
      of: (Gradebook, PublishProgress).self, bufferingPolicy: .bufferingNewest(1))
    Task {
      for await (gradebook, step) in steps {
        guard case .publishing = stage else { continue }
        stage = .publishing(gradebook.course, step)
      }
    }
    defer { reported.finish() }
    let publisher = gradebooks.publisher
    var outcome = ReviewOutcome()
    do {
      for review in reviewed {
        try Task.checkCancellation()
        let gradebook = review.gradebook
        reported.yield((gradebook, .reading))
        try await context.services.session.requireWriting()
        let report = try await publisher.publish(review, notify: notify) {
          reported.yield((gradebook, $0))
        }
        outcome.courses.append((gradebook, report))
      }
    } catch {
      outcome.error = error
      for review in reviewed.dropFirst(outcome.courses.count) {
        outcome.left += await publisher.left(of: review)
      }
    }
    return outcome
  }

  /// Goes back to the drafts, first to what has become a conflict.
  func close() -> Response {
    stage = .list
    return .run { [self] in
      try await load()
      if let row = rows.first(where: { $0.theirs != nil }) { focus(row.id) }
      return .done
    }
  }
}
