import ArgumentParser
import GradesCore

/// `grades history [BATCH]`: the batches published from this computer; sends no request.
struct HistoryCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("history", .helpHistory) }

  @Argument(help: .words(.argumentBatch, valueName: "batch"))
  var batch: Int64?

  @Option(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var course: String?

  @OptionGroup var reading: FormatOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var optionRules: [OptionRule] { [.oneOf(["BATCH": batch != nil, "--course": course != nil])] }

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let owner = try await context.gradebooks.owner()
    var batches = try await context.services.drafts.history(of: owner)
    if let course {
      let code = try CourseCodeMatcher(known: batches.map(\.gradebook.course)).course(course)
      batches.removeAll { $0.gradebook.course != code }
    }
    if let batch {
      batches.removeAll { $0.id != batch }
      guard !batches.isEmpty else { throw Failure.batch(batch) }
    }
    var names: CellNames?
    if batch != nil, let first = batches.first {
      names = await context.gradebooks.storedNames(first.gradebook)
    }
    return Answer(
      HistoryReport(
        batches: batches, detailed: names, course: course, strings: context.strings,
        dates: context.dates))
  }
}
