import ArgumentParser
import GradesCore

/// `grades drafts [CODE]`: the changes that the service does not have yet; sends no request.
struct DraftsCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("drafts", .helpDrafts) }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String?

  @OptionGroup var reading: FormatOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    var sections: [DraftsReport.Section] = []
    for gradebook in try await context.gradebooks.withDrafts(of: code) {
      let drafts = try await context.services.drafts.drafts(in: gradebook)
      // It may have damaged drafts only.
      guard !drafts.isEmpty else { continue }
      sections.append(
        .init(
          gradebook: gradebook, drafts: drafts,
          names: await context.gradebooks.storedNames(gradebook),
          items: await context.gradebooks.storedItems(gradebook)))
    }
    return Answer(
      DraftsReport(
        sections: sections, course: code, isPublishing: context.gradebooks.publisher.isBusy,
        strings: context.strings, dates: context.dates))
  }
}
