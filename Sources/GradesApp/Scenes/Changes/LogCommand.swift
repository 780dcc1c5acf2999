import ArgumentParser
import GradesClient
import GradesCore

/// `grades log CODE`: what has changed in a taught course, from whom and when.
struct LogCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("log", .helpLog) }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @Option(help: .words(.optionLogGroup, valueName: "group"), completion: .groups)
  var group: String?

  @Option(help: .words(.optionLogItem, valueName: "item"), completion: .items)
  var item: String?

  @Option(help: .words(.optionLogStudent, valueName: "username"), completion: .students)
  var student: String?

  @Option(help: .words(.optionLogAuthor, valueName: "username"))
  var author: String?

  @Option(help: .words(.optionSince, valueName: "date"))
  var since: String?

  @OptionGroup var reading: ReadingOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let since = try since.map { try context.moment($0) }
    let course = try await context.course(code, semester: reading.semester)
    var query = CourseLogQuery(
      course: course.code, semester: course.semester,
      item: item.map { ItemIdentifier($0) }, student: student.map { Username($0) },
      author: author, since: since)
    if let group { query.group = try await context.group(group, in: course) }
    let log = try await context.asking(about: course, .progressChanges) { [query] in
      try await context.services.repository.changes(query).latest()
    }
    return Answer(
      log,
      LogReport(
        log: .course(log, isFiltered: query.isFiltered), strings: context.strings,
        dates: context.dates))
  }
}
