import ArgumentParser

/// `grades groups CODE`: the groups of a course's students.
struct GroupsCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("groups", .helpGroups) }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @Flag(help: .words(.optionOnlyMine))
  var mine = false

  @OptionGroup var reading: ReadingOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let teacher = context.services.teacher
    let course = try await context.course(code, semester: reading.semester)
    let groups = try await context.asking(about: course) {
      mine
        ? try await teacher.groups(of: course.code, in: course.semester, onlyMine: true).latest()
        : try await teacher.groupChoice(of: course.code, in: course.semester).latest()
          .map(\.groups)
    }
    return Answer(groups, GroupsReport(groups: groups.value, strings: context.strings))
  }
}
