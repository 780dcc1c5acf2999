import ArgumentParser
import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// `grades course CODE`: the Course scene as a table.
struct CourseCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("course", .helpCourse) }

  @ArgumentParser.Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @Flag(help: .words(.optionAllShown))
  var all = false

  @OptionGroup var page: WebOption
  @OptionGroup var reading: ReadingOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var access: Access { page.web ? .offline : reading.access }
  var optionRules: [OptionRule] { page.rules(reading) }

  func run(in context: Context) async throws -> ExitStatus {
    page.web ? try await context.openGrades() : try await read(in: context)
  }

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let all = try await context.results(of: code, semester: reading.semester)
    // Settings of what is displayed are not for programs.
    let shown = CourseState(
      code: all.value.course, all: all,
      hidesUngraded: format == .table && !self.all && context.settings.hidesUngraded)
    let results = shown.results ?? all
    return Answer(
      results,
      CourseReport(
        results: results, ungradedHidden: shown.ungradedHidden, strings: context.strings,
        dates: context.dates))
  }
}

extension Context {
  /// The user's newest results of a course whose code was typed.
  func results(of typed: String, semester flag: String?) async throws -> Snapshot<CourseResults> {
    let semester = try semester(flag)
    let code = try await services.repository.courseCode(for: typed, in: semester)
    return try await loading(.progressCourse, [.course: code]) {
      do {
        return try await services.repository.results(of: code, in: semester).latest()
      } catch let error as UnknownCourse {
        throw await absence(of: error, typed: typed)
      }
    }
  }

  /// Why the service has no results of the user in a course: they teach it, or there is no such
  /// course, but perhaps one that is written alike.
  func absence(of unknown: UnknownCourse, typed: String) async -> Failure {
    let roles = try? await services.session.roles(in: unknown.semester).value
    if roles?.teacherCourses.contains(unknown.course) == true {
      return Failure(
        .refused, .errorNotStudied, [.course: unknown.course, .semester: unknown.semester])
    }
    return await services.failure(for: unknown, typed: typed)
  }
}

struct CourseReport: Report {
  let results: Snapshot<CourseResults>
  /// The items that show drafts, for a teacher; nil where none are to be shown.
  var drafts: Set<ItemIdentifier>?
  var isForTeacher = false
  var ungradedHidden = 0
  let strings: Strings
  let dates: DateText

  private var course: CourseResults { results.value }

  var table: Table {
    isForTeacher ? teacherTable : table(of: ItemColumns(strings: strings).printed)
  }

  func table(of columns: [Column<ResultItem>]) -> Table {
    var table = Table(
      title: strings.title(course.course, course.name, course.semester),
      summary: [CourseSummary(course: course, strings: strings).text], course.items, columns,
      depth: { min($0.item.depth, 8) },
      emptyText: ungradedHidden > 0 ? "" : StyledText(strings(.courseEmpty)))
    if let last = course.items.compactMap(\.recorded.updatedAt).max() {
      let time: Arguments = [.time: .text(dates.dateTimeWithZone(last))]
      table.remarks.append(StyledText(strings(.courseLastChange, time), .quiet))
    }
    if drafts?.isEmpty == false {
      table.remarks.append(StyledText(strings(.draftsMark), .quiet))
    }
    if ungradedHidden > 0 {
      table.remarks.append(
        StyledText(strings(.courseUngradedHidden, [.count: ungradedHidden]), .quiet))
    }
    return table
  }

  func document(_ names: Strings) -> Document {
    let document: Document = [
      "course": ["code": course.course, "name": course.name] as Document,
      "semester": course.semester, "student": Document(course.student, Student.fields),
      "points": course.points, "maximumPoints": course.maximumPoints,
      "requiredPoints": course.requiredPoints,
    ]
    let grade = Document(course.grade, Field.grade { $0 })
    return (document + grade + ["classifications": Rows(course.items, fields(names))]).of(results)
  }

  private func fields(_ names: Strings) -> [Field<ResultItem>] {
    let fields: [Field<ResultItem>] = [
      Field("identifier") { $0.id },
      Field(name: "name") { $0.item.definition.name(in: names.serviceLanguage) },
      Field(json: "type") { $0.item.definition.classificationType.rawValue },
      Field(json: "valueType") { $0.item.definition.valueType.rawValue },
      Field(json: "evaluationType") { $0.item.definition.evaluationType.rawValue },
      Field("value") { $0.recorded.value },
      Field("minimum") { $0.item.definition.minimumValue },
      Field("required") { $0.item.definition.requiredValue },
      Field("maximum") { $0.item.definition.maximumValue },
      Field(json: "requirementMet") { $0.requirementMet },
      Field("note") { $0.recorded.note }, Field("updatedAt") { $0.recorded.updatedAt },
      Field(json: "parent") { $0.item.parent }, Field(json: "depth") { $0.item.depth },
    ]
    guard let drafts else { return fields }
    let word = { (row: ResultItem) in drafts.contains(row.id) ? "yes" : "no" }
    return fields + [Field("draft", csv: word) { drafts.contains($0.id) }]
  }
}
