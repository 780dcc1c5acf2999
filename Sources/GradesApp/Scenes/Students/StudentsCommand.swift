import ArgumentParser
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// `grades students CODE [QUERY]`: the Student search scene as a table.
struct StudentsCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("students", .helpStudents) }

  @ArgumentParser.Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @ArgumentParser.Argument(help: .words(.argumentQuery, valueName: "query"))
  var query: [String] = []

  @Option(help: .words(.optionGroup, valueName: "group"), completion: .groups)
  var group = GroupID.all.rawValue

  @OptionGroup var reading: ReadingOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let course = try await context.course(code, semester: reading.semester)
    let group = try await context.group(group, in: course)
    let roster = try await context.asking(about: course) {
      try await context.services.repository.roster(
        of: group, in: course.code, semester: course.semester
      ).latest()
    }
    return Answer(
      roster,
      StudentsReport(
        roster: roster.value.sortedByName, query: query.joined(separator: " "),
        strings: context.strings))
  }
}

extension Strings {
  func studentColumns(username style: Style = .plain) -> [Column<Student>] {
    [
      Column(self(.studentsColumnLastName), least: 8) { $0.lastName },
      Column(self(.studentsColumnFirstName), least: 6) { $0.firstName },
      Column(self(.studentsColumnUsername)) { StyledText($0.username.rawValue, style) },
    ]
  }
}

struct StudentsReport: Report {
  let roster: Roster
  let query: String
  let strings: Strings

  private var found: [Student] { roster.students(matching: query) }

  var table: Table {
    let found = found
    let empty = roster.students.isEmpty ? Message.studentsEmpty : .studentsNoneFound
    let count = StyledText(strings(.studentsCount, [.count: found.count]), .quiet)
    return Table(
      title: strings.title(roster.course, nil, roster.semester), found, strings.studentColumns(),
      emptyText: StyledText(strings(empty, [.query: query])),
      remarks: found.isEmpty ? [] : [count])
  }

  func document(_ names: Strings) -> Document {
    let found = found
    let document: Document = [
      "course": roster.course, "semester": roster.semester,
      "students": Rows(found, Student.fields),
    ]
    return document.table(found, Student.tableFields)
  }
}
