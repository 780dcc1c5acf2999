import ArgumentParser
import GradesClient
import GradesCore

/// `grades courses`: the Courses scene as a table.
struct CoursesCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("courses", .helpCourses) }

  @Flag(help: .words(.optionAllShown))
  var all = false

  @OptionGroup var reading: ReadingOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let report = try await context.courses(
      in: context.semester(reading.semester), as: format, showsAll: all)
    return Answer(report.courses, report)
  }
}

extension Context {
  /// Loads the courses; also what `grades demo` shows first.
  @MainActor func courses(
    in semester: SemesterChoice, as format: ReportFormat, showsAll: Bool = false
  ) async throws -> CoursesReport {
    var listing = CourseListing(settings)
    // Settings of what is displayed are not for programs.
    if showsAll || format != .table { listing.hidden = [] }
    typealias Loaded = (Snapshot<CourseList>, [CourseCode: Int]?)
    let (courses, unread) = try await loading(.progressCourses) { () async throws -> Loaded in
      let load = { try await services.courses.courses(in: semester).latest() }
      if format == .csv { return (try await load(), nil) }
      return try await unreadCounting.count(beside: load)
    }
    listing.unread = unread ?? [:]
    listing.all = courses
    if format == .table, let counts = await draftCounts() { listing.show(counts) }
    let user = try await services.session.user()
    return CoursesReport(
      courses: courses.map { listing.courses ?? $0 }, listing: listing, user: user,
      unread: unread, strings: strings)
  }
}
