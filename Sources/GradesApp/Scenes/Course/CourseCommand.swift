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

  @Argument(
    help: .words(.argumentCourse, valueName: "code"),
    completion: .custom { _, _, _ in Completions.courses() })
  var code: String

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var shared: SharedOptions

  var access: Access { reading.access }

  func run(in context: Context) async throws -> ExitStatus {
    let format = try reading.format()
    let choice = try context.semester(reading.semester)
    let semester = try await context.services.session.begin(choice).semester.value
    let code = try await context.services.resolver.code(for: code, in: semester)
    let scene = context.courseScene(code, typed: self.code, semester: choice)
    try await context.loading(.progressCourse, [.course: .text(code.rawValue)]) {
      try await scene.load()
    }
    guard let results = scene.state.results else { throw NothingStored() }
    context.printer.print(
      CourseReport(
        results: results, ungradedHidden: scene.state.ungradedHidden, strings: context.strings,
        dates: context.dates),
      as: format)
    context.say(results.isStale, fetchedAt: results.fetchedAt)
    return .done
  }
}

extension Context {
  /// The Course scene of a course in a semester, and how the user wrote its code.
  @MainActor func courseScene(
    _ code: CourseCode, typed: String, semester: SemesterChoice
  ) -> CourseViewModel {
    CourseViewModel(
      session: services.session, course: services.course,
      settings: SettingsRepository(file: paths.settingsFile), code: code, semester: semester,
      hidesUngraded: settings.hidesUngraded
    ) { await absence(of: code, typed: typed, in: $0) }
  }

  /// Why the service has no results of the user in a course: they teach it, or there is no such
  /// course, but perhaps one that is written alike.
  func absence(
    of code: CourseCode, typed: String, in semester: SemesterCode
  ) async -> Failure {
    let roles = try? await services.session.roles(in: semester).value
    if roles?.teacherCourses.contains(code) == true {
      return .notStudied(code, semester: semester)
    }
    let alike = await services.resolver.suggestions(for: typed).filter { $0 != code }
    return .unknownCourse(typed: code.rawValue, semester: semester, suggestions: alike)
  }
}
