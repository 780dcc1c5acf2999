import ArgumentParser
import Files
import GradesClient
import GradesCore
import GradesLocalization

/// `grades stats CODE [ITEM...]`: what the values of a group are like.
struct StatisticsCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("stats", .helpStats) }

  @ArgumentParser.Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @ArgumentParser.Argument(help: .words(.argumentItems, valueName: "item"), completion: .items)
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

  /// A group's values, with drafts where they count, and the students who are selected.
  private struct Values: Sendable {
    let matrix: Snapshot<GroupMatrix>
    let rows: [MatrixRow]
  }

  /// How many semesters before the requested one are compared with it.
  private static var earlier: Int { 10 }

  private var isAnonymous: Bool { page.anonymous }

  private var key: StatisticsKey? { groups.count > 1 ? .group : by }

  private var identifiers: [ItemIdentifier] { items.map { ItemIdentifier($0) } }

  @MainActor func report(
    of course: CourseContext, in context: Context, _ strings: Strings
  ) async throws -> StatisticsReport {
    func read(_ group: String) async throws -> Values {
      try await self.values(ofGroup: group, course, in: context)
    }
    let values = try await read(groups.first ?? GroupID.all.rawValue)
    let parts: [StatisticsReport.Part] =
      switch key {
      case nil: [.init(key: nil, name: "", statistics: await statistics(of: values))]
      case .parallel: await parallels(of: values, in: context, strings)
      case .semester: try await semesters(before: values, in: context, strings)
      case .group: try await namedGroups(values, strings, read)
      }
    return StatisticsReport(
      matrix: values.matrix, selected: values.rows.count, key: key,
      parts: isAnonymous ? parts.filter { $0.statistics.students >= HTMLPage.fewest } : parts,
      showsHistograms: !items.isEmpty, strings: strings)
  }

  @MainActor private func values(
    ofGroup typed: String, _ course: CourseContext, in context: Context
  ) async throws -> Values {
    let query = GroupQuery(
      course: course.code, semester: course.semester,
      group: try await context.group(typed, in: course))
    let found = try await context.asking(about: course, .progressGroup) {
      let found = try await context.services.repository.matrix(query).latest()
      _ = try found.value.selecting(identifiers)
      return found
    }
    let drafts = try await context.drafts(of: found.value, shown: withDrafts)
    let matrix = found.map { drafts.applied(to: $0) }
    return Values(
      matrix: matrix,
      rows: try await context.rows(selecting.selection, of: matrix.value, in: course))
  }

  /// The values that are described: on an anonymous page only named items can be about single students.
  private func described(_ values: Values) -> Values {
    guard isAnonymous, items.isEmpty else { return values }
    let matrix = values.matrix.map(\.impersonal)
    let students = Set(values.rows.map(\.student.username))
    return Values(
      matrix: matrix, rows: matrix.value.rows.filter { students.contains($0.student.username) })
  }

  private func statistics(of values: Values) async -> GroupStatistics {
    let values = described(values)
    return await values.matrix.value.statistics(of: values.rows, items: identifiers)
  }

  private func parallels(
    of values: Values, in context: Context, _ strings: Strings
  ) async -> [StatisticsReport.Part] {
    let values = described(values)
    let matrix = values.matrix.value
    let groups = await context.services.repository.knownGroups(
      of: matrix.course, in: matrix.semester)
    let names = groups.names(strings, isAnonymous: isAnonymous)
    let smallest = isAnonymous ? HTMLPage.fewest : 1
    let parts = await onOwnThread { [items = identifiers] in
      matrix.statisticsByParallel(of: values.rows, items: items, smallest: smallest) {
        CzechSortKey($0)
      }
    }
    return parts.map { part in
      .init(
        key: part.key,
        name: part.key.map { names[$0] ?? $0 }
          ?? strings(isAnonymous ? .statsOthers : .statsNoParallel),
        statistics: part.statistics)
    }
  }

  @MainActor private func namedGroups(
    _ first: Values, _ strings: Strings, _ read: (String) async throws -> Values
  ) async throws -> [StatisticsReport.Part] {
    var parts: [StatisticsReport.Part] = []
    for (index, typed) in groups.enumerated() {
      let values = index == 0 ? first : try await read(typed)
      let group = values.matrix.value.group
      parts.append(
        .init(
          key: group.id.rawValue, name: group.shownName(strings, isAnonymous: isAnonymous),
          statistics: await statistics(of: values)))
    }
    return parts
  }

  /// The same group in each semester in which the course has it, the latest first.
  private func semesters(
    before latest: Values, in context: Context, _ strings: Strings
  ) async throws -> [StatisticsReport.Part] {
    func part(_ values: Values) async -> StatisticsReport.Part {
      let semester = values.matrix.value.semester
      return .init(
        key: semester.rawValue, name: strings.title(of: semester),
        statistics: await statistics(of: values))
    }
    var parts = [await part(latest)]
    let matrix = latest.matrix.value
    var semester = matrix.semester
    for _ in 0..<Self.earlier {
      semester = semester.previous
      let query = GroupQuery(
        course: matrix.course, semester: .code(semester), group: matrix.group.id)
      do {
        let found = try await context.services.repository.matrix(query).latest()
        if found.value.rows.isEmpty { continue }
        let rows = try await onOwnThread { [selection = selecting.selection] in
          try selection.rows(of: found.value)
        }
        parts.append(await part(Values(matrix: found, rows: rows)))
      } catch  where Self.saysAbsence(error) {
        continue
      }
    }
    return parts
  }

  /// Whether an error means that what is asked for did not exist in a semester, not for this teacher, or is
  /// not stored.
  private static func saysAbsence(_ error: any Error) -> Bool {
    error is UnknownCourse || error is UnknownGroup || error is UnknownItems
      || error is UnusableCondition || error is NothingStored
      || error as? GradesError == .notPermitted
  }
}

enum StatisticsKey: String, CaseIterable, ExpressibleByArgument, Sendable {
  case parallel, semester
  /// The groups that are named.
  case group
}

extension Repository {
  /// The groups of a course; none where they cannot be read.
  func knownGroups(of course: CourseCode, in semester: SemesterCode) async -> [StudentGroup] {
    let groups = try? await groups(of: course, in: .code(semester), onlyMine: false).latest()
    return groups?.value.groups ?? []
  }
}

extension StudentGroup {
  /// The name as people read it. An anonymous page has the number or the id in its place, because names have
  /// those of teachers in them; the names that consist of a placeholder alone have none.
  func shownName(_ strings: Strings, isAnonymous: Bool) -> String {
    let isPlaceholder = name.wholeMatch(of: #/\{[A-Z_]+\}/#) != nil
    return isAnonymous && !isPlaceholder ? number ?? id.rawValue : strings.groupName(name)
  }
}

extension [StudentGroup] {
  func names(_ strings: Strings, isAnonymous: Bool) -> [String: String] {
    keyed(by: \.id.rawValue).mapValues { $0.shownName(strings, isAnonymous: isAnonymous) }
  }
}

extension GroupMatrix {
  /// The statistics of rows; many students take a while.
  func statistics(of rows: [MatrixRow], items: [ItemIdentifier]) async -> GroupStatistics {
    await onOwnThread { GroupStatistics(of: self, rows: rows, items: items) { CzechSortKey($0) } }
  }
}
