import ArgumentParser
import Foundation
import GradesClient
import GradesCore

/// `grades import CODE FILE`: changes the cells that a CSV file asks for.
struct ImportCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "import", .helpImport, .helpImportDiscussion,
      examples: [
        "grades import XI-AAA.23 results.csv", "grades import XI-AAA.23 results.csv --dry-run",
        "grades import XI-AAA.23 - --yes --no-notify < results.csv",
        "grades import XI-AAA.23 lab.csv --group PARALLEL_555 --skip-invalid",
      ])
  }

  @Argument(
    help: .words(.argumentCourse, valueName: "code"),
    completion: .custom { _, _, _ in Completions.courses() })
  var code: String

  @Argument(
    help: .words(.argumentCsvFile, valueName: "file"),
    completion: .file(extensions: ["csv", "tsv", "txt"]))
  var file: String

  @Option(
    help: .words(.optionExpectedGroup, valueName: "group"),
    completion: .custom { words, _, _ in Completions.groups(words) })
  var group = GroupID.all.rawValue

  @Option(help: .words(.optionImportNote, valueName: "text"))
  var note: String?

  @OptionGroup var editing: EditingOptions
  @OptionGroup var review: ReviewOptions
  @OptionGroup var shared: SharedOptions

  func run(in context: Context) async throws -> ExitStatus {
    let source = InputFile(file, streams: context.printer.streams)
    // Questions cannot be answered on standard input while the file comes through it.
    let mode = try ReviewMode(
      review, draft: editing.draft,
      canAsk: context.printer.streams.inputIsTerminal && !source.isStandardInput)
    let data = try await source.read(upTo: CSVReading.largestFile)
    let course = try await context.editedCourse(code, semester: editing.semester)
    let gradebook = try await context.gradebooks.gradebook(course)
    let proposal = try await context.asking(about: course) {
      if mode != .dryRun { _ = try await context.confirm(gradebook) }
      let proposals = context.gradebooks.proposals(in: gradebook)
      let definitions = try await proposals.definitions()
      let reading = try CSVReading(
        data, definitions: definitions, emptyClears: editing.clear,
        note: note.map { .whereChanged($0) } ?? .keep)
      if reading.encoding == .windows1250 {
        context.printer.notice(context.strings(.csvWindows1250))
      }
      return try await proposals.proposal(
        importing: reading, of: definitions, expecting: GroupID(typed: group),
        allowsClearing: editing.clear, isForced: review.force)
    }
    if proposal.untouched > 0 {
      context.printer.notice(
        context.strings(.draftsUntouched, [.count: .count(proposal.untouched)]))
    }
    let changes = ReviewedChanges(
      proposal, from: .file(source.lastName), drafts: context.services.drafts,
      publisher: context.gradebooks.publisher)
    return try await ReviewConversation(
      context: context, options: review, mode: mode, skipsRefused: editing.skipInvalid
    ).run(changes)
  }
}
