import ArgumentParser
import GradesClient
import GradesCore

/// `grades stats CODE [ITEM...]`: what the values of a group are like.
struct StatisticsCommand: AppCommand {
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

  var access: Access { reading.access }
  var optionRules: [OptionRule] {
    page.rules(reading) + [
      .excludes("--by", by != nil && by != .group, ["--group": groups.count > 1])
    ]
  }

  func run(in context: Context) async throws -> ExitStatus {
    let format = try reading.format()
    let file = page.file
    try file?.check()
    try selecting.check()
    if by == .group, groups.count < 2 { throw Failure.requires("--by group", "--group") }
    let course = try await context.course(code, semester: reading.semester)
    let parts = StatisticsParts(
      teacher: context.services.teacher, key: groups.count > 1 ? .group : by, groups: groups,
      items: identifiers, selection: selecting.selection,
      isAnonymous: page.anonymous, strings: context.strings
    ) { try await values(ofGroup: $0, of: identifiers, course, in: context) }
    let report = try await parts.report(showsHistograms: !items.isEmpty)
    let matrix = report.matrix
    if let file {
      let page = StatisticsPage(
        report: report, isAnonymous: self.page.anonymous, strings: context.strings,
        time: context.dates.dateTimeWithZone(matrix.fetchedAt))
      try await context.write(page.text, to: file, named: self.page.html)
    } else {
      await context.show(report, as: format)
    }
    context.say(matrix.isStale, fetchedAt: matrix.fetchedAt)
    return .done
  }

  private var identifiers: [ItemIdentifier] { items.map { ItemIdentifier($0) } }

  @MainActor private func values(
    ofGroup typed: String, of items: [ItemIdentifier], _ course: CourseContext,
    in context: Context
  ) async throws -> StatisticsParts.Values {
    let query = GroupQuery(
      course: course.code, semester: course.semester,
      group: try await context.group(typed, in: course))
    let found = try await context.asking(about: course, .progressGroup) {
      let found = try await context.services.teacher.matrix(query).latest()
      _ = try found.value.selecting(items)
      return found
    }
    let drafts = try await context.drafts(of: found.value, shown: withDrafts)
    let matrix = found.map { drafts.applied(to: $0) }
    return .init(
      matrix: matrix,
      rows: try await context.rows(selecting.selection, of: matrix.value, in: course))
  }
}

/// What `grades stats` compares.
enum StatisticsKey: String, CaseIterable, ExpressibleByArgument, Sendable {
  case parallel, semester
  /// The groups that are named.
  case group
}
