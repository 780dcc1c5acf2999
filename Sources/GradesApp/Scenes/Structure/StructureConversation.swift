import ArgumentParser
import GradesClient
import GradesCore
import GradesLocalization
import Synchronization
import Terminal

struct StructureChangeOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: .words(.optionYes))
  var yes = false

  @Flag(help: .words(.optionDryRun))
  var dryRun = false

  @Flag(help: .words(.optionJson))
  var json = false
}

struct StructureRemovalOption: ParsableArguments {
  @Option(help: .words(.optionStructureRemove, valueName: "item"), completion: .items)
  var remove: [String] = []
}

struct StructureFileOptions: ParsableArguments {
  @Flag(help: .words(.optionStructureRemoveAll))
  var removeAll = false

  @Flag(help: .words(.optionStructureOverwrite))
  var overwrite = false
}

/// The one way from a plan of a course's structure to the service in a shell: what is shown, what is asked, and
/// how it ends (Product rules, A course's structure).
@MainActor
struct StructureConversation {
  let context: Context
  let options: StructureChangeOptions
  /// The items that may be removed with their values.
  let removable: [String]
  /// The file, and what of its plan is allowed; nil where the plan was made of no file.
  let file: (path: String, options: StructureFileOptions)?
  /// The title of what the course is to have; nil: that of the file or of edits.
  let wanted: Message?

  private var strings: Strings { context.strings }
  private var printer: Printer { context.printer }
  private var changeText: StructureChangeText {
    StructureChangeText(strings: strings, namesFields: true)
  }

  /// Throws where nothing could be answered, before anything is asked of the service.
  init(
    _ context: Context, _ options: StructureChangeOptions, removing removable: [String] = [],
    wanted: Message? = nil, file: (path: String, options: StructureFileOptions)? = nil
  ) throws {
    if options.yes, options.dryRun { throw Failure.exclusive("--yes", "--dry-run") }
    guard options.yes || options.dryRun || context.printer.streams.inputIsTerminal else {
      throw Failure.needsTerminal(flag: "--yes")
    }
    (self.context, self.options, self.removable) = (context, options, removable)
    (self.wanted, self.file) = (wanted, file)
  }

  /// Shows a plan, and applies it by the options or the user's answers.
  func run(
    _ plan: StructurePlan, problems: StructureReading? = nil, remark: String? = nil
  ) async throws -> ExitStatus {
    let report = StructurePlanReport(
      plan: plan, problems: problems, wanted: wanted, text: changeText)
    if options.json, options.dryRun || !plan.isSendable {
      printer.print(report, as: .json)
      if !options.dryRun { for remark in report.remarks { printer.notice(remark.text) } }
    } else if options.json {
      // The document has the outcome; the question needs the plan.
      if !options.yes {
        let width = printer.streams.errors.columns
        for line in report.lines(width: width) { printer.notice(line.text) }
      }
    } else {
      printer.print(report, as: .table)
    }
    context.warnOfUnusedRemovals(removable, in: plan)
    if plan.isEmpty, plan.conflicts.isEmpty { return .done }
    if let problems { context.report(problems, name: file?.path ?? "\(plan.course)") }
    if let remark { printer.notice(remark) }
    if options.dryRun {
      context.notice(.reviewDryRun)
      return .done
    }
    try checkForeign(plan)
    // The plan has the reasons.
    guard plan.isSendable else { return .refused }
    guard let allowed = try await allowedRemovals(of: plan) else { throw Failure.stopped }
    try await context.require(options.yes, or: .structureQuestion)
    try await context.requireWriting(canAsk: !options.yes && printer.streams.inputIsTerminal)
    return try await apply(plan, removing: allowed)
  }

  /// Throws where the plan could take back what others have changed.
  private func checkForeign(_ plan: StructurePlan) throws {
    let isUncertain = plan.isUncertain && file?.options.overwrite != true
    guard !plan.conflicts.isEmpty || isUncertain else { return }
    let items = Set(plan.conflicts.map(\.item)).sorted().map(\.rawValue)
    // Without a conflict it is unknown what others have changed.
    throw Failure(
      .unfinished, items.isEmpty ? .errorStructureUncertain : .errorStructureConflicts,
      [
        .course: plan.course, .item: .list(items),
        .command: .command("grades structure export \(plan.course) --update \(file?.path ?? "-")"),
      ])
  }

  /// The items with values that may be removed; nil where a person does not allow one.
  private func allowedRemovals(of plan: StructurePlan) async throws -> Set<ItemIdentifier>? {
    let removed = Set(plan.removals.map(\.item.identifier))
    let allAllowed = file?.options.removeAll == true
    var allowed = allAllowed ? removed : Set(removable.map { ItemIdentifier($0) })
    if plan.removesMost, !removed.isSubset(of: allowed) {
      throw StructureRefusal.removals(plan.removals)
    }
    let missing = plan.guardedRemovals.filter { !allowed.contains($0.item.identifier) }
    if !missing.isEmpty, options.yes || !printer.streams.inputIsTerminal {
      throw StructureRefusal.removals(missing)
    }
    for removal in missing {
      let identifier = removal.item.identifier
      let question = strings(
        .structureRemovalQuestion, [.item: identifier, .count: removal.values])
      let answer = try await printer.ask(SafeText.singleLine(question), orUse: "--remove")
      guard answer?.filter({ !$0.isWhitespace }) == identifier.rawValue else { return nil }
      allowed.insert(identifier)
    }
    return allowed
  }

  private func apply(
    _ plan: StructurePlan, removing allowed: Set<ItemIdentifier>
  ) async throws -> ExitStatus {
    let outcome: StructureOutcome
    let last = Mutex(PublishProgress.reading)
    do {
      outcome = try await context.publishing(structure: true) { _, progress in
        try await context.applier.apply(plan, removing: allowed, isOfFile: file != nil) { step in
          last.withLock { $0 = step }
          progress(step)
        }
      }
    } catch StructureRefusal.changed(let changes) {
      for line in changeText.colleagues(changes) { printer.notice(line.text) }
      throw Failure(
        .unfinished, .errorStructureChanged,
        [.course: plan.course, .item: .list(changes.map(\.identifier.rawValue))])
    } catch GradesError.notPermitted {
      // All could be read until here.
      context.notice(.structureNoEditor)
      throw GradesError.notPermitted
    } catch let error where Failure(error) == .cancelled {
      if let text = text(ofEndAfter: last.withLock { $0 }) { printer.notice(text) }
      throw error
    }
    let report = StructureOutcomeReport(
      outcome: outcome, plan: plan,
      failure: outcome.failure.map { context.sentence(for: .service($0)) }, strings: strings)
    printer.print(report, as: options.json ? .json : .table)
    for sentence in report.advice { printer.notice(sentence) }
    return outcome.isFinished ? .done : .unfinished
  }

  /// What was sent before an application was cancelled; nil for nothing.
  private func text(ofEndAfter step: PublishProgress) -> String? {
    switch step {
    case .waiting, .reading: nil
    case .sending(let done, let total):
      strings(.structureStoppedSending, [.done: done, .total: total])
    case .verifying: strings(.structureStoppedVerifying)
    }
  }
}
