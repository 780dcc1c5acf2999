import ArgumentParser
import GradesClient
import GradesCore

/// `grades course CODE`: the Course scene as a table.
struct CourseCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "course", .helpCourse, .helpCourseDiscussion,
      examples: [
        "grades course XI-AAA.23", "grades course XI-AAA.23 --semester B251",
        "grades course XI-AAA.23 --json --offline",
      ])
  }

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
    if page.web { return try await context.openGrades() }
    let format = try reading.format()
    let choice = try context.semester(reading.semester)
    let code = try await context.services.resolver.code(for: code, in: choice)
    let scene = context.courseScene(
      code, typed: self.code, semester: choice, courses: CourseMemory()
    ) {
      // Settings of what is displayed are not for programs.
      format == .table && !all && context.settings.hidesUngraded
    }
    try await context.loading(.progressCourse, [.course: .text(code.rawValue)]) {
      try await scene.loadLatest()
    }
    guard let results = scene.state.results else { throw NothingStored() }
    await context.show(
      CourseReport(
        results: results, ungradedHidden: scene.state.ungradedHidden, strings: context.strings,
        dates: context.dates),
      as: format)
    context.say(results.isStale, fetchedAt: results.fetchedAt)
    return .done
  }
}

extension Context {
  /// The Course scene of a course in a semester, how the user wrote its code, and whether items that
  /// are not graded are left out.
  @MainActor func courseScene(
    _ code: CourseCode, typed: String, semester: SemesterChoice, courses: CourseMemory,
    hidesUngraded: @escaping @MainActor () -> Bool
  ) -> CourseViewModel {
    CourseViewModel(
      course: services.course, changes: services.changes, courses: courses, code: code,
      semester: semester, hidesUngraded: hidesUngraded
    ) { await absence(of: $0, typed: typed) }
  }

  /// Why the service has no results of the user in a course: they teach it, or there is no such
  /// course, but perhaps one that is written alike.
  func absence(of unknown: UnknownCourse, typed: String) async -> Failure {
    let roles = try? await services.session.roles(in: unknown.semester).value
    if roles?.teacherCourses.contains(unknown.course) == true {
      return Failure(
        .refused, .errorNotStudied,
        [
          .course: .text(unknown.course.rawValue), .semester: .text(unknown.semester.rawValue),
        ])
    }
    return await services.missingNames.course(unknown, typed: typed)
  }
}
