import GradesClient
import GradesCore
import GradesLocalization

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
    let isRefused = proposal.isRefused && (!skipsRefused || proposal.mayAddTwice)
    // The outcome lists what is unconfirmed; without anything else there is no review.
    if !(isSettled(changes) && proposal.isUnconfirmedOnly) {
      let report = ReviewReport(
        review, notify: notify, notifyingRestored: notifiesRestored,
        canBeSent: mode != .draft && !isRefused, strings: strings)
      show(report)
      // A person sees what is refused also where the review goes to a program.
      if !printer.streams.output.isTerminal { report.refusals.forEach(printer.notice) }
    }
    if let hint = isRefused ? refusedHint(proposal) : consentHint(proposal) {
      if options.json, mode == .publish || mode == .ask { printReview(review) }
      printer.notice(hint)
      return .refused
    }
    sayUnconfirmed(changes)
    try await sayReplaced(changes)
    if mode == .dryRun {
      printer.notice(strings(.reviewDryRun))
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

  /// The status where nothing is published: what is unconfirmed was asked for, and is not changed.
  private func unpublishedStatus(_ changes: ReviewedChanges) -> ExitStatus {
    changes.proposal.unconfirmed.isEmpty ? .done : .unfinished
  }

  private func finish(_ changes: ReviewedChanges) async throws -> ExitStatus {
    guard !changes.proposal.changes.isEmpty else {
      try accepted()
      return try await finishWithoutChanges(changes)
    }
    switch try await decision(changes) {
    case .publish(let notify):
      try accepted()
      return print(try await publish(changes, notify: notify), of: changes.proposal)
    case .keep:
      try accepted()
      try await keep(changes)
      return unpublishedStatus(changes)
    case .stop:
      printer.notice(strings(changes.areKept ? .publishCancelled : .reviewStopped))
      return .cancelled
    }
  }

  /// Reports until when unconfirmed cells are left alone.
  private func sayUnconfirmed(_ changes: ReviewedChanges) {
    let proposal = changes.proposal
    // The outcome of a publishing reports it again, as it is then.
    let hasOutcome =
      if !proposal.changes.isEmpty { mode == .publish } else {
        isSettled(changes) || options.json && (mode == .publish || mode == .ask)
      }
    if !hasOutcome, let notice = unconfirmedNotice(proposal.unconfirmed, in: proposal.gradebook) {
      printer.notice(notice)
    }
  }

  /// Whether drafts need no question, as nothing of them is to be sent.
  private func isSettled(_ changes: ReviewedChanges) -> Bool {
    changes.areKept && changes.proposal.changes.isEmpty && mode != .dryRun
  }

  /// Reports how many drafts with other values the changes take the place of.
  private func sayReplaced(_ changes: ReviewedChanges) async throws {
    guard !changes.areKept else { return }
    let edits = Dictionary(
      changes.proposal.changes.map { ($0.cell, $0) }, uniquingKeysWith: { first, _ in first })
    let drafts = try await context.services.drafts.drafts(in: changes.proposal.gradebook)
    let replaced = drafts.count { draft in
      guard draft.state != .unconfirmed, let edit = edits[draft.cell] else { return false }
      return edit.value != draft.edit.value
        || edit.note != draft.edit.note && (edit.changesNote || draft.edit.changesNote)
    }
    if replaced > 0 {
      printer.notice(strings(.publishedBatchesReplaced, [.count: replaced]))
    }
  }

  private func unconfirmedNotice(_ drafts: [Draft], in gradebook: Gradebook) -> String? {
    guard let end = drafts.map({ $0.confirmAfter ?? $0.createdAt }).max() else { return nil }
    return strings(
      .publishUnconfirmed,
      [
        .count: drafts.count, .time: context.dates.timeWithSeconds(end),
        .command: .command("grades publish \(gradebook.course) --wait"),
      ])
  }

  // MARK: What is shown

  private func show(_ report: ReviewReport) {
    guard options.json else { return printer.print(report, as: .table) }
    switch mode {
    case .dryRun, .draft: printer.print(report, as: .json)
    // The document has the outcome; the question needs the review.
    case .ask:
      for line in report.lines(width: printer.streams.errors.columns) {
        printer.notice(line.text)
      }
    case .publish: break
    }
  }

  private func printReview(_ review: CourseReview) {
    printer.print(ReviewReport(review, notify: notify, strings: strings), as: .json)
  }

  private func print(_ outcome: PublishReport, of proposal: Proposal) -> ExitStatus {
    let report = OutcomeReport(
      outcome: outcome, confirmed: confirmed,
      leftAlone: proposal.problems.compactMap(\.leftAlone), names: names(of: proposal),
      command: "grades publish \(proposal.gradebook.course)", strings: strings,
      dates: context.dates)
    printer.print(report, as: options.json ? .json : .table)
    for sentence in report.advice { printer.notice(sentence) }
    return outcome.status
  }

  private func names(of proposal: Proposal) -> CellNames {
    CellNames(proposal.definitions, proposal.students, strings.serviceLanguage)
  }

  // MARK: What is done

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
    let notifying = Choice(
      .letterYes, .publish(notify: true), word: .wordYes, meaning: .reviewingPublishNotifying)
    let silently = Choice(
      .letterSilently, .publish(notify: false), meaning: .reviewingPublishSilently)
    let draft = Choice(.letterDraft, .keep, meaning: .questionStoreDrafts)
    let no = Choice(
      .letterNo, .stop, word: .wordNo,
      meaning: changes.areKept ? .questionKeepDrafts : .questionDropChanges)
    let restored = notifiesRestored ? changes.totals.restoredStudents : []
    let students = changes.totals.students.union(restored)
    var choices = [(silently, Message.questionSilently)]
    if options.notify != false, !students.isEmpty {
      choices.insert((notifying, .questionNotifying), at: notify ? 0 : 1)
    }
    choices += (changes.areKept ? [] : [(draft, .questionDraft)]) + [(no, .questionNo)]
    let allowed = choices.map { strings($1, [.count: students.count]) }
    let question = Question(
      text: strings(.publishQuestion, [.allowed: allowed.joined(separator: ", ")]),
      choices: choices.map(\.0))
    return try await context.ask(question, orUse: "--yes") ?? .stop
  }

  private func finishWithoutChanges(_ changes: ReviewedChanges) async throws -> ExitStatus {
    // Of drafts, those that the service has already are settled; there is nothing that could be sent.
    if changes.areKept { return print(try await changes.settle(), of: changes.proposal) }
    if options.json, mode != .draft {
      _ = print(PublishReport(unconfirmed: changes.proposal.unconfirmed), of: changes.proposal)
    }
    try await storeReportingDiscarded(changes)
    return unpublishedStatus(changes)
  }

  private func keep(_ changes: ReviewedChanges) async throws {
    try await storeReportingDiscarded(changes)
    let count = changes.proposal.changes.count
    printer.notice(strings(.draftsKept, [.count: count]))
  }

  /// Stores the changes, and reports the number of drafts that this discards.
  private func storeReportingDiscarded(_ changes: ReviewedChanges) async throws {
    sayDiscarded(try await changes.keep())
  }

  private func sayDiscarded(_ count: Int) {
    if count > 0 { printer.notice(strings(.draftsDiscarded, [.count: count])) }
  }

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
          notified: report.notifiedStudents)
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

  /// How many times to ask about cells that keep changing.
  private static let mostQuestions = 5

  private func send(
    _ changes: ReviewedChanges, notify: Bool, notified: Set<Username> = []
  ) async throws -> PublishReport {
    let canBeAsked = mode == .ask && (canAsk ?? printer.streams.inputIsTerminal)
    let policy: ConflictPolicy = options.mine ? .mine : options.theirs ? .theirs : .leave
    let (outcome, error) = try await context.publishing { meter, progress in
      await ReviewOutcome.publishing(
        [changes], notify: notify, notifyingRestored: notifiesRestored, notified: notified,
        conflicts: policy,
        stored: { discarded in await meter.hiding { sayDiscarded(discarded) } },
        permitting: {
          try await meter.hiding { try await context.requireWriting(canAsk: canBeAsked) }
        }, progress: { progress($1) })
    }
    if let error {
      // Its sentence counts the drafts.
      if !(error is UnconfirmedCells) { sayWhatWaits(outcome, in: changes.gradebook) }
      if outcome.ending == .stopped, !outcome.unconfirmed.isEmpty { throw StoppedPublishing() }
      throw error
    }
    return outcome.courses.first?.report ?? PublishReport()
  }

  /// After a failure: what is still a draft, and what may have arrived.
  private func sayWhatWaits(_ outcome: ReviewOutcome, in gradebook: Gradebook) {
    if let notice = unconfirmedNotice(outcome.unconfirmed, in: gradebook) {
      printer.notice(notice)
    }
    if !outcome.waiting.isEmpty {
      printer.notice(strings(.draftsKept, [.count: outcome.waiting.count]))
    }
  }

  // MARK: Conflicts

  /// Asks about conflicts one by one, with all three values side by side, and stores what is decided. Returns the
  /// drafts that are to be published now; the report has the rest.
  private func decide(
    about conflicts: [Conflict], in proposal: Proposal, _ report: inout PublishReport
  ) async throws -> [Draft] {
    let table = ConflictTable(names: names(of: proposal), strings: strings, dates: context.dates)
    let question = Question<ConflictPolicy>(
      text: strings(.conflictQuestion),
      choices: [
        .init(.letterMine, .mine, meaning: .questionMine),
        .init(.letterTheirs, .theirs, meaning: .questionTheirs),
        .init(.letterLater, .leave, meaning: .questionLater),
      ])
    var decided: [Draft] = []
    for conflict in conflicts {
      for line in [""] + table.sheet(conflict).lines(width: printer.streams.errors.columns) {
        printer.notice(line.text)
      }
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

extension Proposal.Problem {
  /// A cell that an undo does not touch, and why, for programs.
  fileprivate var leftAlone: OutcomeReport.LeftAlone? {
    switch self {
    case .kept(let change, _), .failed(let change, _): .init(cell: change.cell, reason: kind)
    case .requested, .conflict, .unconfirmed: nil
    }
  }
}
