import ArgumentParser
import GradesCore

/// `grades courses`: the Courses scene as a table.
struct CoursesCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "courses", .helpCourses,
      examples: [
        "grades courses", "grades courses --semester previous", "grades courses --json --offline",
      ])
  }

  @Flag(help: .words(.optionAllShown))
  var all = false

  @OptionGroup var reading: ReadingOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var access: Access { reading.access }

  func run(in context: Context) async throws -> ExitStatus {
    let format = try reading.format()
    try await context.printCourses(
      in: try context.semester(reading.semester), as: format, showsAll: all)
    return .done
  }
}

extension Context {
  /// Loads the courses and prints them; also what `grades demo` shows first.
  @MainActor @discardableResult
  func printCourses(
    in semester: SemesterChoice, as format: ReportFormat, showsAll: Bool = false
  ) async throws -> CourseList {
    let scene = coursesScene(in: semester) { false }
    // Settings of what is displayed are not for programs.
    if showsAll || format != .table { scene.hidden = [] }
    // Only the table shows unread notifications.
    try await loading(.progressCourses) {
      try await scene.loadLatest(countsUnread: format == .table)
    }
    guard let courses = scene.courses else { throw NothingStored() }
    let user = try await services.session.user()
    await show(
      CoursesReport(
        courses: courses, pinned: settings.pinnedCourses, user: user,
        hiddenCount: scene.hiddenCount,
        draftCounts: scene.draftCounts, structureDrafts: scene.structureDrafts,
        unreadCounts: scene.unreadCounts,
        strings: strings),
      as: format)
    say(courses.isStale, fetchedAt: courses.fetchedAt)
    return courses.value
  }

  /// The Courses scene of a semester.
  @MainActor func coursesScene(
    in semester: SemesterChoice, hidesUngraded: @escaping @MainActor () -> Bool
  ) -> CoursesViewModel {
    CoursesViewModel(
      session: services.session, courses: services.courses, course: services.course,
      hidesUngraded: hidesUngraded, drafts: services.drafts,
      structures: paths.structuresFolder,
      unread: UnreadCounting(notifications: services.notifications, clock: requestClock, now: now),
      host: configuration.host.identity, hidden: Set(settings.hiddenCourses),
      pinned: settings.pinnedCourses, semester: semester)
  }
}
