import ArgumentParser
import GradesCore

/// `grades redo [BATCH]`: the Review scene of drafts that take an undo back.
struct RedoCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "redo", .helpRedo, .helpRedoDiscussion,
      examples: ["grades redo", "grades redo 13 --dry-run", "grades redo --yes --no-notify"])
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
    try await BatchReversal(context: context, reversal: .redo, options: review, draft: draft)
      .run(batch)
  }
}
