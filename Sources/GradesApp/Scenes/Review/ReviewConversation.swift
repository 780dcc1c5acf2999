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
  /// What became of changes that were unconfirmed before.
  var confirmed = PublishReport()

  private var strings: Strings { context.strings }
  private var printer: Printer { context.printer }

  /// Whether students are notified, unless the answer to the question changes it.
  private var notify: Bool {
    options.notify ?? (context.settings.notifiesStudents && !undoesSilently)
  }

  /// Whether students are notified of values of a backup, too.
  private var notifiesRestored: Bool { options.notify == true }

  /// Shows the changes, and publishes, stores or drops them by the options or the user's answer.
  func run(_ review: CourseReview) async throws -> ExitStatus {
    let proposal = review.proposal
    let changes = ReviewedChanges(
      review, drafts: context.services.drafts, publisher: context.gradebooks.publisher)
    // Drafts need no question where nothing of them is to be sent.
    let isSettled = changes.areKept && proposal.changes.isEmpty && mode != .dryRun
    let isRefused = proposal.isRefused && (!skipsRefused || proposal.mayAddTwice)
    // The outcome lists what is unconfirmed; without anything else there is no review.
    if !(isSettled && proposal.isUnconfirmedOnly) {
      show(
        ReviewReport(
          review, notify: notify, notifyingRestored: notifiesRestored,
          canBeSent: mode != .draft && !isRefused, strings: strings))
    }
    let isPublishing = mode == .publish || mode == .ask
    if let hint = isRefused ? refusedHint(proposal) : consentHint(proposal) {
      if options.json, isPublishing {
        printer.print(ReviewReport(review, notify: notify, strings: strings), as: .json)
      }
      printer.notice(hint)
      return .refused
    }
    // The outcome of a publishing reports what is unconfirmed again, as it is then.
    let hasOutcome =
      proposal.changes.isEmpty
      ? isSettled || options.json && isPublishing : mode == .publish
    if !hasOutcome { sayUnconfirmed(proposal.unconfirmed, in: proposal.gradebook) }
    try await sayReplaced(changes)
    if mode == .dryRun {
      context.notice(.reviewDryRun)
      return .done
    }
    return try await finish(changes)
  }

  private func refusedHint(_ proposal: Proposal) -> String {
    guard proposal.mayAddTwice else { return strings(.reviewRefusedHint) }
    let course = proposal.gradebook.course
    return strings(
      .reviewAddedHint,
      [
        .command: .command("grades publish \(course)"),
        .name: .command("grades discard \(course)"),
      ])
  }

  /// What to do where no person has seen what should be checked; nil: nothing.
  private func consentHint(_ proposal: Proposal) -> String? {
    guard mode == .publish, !(canAsk ?? printer.streams.inputIsTerminal) else { return nil }
    if needsNamesConsent, !proposal.changes.isEmpty { return strings(.reviewNamesHint) }
    let count = options.allowOutOfBounds ? 0 : proposal.outOfBounds.count
    return count > 0 ? strings(.reviewBoundsHint, [.count: count]) : nil
  }

  private func finish(_ changes: ReviewedChanges) async throws -> ExitStatus {
    let proposal = changes.proposal
    // What is unconfirmed was asked for, and is not changed.
    let unpublished = proposal.unconfirmed.isEmpty ? ExitStatus.done : .unfinished
    if proposal.changes.isEmpty {
      try accepted()
      // Of drafts, those that the service has already are settled; there is nothing that could be sent.
      if changes.areKept { return print(try await changes.settle(), of: proposal) }
      if options.json, mode != .draft {
        _ = print(PublishReport(unconfirmed: proposal.unconfirmed), of: proposal)
      }
      context.notice(.draftsDiscarded, count: try await changes.keep())
      return unpublished
    }
    switch try await decision(changes) {
    case .publish(let notify):
      try accepted()
      return print(try await publish(changes, notify: notify), of: proposal)
    case .keep:
      try accepted()
      context.notice(.draftsDiscarded, count: try await changes.keep())
      context.notice(.draftsKept, [.count: proposal.changes.count])
      return unpublished
    case .stop:
      context.notice(changes.areKept ? .publishCancelled : .reviewStopped)
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

  private func print(_ outcome: PublishReport, of proposal: Proposal) -> ExitStatus {
    let report = OutcomeReport(
      outcome: outcome, confirmed: confirmed, notTouched: proposal.problems,
      names: CellNames(proposal, strings.serviceLanguage),
      command: "grades publish \(proposal.gradebook.course)", strings: strings,
      dates: context.dates)
    printer.print(report, as: options.json ? .json : .table)
    report.advice.forEach(printer.notice)
    return outcome.status
  }

  /// Reports until when unconfirmed cells are left alone.
  private func sayUnconfirmed(_ drafts: [Draft], in gradebook: Gradebook) {
    guard let end = drafts.map({ $0.confirmAfter ?? $0.createdAt }).max() else { return }
    context.notice(
      .publishUnconfirmed,
      [
        .count: drafts.count, .time: context.dates.timeWithSeconds(end),
        .command: .command("grades publish \(gradebook.course) --wait"),
      ])
  }

  /// Reports how many drafts with other values the changes take the place of.
  private func sayReplaced(_ changes: ReviewedChanges) async throws {
    guard !changes.areKept else { return }
    let edits = changes.proposal.changes.keyed(by: \.cell)
    let drafts = try await context.services.drafts.drafts(in: changes.gradebook)
    let replaced = drafts.count { draft in
      guard draft.state != .unconfirmed, let edit = edits[draft.cell] else { return false }
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

  private func decision(_ changes: ReviewedChanges) async throws -> Decision {
    switch mode {
    case .publish: return .publish(notify: notify)
    case .draft: return .keep
    case .dryRun: return .stop
    case .ask: break
    }
    if canAsk == false { throw Failure.needsTerminal(flag: "--yes") }
    // A letter never means something else; what is usual is named first.
    typealias Choice = Question<Decision>.Choice
    let restored = notifiesRestored ? changes.totals.restoredStudents : []
    let students = changes.totals.students.union(restored)
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
    if !changes.areKept {
      choices.append(
        (Choice(.letterDraft, .keep, meaning: .questionStoreDrafts), .questionDraft))
    }
    let meaning: Message = changes.areKept ? .questionKeepDrafts : .questionDropChanges
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
  private func publish(
    _ changes: ReviewedChanges, notify: Bool
  ) async throws -> PublishReport {
    let isAsked = mode == .ask && !options.mine && !options.theirs
    var report = try await send(changes, notify: notify)
    var open = isAsked ? report.conflicts : []
    for _ in 1...Self.mostQuestions where !open.isEmpty {
      do {
        let decided = try await decide(about: open, in: changes.proposal, &report)
        guard !decided.isEmpty else { break }
        let later = try await send(
          try await review(of: decided, in: changes.gradebook), notify: notify,
          notified: report.toldStudents)
        open = later.conflicts
        report.append(later)
      } catch {
        // What has been published before is reported all the same.
        _ = print(report, of: changes.proposal)
        throw error
      }
    }
    return report
  }

  private func send(
    _ changes: ReviewedChanges, notify: Bool, notified: Set<Username> = []
  ) async throws -> PublishReport {
    let canBeAsked = mode == .ask && (canAsk ?? printer.streams.inputIsTerminal)
    let policy: ConflictPolicy = options.mine ? .mine : options.theirs ? .theirs : .leave
    let (outcome, error) = try await context.publishing { meter, progress in
      await ReviewOutcome.publishing(
        [changes], notify: notify, notifyingRestored: notifiesRestored, notified: notified,
        conflicts: policy,
        stored: { count in await meter.hiding { context.notice(.draftsDiscarded, count: count) } },
        permitting: {
          try await meter.hiding { try await context.requireWriting(canAsk: canBeAsked) }
        }, progress: { progress($1) })
    }
    guard let error else { return outcome.courses.first?.report ?? PublishReport() }
    // Its sentence counts the drafts.
    if !(error is UnconfirmedCells) {
      sayUnconfirmed(outcome.unconfirmed, in: changes.gradebook)
      context.notice(.draftsKept, count: outcome.waiting.count)
    }
    if outcome.ending == .stopped, !outcome.unconfirmed.isEmpty { throw StoppedPublishing() }
    throw error
  }

  // MARK: Conflicts

  /// Asks about conflicts one by one, with all three values side by side, and stores what is decided. Returns the
  /// drafts that are to be published now; the report has the rest.
  private func decide(
    about conflicts: [Conflict], in proposal: Proposal, _ report: inout PublishReport
  ) async throws -> [Draft] {
    let names = CellNames(proposal, strings.serviceLanguage)
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
      notice([""] + table.sheet(conflict).lines(width: printer.streams.errors.columns))
      guard let choice = try await context.ask(question, orUse: "--mine") else { break }
      if choice == .leave { continue }
      report.conflicts.removeAll { $0.cell == conflict.cell }
      let found = try await context.services.drafts.decide(
        conflict, as: choice == .mine ? conflict.overTheirs : conflict.edit.unchanged,
        in: proposal.gradebook)
      if let draft = found?.after {
        decided.append(draft)
      } else if found != nil {
        report.gaveWay.append(conflict.cell)
      } else {
        report.unpublished.append(.init(cell: conflict.cell, reason: DraftReason(.replaced)))
      }
    }
    return decided
  }

  /// The review of decided drafts, in which a cell that has changed again is a conflict again.
  private func review(of drafts: [Draft], in gradebook: Gradebook) async throws -> ReviewedChanges {
    let publisher = context.gradebooks.publisher
    let reading = try await publisher.reading(of: gradebook)
    let numbers = Set(drafts.map(\.id))
    return ReviewedChanges(
      CourseReview(
        reading.drafts.filter { numbers.contains($0.id) }, in: gradebook, over: reading.grid,
        readAt: context.now()), drafts: context.services.drafts, publisher: publisher)
  }
}
