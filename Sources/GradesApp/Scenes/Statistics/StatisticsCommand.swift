import ArgumentParser

/// `grades stats CODE [ITEM...]`: what the values of a group are like.
struct StatisticsCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("stats", .helpStats) }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @Argument(help: .words(.argumentItems, valueName: "item"), completion: .items)
  var items: [String] = []

  @Option(
    name: .customLong("group"), help: .words(.optionStatsGroup, valueName: "group"),
    completion: .groups)
  var groups: [String] = []

  @Option(help: .words(.optionStatsBy, valueName: "key"))
  var by: StatisticsKey?

  @Flag(help: .words(.optionStatsDrafts))
  var withDrafts = false

  @OptionGroup var selecting: SelectionOptions
  @OptionGroup var page: PageOptions
  @OptionGroup var reading: ReadingOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var optionRules: [OptionRule] {
    page.rules(reading) + [
      .excludes("--by", by != nil && by != .group, ["--group": groups.count > 1])
    ]
  }

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let file = page.file
    try file?.check()
    try selecting.check()
    if by == .group, groups.count < 2 { throw Failure.requires("--by group", "--group") }
    let course = try await context.course(code, semester: reading.semester)
    let words = format == .table ? context.strings : context.printer.names
    let report = try await report(of: course, in: context, words)
    guard let file else { return Answer(report.matrix, report) }
    let page = StatisticsPage(
      report: report, isAnonymous: self.page.anonymous, strings: context.strings,
      time: context.dates.dateTimeWithZone(report.matrix.fetchedAt))
    try await context.write(page.text, to: file, named: self.page.html)
    return Answer(report.matrix, nil)
  }
}

enum StatisticsKey: String, CaseIterable, ExpressibleByArgument, Sendable {
  case parallel, semester
  /// The groups that are named.
  case group
}
