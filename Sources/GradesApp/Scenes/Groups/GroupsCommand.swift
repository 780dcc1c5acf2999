import ArgumentParser
import GradesCore

/// `grades groups CODE`: the groups of a course's students.
struct GroupsCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "groups", .helpGroups, .helpGroupsDiscussion,
      examples: [
        "grades groups XI-AAA.23", "grades groups XI-AAA.23 --mine",
        "grades groups XI-AAA.23 --json",
      ])
  }

  @Argument(
    help: .words(.argumentCourse, valueName: "code"),
    completion: .custom { _, _, _ in Completions.courses() })
  var code: String

  @Flag(help: .words(.optionOnlyMine))
  var mine = false

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var shared: SharedOptions

  var access: Access { reading.access }

  func run(in context: Context) async throws -> ExitStatus {
    let format = try reading.format()
    let (teacher, mine) = (context.services.teacher, mine)
    let (place, groups) = try await context.answer(about: code, semester: reading.semester) {
      mine
        ? try await teacher.latestGroups(of: $0.course, in: $0.semester, onlyMine: true)
        : try await teacher.latestGroupChoice(of: $0.course, in: $0.semester).groups
    }
    context.printer.print(
      GroupsReport(groups: groups.value, strings: context.strings), as: format)
    context.say(groups.isStale || place.isStale, fetchedAt: groups.fetchedAt)
    return .done
  }
}
