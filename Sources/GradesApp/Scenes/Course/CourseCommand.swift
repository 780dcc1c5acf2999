import ArgumentParser
import GradesCore

/// `grades course CODE`: the Course scene as a table.
struct CourseCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("course", .helpCourse) }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
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
  func results(
    of typed: String, semester flag: String?
  ) async throws -> Snapshot<CourseResults> {
    let semester = try semester(flag)
    let code = try await services.resolver.code(for: typed, in: semester)
    return try await loading(.progressCourse, [.course: code]) {
      do {
        return try await services.course.results(of: code, in: semester).latest()
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
