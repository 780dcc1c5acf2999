import ArgumentParser
import GradesClient
import GradesCore
import Terminal

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
      try await context.services.repository.record(
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

extension CourseReport {
  /// One student's results for a teacher: what the student sees, with the identifiers that `set` takes and the times
  /// of the changes.
  var teacherTable: Table {
    let items = ItemColumns(strings: strings, drafts: drafts ?? [])
    var bar = items.bar
    // The first to go; who edits needs the other columns more.
    bar.form.narrowing = .leaves(order: 0)
    var table = table(of: [
      items.name,
      // An identifier that is cut cannot be typed.
      Column(narrowing: .folds(order: 5)) { StyledText($0.id.rawValue, .quiet) },
      items.value, items.maximum, bar,
      Column("", .right, narrowing: .folds(order: 4), requirement),
      items.note,
      Column(narrowing: .leaves(order: 1)) { row in
        row.recorded.updatedAt.map { StyledText(dates.date($0), .quiet) }
      },
    ])
    let student = results.value.student
    table.summary.insert(
      StyledText(student.listName, .heading) + StyledText("  \(student.username)", .quiet), at: 0)
    return table
  }

  private func requirement(_ row: ResultItem) -> StyledText {
    let required = row.requirement(strings)
    guard row.item.definition.hidden else { return required }
    let hidden = StyledText(strings(.wordHidden), .warning)
    return required.isEmpty ? hidden : required + " " + hidden
  }
}
