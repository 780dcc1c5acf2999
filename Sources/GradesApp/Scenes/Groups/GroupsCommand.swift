import ArgumentParser
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// `grades groups CODE`: the groups of a course's students.
struct GroupsCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("groups", .helpGroups) }

  @ArgumentParser.Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @Flag(help: .words(.optionOnlyMine))
  var mine = false

  @OptionGroup var reading: ReadingOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let repository = context.services.repository
    let course = try await context.course(code, semester: reading.semester)
    let groups = try await context.asking(about: course) {
      mine
        ? try await repository.groups(of: course.code, in: course.semester, onlyMine: true).latest()
        : try await repository.groupChoice(of: course.code, in: course.semester).latest()
          .map(\.groups)
    }
    return Answer(groups, GroupsReport(groups: groups.value, strings: context.strings))
  }
}

struct GroupsReport: Report {
  let groups: CourseGroups
  let strings: Strings

  /// The columns, for print and for the screen.
  static func columns(_ strings: Strings) -> [Column<StudentGroup>] {
    [
      // An id that is cut cannot be typed.
      Column(strings(.groupsColumnId)) { $0.id.rawValue },
      Column(strings(.groupsColumnName), least: 12, overflow: .wrap) {
        strings.groupName($0.name)
      },
    ]
  }

  var table: Table {
    Table(
      title: strings.title(groups.course, nil, groups.semester), groups.groups,
      Self.columns(strings), emptyText: StyledText(strings(.groupsEmpty)))
  }

  func document(_ names: Strings) -> Document {
    let fields: [Field<StudentGroup>] = [
      Field("id") { $0.id }, Field(name: "name") { names.groupName($0.name) },
      Field("type") { $0.type },
    ]
    return [
      "course": groups.course, "semester": groups.semester, "groups": Rows(groups.groups, fields),
    ]
  }
}
