import ArgumentParser
import GradesClient

/// `grades students CODE [QUERY]`: the Student search scene as a table.
struct StudentsCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("students", .helpStudents) }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @Argument(help: .words(.argumentQuery, valueName: "query"))
  var query: [String] = []

  @Option(help: .words(.optionGroup, valueName: "group"), completion: .groups)
  var group = GroupID.all.rawValue

  @OptionGroup var reading: ReadingOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let course = try await context.course(code, semester: reading.semester)
    let group = try await context.group(group, in: course)
    let roster = try await context.asking(about: course) {
      try await context.services.teacher.roster(
        of: group, in: course.code, semester: course.semester
      ).latest()
    }
    return Answer(
      roster,
      StudentsReport(
        roster.value.sortedByName, query: query.joined(separator: " "), strings: context.strings))
  }
}
