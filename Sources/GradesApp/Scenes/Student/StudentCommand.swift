import ArgumentParser
import GradesClient
import GradesCore

/// `grades student CODE USERNAME`: the Student classification scene as a table.
struct StudentCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("student", .helpStudent) }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @Argument(help: .words(.argumentUsername, valueName: "username"), completion: .students)
  var username: String

  @Flag(help: .words(.optionWithDrafts))
  var withDrafts = false

  @OptionGroup var reading: ReadingOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let course = try await context.course(code, semester: reading.semester)
    let found = try await context.asking(about: course) {
      try await context.services.teacher.record(
        of: Username(username), in: course.code, semester: course.semester
      ).latest()
    }
    let student = found.value.student.username
    let drafts = try await context.drafts(
      of: found.value.course, in: found.value.semester, shown: withDrafts
    ) { $0.username == student }
    let results = found.map { results in
      var results = results
      for index in results.items.indices {
        let item = results.items[index]
        results.items[index].recorded = drafts.value(
          of: GradeCell(student, item.item.identifier), over: item.recorded)
      }
      return results
    }
    return Answer(
      results,
      CourseReport(
        results: results, drafts: drafts.cells.map { Set($0.map(\.identifier)) },
        isForTeacher: true, strings: context.strings, dates: context.dates))
  }
}
