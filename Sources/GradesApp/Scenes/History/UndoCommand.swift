import ArgumentParser
import GradesCore

/// `grades undo [BATCH]`: the Review scene of drafts that take a published batch back.
struct UndoCommand: PairedCommand {
  static var configuration: CommandConfiguration { help("undo", .helpUndo) }
  static let way = Reversal.undo

  @OptionGroup var arguments: ReversalOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions
}

/// `grades redo [BATCH]`: the Review scene of drafts that take an undo back.
struct RedoCommand: PairedCommand {
  static var configuration: CommandConfiguration { help("redo", .helpRedo) }
  static let way = Reversal.redo

  @OptionGroup var arguments: ReversalOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions
}

struct ReversalOptions: PairedArguments {
  @Argument(help: .words(.argumentBatch, valueName: "batch"))
  var batch: Int64?

  @Flag(help: .words(.optionDraft))
  var draft = false

  @OptionGroup var review: ReviewOptions

  var optionRules: [OptionRule] { review.rules(draft: draft) }

  @MainActor func run(_ reversal: Reversal, in context: Context) async throws -> ExitStatus {
    let mode = try ReviewMode(
      review, draft: draft, canAsk: context.printer.streams.inputIsTerminal)
    if mode != .dryRun { try await confirmAll(context) }
    guard let batch = try await batch(for: reversal, context) else {
      context.notice(reversal == .undo ? .undoNothing : .redoNothing)
      return .done
    }
    let gradebook = batch.gradebook
    let course = CourseContext(gradebook.course, in: .code(gradebook.semester))
    let reviewed = try await context.asking(about: course) {
      try await context.gradebooks.reader(of: gradebook).review(undoing: batch, by: reversal)
    }
    let status = try await ReviewConversation(
      context: context, options: review, mode: mode, skipsRefused: true,
      // A change without a notification is taken back without one.
      undoesSilently: !batch.notified
    ).run(reviewed)
    return status == .done ? reviewed.undoStatus : status
  }

  /// Reads what is unconfirmed: it may belong to the batch.
  @MainActor private func confirmAll(_ context: Context) async throws {
    let owner = try await context.gradebooks.owner()
    for gradebook in try await context.services.drafts.unconfirmedGradebooks(of: owner) {
      let course = CourseContext(gradebook.course, in: .code(gradebook.semester))
      _ = try await context.asking(about: course) { try await context.confirm(gradebook) }
    }
  }

  @MainActor private func batch(
    for reversal: Reversal, _ context: Context
  ) async throws -> PublishedBatch? {
    let drafts = context.services.drafts
    let owner = try await context.gradebooks.owner()
    let stack = UndoStack(try await drafts.history(of: owner))
    if let number = batch {
      if let batch = try stack.batch(number, for: reversal) { return batch }
      // One that cannot be read is named.
      _ = try await drafts.batch(number, of: owner)
      throw Failure.batch(number)
    }
    let next = stack.next(reversal)
    let later = try await drafts.drafts(of: owner).filter {
      $0.isUnconfirmed && ($0.batch ?? 0) > (next?.id ?? 0)
    }
    // What was published last is not in the history yet: going further back would be a surprise.
    if let end = later.compactMap(\.confirmAfter).max() {
      throw Failure.unconfirmed(count: later.count, until: end, kept: 0)
    }
    return next
  }
}

extension Review {
  /// How an undo ends that did all it could: what cannot be undone is refused; an undo that leaves
  /// everything to others has not done anything.
  fileprivate var undoStatus: ExitStatus {
    if isRefused { return .refused }
    return isPublishable || problems.isEmpty ? .done : .unfinished
  }
}
