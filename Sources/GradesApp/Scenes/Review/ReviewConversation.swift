import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// A publishing was cancelled, by the user or by `--timeout`, when the service could still save some of it. Which
/// changes are unconfirmed has been reported.
struct StoppedPublishing: Error {}

/// The one way of changes from a review to the service in a shell: what is shown, what is asked, and
/// how it ends (Product rules, Changing grades).
@MainActor
struct ReviewConversation {
  let context: Context
  let options: ReviewOptions
  let mode: ReviewMode
  /// Whether what is refused is left out instead of stopping the rest.
  var skipsRefused = false
  /// Whether standard input can answer questions; nil: if it is a terminal.
  var canAsk: Bool?
  /// Whether the students were found by their names alone, which a person should see.
  var needsNamesConsent = false
  /// Whether the changes take back only what students were not notified of.
  var undoesSilently = false
  /// Called when the changes are to be published or stored, or when there are none.
  var accepted: () throws -> Void = {}
  var confirmed = PublishReport()

  private var strings: Strings { context.strings }
  private var printer: Printer { context.printer }
  private var publisher: Publisher { context.gradebooks.publisher }

  private var notify: Bool {
    options.notify ?? (context.settings.notifiesStudents && !undoesSilently)
  }

  /// Whether students are notified of values of a backup, too.
  private var notifiesRestored: Bool { options.notify == true }

  /// Shows the changes, and publishes, stores or drops them by the options or the user's answer.
  func run(_ review: Review) async throws -> ExitStatus {
    // Drafts need no question where nothing of them is to be sent.
    let isSettled = review.isStored && !review.hasChanges && mode != .dryRun
    let isRefused = review.isRefused && (!skipsRefused || review.mayAddTwice)
    // The outcome lists what is unconfirmed; without anything else there is no review.
    if !(isSettled && review.isUnconfirmedOnly) {
      show(
        ReviewReport(
          review, notify: notify, notifyingRestored: notifiesRestored,
          canBeSent: mode != .draft && !isRefused, strings: strings))
    }
    let isPublishing = mode == .publish || mode == .ask
    if let hint = isRefused ? refusedHint(review) : consentHint(review) {
      if options.json, isPublishing {
        printer.print(ReviewReport(review, notify: notify, strings: strings), as: .json)
      }
      printer.notice(hint)
      return .refused
    }
    // The outcome of a publishing reports what is unconfirmed again, as it is then.
    let hasOutcome =
      review.hasChanges
      ? mode == .publish : isSettled || options.json && isPublishing
    if !hasOutcome { sayUnconfirmed(review.unconfirmed, in: review.gradebook) }
    try await sayReplaced(review)
    if mode == .dryRun {
      context.notice(.reviewDryRun)
      return .done
    }
    return try await finish(review)
  }

  private func refusedHint(_ review: Review) -> String {
    guard review.mayAddTwice else { return strings(.reviewRefusedHint) }
    let course = review.gradebook.course
    return strings(
      .reviewAddedHint,
      [
        .command: .command("grades publish \(course)"),
        .name: .command("grades discard \(course)"),
      ])
  }

  /// What to do where no person has seen what should be checked; nil: nothing.
  private func consentHint(_ review: Review) -> String? {
    guard mode == .publish, !(canAsk ?? printer.streams.inputIsTerminal) else { return nil }
    if needsNamesConsent, review.hasChanges { return strings(.reviewNamesHint) }
    let count = options.allowOutOfBounds ? 0 : review.outOfBounds.count
    return count > 0 ? strings(.reviewBoundsHint, [.count: count]) : nil
  }

  private func finish(_ reviewed: Review) async throws -> ExitStatus {
    var review = reviewed
    // What is unconfirmed was asked for, and is not changed.
    let unpublished = review.unconfirmed.isEmpty ? ExitStatus.done : .unfinished
    if !review.hasChanges {
      try accepted()
      // Of drafts, those that the service has already are settled; there is nothing that could be sent.
      if review.isStored {
        return print(try await publisher.publish(review, notify: false), of: review)
      }
      if options.json, mode != .draft {
        _ = print(PublishReport(review.rows.filter { $0.confirmAfter != nil }), of: review)
      }
      context.notice(.draftsDiscarded, count: try await publisher.keep(&review))
      return unpublished
    }
    switch try await decision(review) {
    case .publish(let notify):
      try accepted()
      return print(try await publish(review, notify: notify), of: review)
    case .keep:
      try accepted()
      context.notice(.draftsDiscarded, count: try await publisher.keep(&review))
      context.notice(.draftsKept, [.count: reviewed.changes.count])
      return unpublished
    case .stop:
      context.notice(review.isStored ? .publishCancelled : .reviewStopped)
      return .cancelled
    }
  }

  // MARK: What is said

  private func show(_ report: ReviewReport) {
    if !options.json {
      printer.print(report, as: .table)
    } else if mode == .dryRun || mode == .draft {
      printer.print(report, as: .json)
    } else if mode == .ask {
      // The document has the outcome; the question needs the review.
      notice(report.lines(width: printer.streams.errors.columns))
    }
    // A person sees what is refused also where the review goes to a program.
    if !printer.streams.output.isTerminal { report.refusals.forEach(printer.notice) }
  }

  private func notice(_ lines: [StyledText]) { lines.map(\.text).forEach(printer.notice) }

  private func print(_ outcome: PublishReport, of review: Review) -> ExitStatus {
    let report = OutcomeReport(
      outcome: outcome, confirmed: confirmed, notTouched: review.problems,
      names: CellNames(review, strings.serviceLanguage),
      command: "grades publish \(review.gradebook.course)", strings: strings,
      dates: context.dates)
    printer.print(report, as: options.json ? .json : .table)
    report.advice.forEach(printer.notice)
    return outcome.status
  }

  /// Reports until when unconfirmed cells are left alone.
  private func sayUnconfirmed(_ drafts: [Draft], in gradebook: Gradebook) {
    guard let end = drafts.compactMap(\.confirmAfter).max() else { return }
    context.notice(
      .publishUnconfirmed,
      [
        .count: drafts.count, .time: context.dates.timeWithSeconds(end),
        .command: .command("grades publish \(gradebook.course) --wait"),
      ])
  }

  /// Reports how many drafts with other values the changes take the place of.
  private func sayReplaced(_ review: Review) async throws {
    guard !review.isStored else { return }
    let edits = review.changes.keyed(by: \.cell)
    let drafts = try await context.services.drafts.drafts(in: review.gradebook)
    let replaced = drafts.count { draft in
      guard !draft.isUnconfirmed, let edit = edits[draft.cell] else { return false }
      return edit.value != draft.edit.value
        || edit.note != draft.edit.note && (edit.changesNote || draft.edit.changesNote)
    }
    context.notice(.publishedBatchesReplaced, count: replaced)
  }

  // MARK: The question

  private enum Decision {
    case publish(notify: Bool)
    case keep
    case stop
  }

  private func decision(_ review: Review) async throws -> Decision {
    switch mode {
    case .publish: return .publish(notify: notify)
    case .draft: return .keep
    case .dryRun: return .stop
    case .ask: break
    }
    if canAsk == false { throw Failure.needsTerminal(flag: "--yes") }
    // A letter never means something else; what is usual is named first.
    typealias Choice = Question<Decision>.Choice
    let totals = ReviewTotals([review])
    let students = totals.students.union(notifiesRestored ? totals.restoredStudents : [])
    var choices = [
      (
        Choice(.letterSilently, .publish(notify: false), meaning: .reviewingPublishSilently),
        Message.questionSilently
      )
    ]
    if options.notify != false, !students.isEmpty {
      let notifying = Choice(
        .letterYes, .publish(notify: true), word: .wordYes, meaning: .reviewingPublishNotifying)
      choices.insert((notifying, .questionNotifying), at: notify ? 0 : 1)
    }
    if !review.isStored {
      choices.append(
        (Choice(.letterDraft, .keep, meaning: .questionStoreDrafts), .questionDraft))
    }
    let meaning: Message = review.isStored ? .questionKeepDrafts : .questionDropChanges
    choices.append((Choice(.letterNo, .stop, word: .wordNo, meaning: meaning), .questionNo))
    let allowed = choices.map { strings($1, [.count: students.count]) }
    let question = Question(
      text: strings(.publishQuestion, [.allowed: allowed.joined(separator: ", ")]),
      choices: choices.map(\.0))
    return try await context.ask(question, orUse: "--yes") ?? .stop
  }

  // MARK: Publishing

  /// How many times to ask about cells that keep changing.
  private static let mostQuestions = 5

  /// Publishes changes; asks about what has become a conflict, and publishes again what was decided.
  private func publish(_ review: Review, notify: Bool) async throws -> PublishReport {
    let isAsked = mode == .ask && !options.mine && !options.theirs
    var report = try await send(review, notify: notify)
    var open = isAsked ? report.conflicts : []
    for _ in 1...Self.mostQuestions where !open.isEmpty {
      do {
        let decided = try await decide(about: open, in: review, &report)
        guard !decided.isEmpty else { break }
        let later = try await send(
          try await self.review(of: decided, in: review.gradebook), notify: notify,
          notified: report.toldStudents)
        open = later.conflicts
        report.append(later)
      } catch {
        // What has been published before is reported all the same.
        _ = print(report, of: review)
        throw error
      }
    }
    return report
  }

  private func send(
    _ review: Review, notify: Bool, notified: Set<Username> = []
  ) async throws -> PublishReport {
    let canBeAsked = mode == .ask && (canAsk ?? printer.streams.inputIsTerminal)
    let policy: ConflictPolicy = options.mine ? .mine : options.theirs ? .theirs : .leave
    var review = review
    do {
      return try await context.publishing { meter, progress in
        let discarded = try await publisher.keep(&review)
        try await meter.hiding {
          context.notice(.draftsDiscarded, count: discarded)
          try await context.requireWriting(canAsk: canBeAsked)
        }
        return try await publisher.publish(
          review, notify: notify, notifyingRestored: notifiesRestored, notified: notified,
          conflicts: policy, progress: progress)
      }
    } catch {
      let left = await publisher.left(of: review)
      let unconfirmed = left.filter(\.isUnconfirmed)
      // Its sentence counts the drafts.
      if !(error is UnconfirmedCells) {
        sayUnconfirmed(unconfirmed, in: review.gradebook)
        context.notice(.draftsKept, count: left.count - unconfirmed.count)
      }
      throw error.isCancellation && !unconfirmed.isEmpty ? StoppedPublishing() : error
    }
  }

  // MARK: Conflicts

  /// Asks about conflicts one by one, with all three values side by side, and stores what is decided. Returns the
  /// drafts that are to be published now; the report has the rest.
  private func decide(
    about conflicts: [Review.Row], in review: Review, _ report: inout PublishReport
  ) async throws -> [Draft] {
    let names = CellNames(review, strings.serviceLanguage)
    let table = ConflictTable(names: names, strings: strings, dates: context.dates)
    let question = Question<ConflictPolicy>(
      text: strings(.conflictQuestion),
      choices: [
        .init(.letterMine, .mine, meaning: .questionMine),
        .init(.letterTheirs, .theirs, meaning: .questionTheirs),
        .init(.letterLater, .leave, meaning: .questionLater),
      ])
    var decided: [Draft] = []
    for conflict in conflicts {
      guard let theirs = conflict.theirs else { continue }
      let edit = conflict.draft.edit
      notice([""] + table.sheet(edit, theirs).lines(width: printer.streams.errors.columns))
      guard let choice = try await context.ask(question, orUse: "--mine") else { break }
      if choice == .leave { continue }
      report.forget([conflict.cell])
      let found = try await context.services.drafts.decide(
        edit, as: choice == .mine ? edit.over(theirs) : edit.unchanged, in: review.gradebook)
      if let draft = found?.after {
        decided.append(draft)
      } else {
        report.rows.append(
          conflict.becoming(found == nil ? .waiting(DraftReason(.replaced)) : .gaveWay))
      }
    }
    return decided
  }

  /// The review of decided drafts, in which a cell that has changed again is a conflict again.
  private func review(of drafts: [Draft], in gradebook: Gradebook) async throws -> Review {
    let reading = try await publisher.reading(of: gradebook)
    let numbers = Set(drafts.map(\.id))
    return Review(
      reading.drafts.filter { numbers.contains($0.id) }, in: gradebook, over: reading.grid,
      readAt: context.now())
  }
}
