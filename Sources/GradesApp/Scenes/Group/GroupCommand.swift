import ArgumentParser
import GradesClient
import GradesCore
import Terminal

/// `grades group CODE [GROUP] [ITEM...]`: the Group classification scene as a table.
struct GroupCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("group", .helpGroup) }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @Argument(help: .words(.argumentGroup, valueName: "group"), completion: .groups)
  var group: String?

  @Argument(help: .words(.argumentItems, valueName: "item"), completion: .items)
  var items: [String] = []

  @Option(help: .words(.optionSort, valueName: "order"))
  var sort = GroupSort.name

  @Flag(name: .customLong("desc"), help: .words(.optionDesc))
  var descending = false

  @Option(help: .words(.optionFilter, valueName: "text"))
  var filter = ""

  @OptionGroup var selecting: SelectionOptions

  @Option(help: .words(.optionColumns, valueName: "columns"))
  var columns: String?

  @Flag(help: .words(.optionEmails))
  var emails = false

  @Flag(help: .words(.optionDetails))
  var details = false

  @Flag(help: .words(.optionWithDrafts))
  var withDrafts = false

  @OptionGroup var printed: PageOptions
  @OptionGroup var page: WebOption
  @OptionGroup var reading: ReadingOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var access: Access { page.web ? .offline : reading.access }
  var optionRules: [OptionRule] {
    page.rules(reading) + printed.rules(reading) + [
      .excludes(
        "--emails", emails,
        [
          "--json": reading.json, "--csv": reading.csv, "--html": printed.html != nil,
          "--details": details, "--columns": columns != nil,
        ]),
      .excludes("--html", printed.html != nil, ["--details": details, "--web": page.web]),
    ]
  }

  func run(in context: Context) async throws -> ExitStatus {
    page.web ? try await context.openGrades() : try await read(in: context)
  }

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    try printed.file?.check()
    try selecting.check()
    if details, items.count != 1 {
      throw Failure(.usage, .usageRequiresOneItem, [.option: "--details"])
    }
    let shown = try StudentColumn.columns(columns)
    let identifiers = items.map { ItemIdentifier($0) }
    // A selection needs values that are not shown; parallels and addresses come with them.
    let needsAll = !selecting.selection.isEmpty || !shown.isEmpty || emails || printed.file != nil
    let course = try await context.course(code, semester: reading.semester)
    var named: GroupID?
    if let group { named = try await context.group(group, in: course) }
    let query = GroupQuery(
      course: course.code, semester: course.semester, group: named ?? .all,
      items: needsAll ? [] : identifiers,
      // Times and authors cost a larger answer; only these forms show them.
      needsDetails: details || needsAll || format == .json)
    let repository = context.services.repository
    // Documents for programs do not depend on what was chosen last.
    let isUsual = named == nil && format == .table && !needsAll
    let (found, chosen) = try await context.asking(about: course, .progressGroup) {
      guard isUsual else {
        let found = try await repository.matrix(query).latest()
        _ = try found.value.selecting(identifiers)
        return (found, [ItemIdentifier]())
      }
      let choices = LastChoices(file: context.paths.lastChoicesFile)
      // Whose gradebook it is, is asked only where it matters.
      let last =
        choices.hasAny(of: course.code)
        ? choices.choice(of: try await context.gradebooks.gradebook(course)) : .init()
      return try await repository.usualMatrix(query, last: last)
    }
    let isWhole = items.isEmpty && chosen.isEmpty
    let drafts = try await context.drafts(of: found.value, shown: withDrafts)
    var values = drafts.applied(to: found.value)
    let total = selecting.selection.isEmpty ? nil : values.rows.count
    values.rows = try await context.rows(selecting.selection, of: values, in: course)
    if printed.anonymous, items.isEmpty { values = values.impersonal }
    if needsAll { values = try values.selecting(identifiers) }
    let matrix = found.map { [values] _ in values }
    var rows = GroupRows(values)
    let column = isWhole ? values.totalColumn : values.items.indices.first
    let shownRows = rows.rows(
      matching: filter, descending: descending,
      by: (sort == .value ? column : nil).map { column in { $0.values[column].value } })
    if emails {
      printEmails(of: shownRows.map(\.student), in: context)
      return Answer(matrix, nil)
    }
    let groups =
      printed.file != nil || shown.contains(.parallel)
      ? await repository.knownGroups(of: values.course, in: values.semester) : []
    if let file = printed.file {
      let list = GroupListPage(
        matrix: values, rows: shownRows, columns: shown,
        isAnonymous: printed.anonymous,
        groups: groups, strings: context.strings,
        time: context.dates.dateTimeWithZone(matrix.fetchedAt))
      try await context.write(list.text, to: file, named: printed.html)
      return Answer(matrix, nil)
    }
    var answer = Answer(
      matrix,
      GroupReport(
        matrix: matrix, rows: shownRows, total: total, columns: shown, groups: groups,
        drafts: drafts.cells, filter: filter, isWhole: isWhole, showsDetails: details,
        strings: context.strings, dates: context.dates))
    guard !chosen.isEmpty else { return answer }
    let names = chosen.map(\.rawValue).joined(separator: ", ")
    let command =
      "grades group \(course.typed) \(values.group.id)"
      + (reading.semester.map { " --semester \($0)" } ?? "")
    answer.then = {
      context.notice(.groupLastItems, [.value: names, .command: .command(command)])
    }
    return answer
  }

  /// Prints the addresses for a mail to all of them; those without one are counted on standard error.
  @MainActor private func printEmails(of students: [Student], in context: Context) {
    let addresses = students.compactMap(\.email).filter { !$0.isEmpty }
    if !addresses.isEmpty {
      context.printer.print(addresses.map(SafeText.singleLine).joined(separator: ", "))
    }
    if students.isEmpty { context.notice(.groupNoneSelected) }
    context.notice(.groupNoEmails, count: students.count - addresses.count)
  }
}
