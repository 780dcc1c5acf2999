import ArgumentParser
import GradesClient
import GradesCore

/// `grades students CODE [QUERY]`: the Student search scene as a table.
struct StudentsCommand: AppCommand {
  static var configuration: CommandConfiguration { help("students", .helpStudents) }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @Argument(help: .words(.argumentQuery, valueName: "query"))
  var query: [String] = []

  @Option(help: .words(.optionGroup, valueName: "group"), completion: .groups)
  var group = GroupID.all.rawValue

  @OptionGroup var reading: ReadingOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var access: Access { reading.access }

  func run(in context: Context) async throws -> ExitStatus {
    let format = try reading.format()
    let course = try await context.course(code, semester: reading.semester)
    let group = try await context.group(group, in: course)
    let roster = try await context.asking(about: course) {
      try await context.services.teacher.roster(
        of: group, in: course.code, semester: course.semester
      ).latest()
    }
    await context.show(
      StudentsReport(
        roster.value.sortedByName, query: query.joined(separator: " "), strings: context.strings),
      as: format)
    context.say(roster.isStale, fetchedAt: roster.fetchedAt)
    return .done
  }
}
