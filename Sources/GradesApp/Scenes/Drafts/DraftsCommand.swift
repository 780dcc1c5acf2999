import ArgumentParser
import GradesCore

/// `grades drafts [CODE]`: the changes that the service does not have yet; sends no request.
struct DraftsCommand: AppCommand {
  static var configuration: CommandConfiguration { help("drafts", .helpDrafts) }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String?

  @OptionGroup var format: FormatOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func run(in context: Context) async throws -> ExitStatus {
    let format = try format.format()
    var sections: [DraftsReport.Section] = []
    for gradebook in try await context.gradebooks.withDrafts(of: code) {
      let drafts = try await context.services.drafts.drafts(in: gradebook)
      // It may have damaged drafts only.
      guard !drafts.isEmpty else { continue }
      sections.append(
        .init(
          gradebook: gradebook, drafts: drafts,
          names: context.gradebooks.storedNames(gradebook),
          items: context.gradebooks.storedItems(gradebook)))
    }
    await context.show(
      DraftsReport(
        sections: sections, course: code, isPublishing: context.gradebooks.publisher.isBusy,
        strings: context.strings, dates: context.dates),
      as: format)
    return .done
  }
}

/// The forms in which something is printed that is on this machine.
struct FormatOptions: ParsableArguments {
  @Flag(help: .words(.optionJson))
  var json = false

  @Flag(help: .words(.optionCsv))
  var csv = false

  /// The output format; throws when two were requested.
  func format() throws -> ReportFormat { try ReportFormat(json: json, csv: csv) }
}
