import ArgumentParser
import GradesClient
import GradesCore

/// `grades undo [BATCH]`: the Review scene of drafts that take a published batch back.
struct UndoCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "undo", .helpUndo, .helpUndoDiscussion,
      examples: ["grades undo", "grades undo 12 --dry-run", "grades undo 12 --yes --no-notify"])
  }

  @Argument(help: .words(.argumentBatch, valueName: "batch"))
  var batch: Int64?

  @Flag(help: .words(.optionDraft))
  var draft = false

  @OptionGroup var review: ReviewOptions
  @OptionGroup var shared: SharedOptions

  func run(in context: Context) async throws -> ExitStatus {
    let mode = try ReviewMode(
      review, draft: draft, canAsk: context.printer.streams.inputIsTerminal)
    if mode != .dryRun { try await confirmAll(context) }
    guard let batch = try await chosenBatch(context) else {
      context.printer.notice(context.strings(.undoNothing))
      return .done
    }
    var review = review
    // A change without a notification is undone without one.
    if review.notify == nil, !batch.notified { review.notify = false }
    let gradebook = batch.gradebook
    let course = CourseContext(gradebook.course, in: .code(gradebook.semester))
    let isForced = review.force
    let proposal = try await context.asking(about: course) {
      try await context.gradebooks.proposals(in: gradebook).proposal(
        undoing: batch, isForced: isForced)
    }
    let changes = ReviewedChanges(
      proposal, drafts: context.services.drafts, publisher: context.gradebooks.publisher)
    let status = try await ReviewConversation(
      context: context, options: review, mode: mode, skipsRefused: true
    ).run(changes)
    return status == .done ? proposal.undoStatus : status
  }

  /// Reads what is unconfirmed: it may belong to the batch.
  @MainActor private func confirmAll(_ context: Context) async throws {
    let owner = try await context.gradebooks.owner()
    for gradebook in try await context.services.drafts.unconfirmedGradebooks(of: owner) {
      let course = CourseContext(gradebook.course, in: .code(gradebook.semester))
      _ = try await context.asking(about: course) { try await context.confirm(gradebook) }
    }
  }

  /// The batch that was named, else the last one; nil when there is none at all.
  @MainActor private func chosenBatch(_ context: Context) async throws -> PublishedBatch? {
    let owner = try await context.gradebooks.owner()
    guard let batch else { return try await context.services.drafts.history(of: owner).first }
    guard let found = try await context.services.drafts.batch(batch, of: owner) else {
      throw Failure.unknownBatch(batch)
    }
    return found
  }
}

extension Proposal {
  /// How an undo ends that did all it could: what cannot be undone is refused; an undo that leaves
  /// everything to others has not done anything.
  fileprivate var undoStatus: ExitStatus {
    if isRefused { return .refused }
    let isAllKept = changes.isEmpty && unchanged == 0 && !problems.isEmpty
    return isAllKept ? .unfinished : .done
  }
}
