import ArgumentParser
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
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var outlivesReader: Bool { true }

  var optionRules: [OptionRule] { review.rules(draft: draft) }

  func run(in context: Context) async throws -> ExitStatus {
    try await BatchReversal(context: context, reversal: .undo, options: review, draft: draft)
      .run(batch)
  }
}
