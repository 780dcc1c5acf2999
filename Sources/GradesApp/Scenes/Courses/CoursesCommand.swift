import ArgumentParser
import GradesCore

/// `grades courses`: the Courses scene as a table.
struct CoursesCommand: AppCommand {
  static var configuration: CommandConfiguration { help("courses", .helpCourses) }

  @Flag(help: .words(.optionAllShown))
  var all = false

  @OptionGroup var reading: ReadingOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var access: Access { reading.access }

  func run(in context: Context) async throws -> ExitStatus {
    try await context.printCourses(
      in: try context.semester(reading.semester), as: reading.format(), showsAll: all)
    return .done
  }
}

extension Context {
  /// Loads the courses and prints them; also what `grades demo` shows first.
  @MainActor @discardableResult
  func printCourses(
    in semester: SemesterChoice, as format: ReportFormat, showsAll: Bool = false
  ) async throws -> CourseList {
    var listing = CourseListing(settings)
    // Settings of what is displayed are not for programs.
    if showsAll || format != .table { listing.hidden = [] }
    let courses = try await loading(.progressCourses) {
      let load = { try await services.courses.courses(in: semester).latest() }
      // Only the table shows unread notifications and drafts.
      guard format == .table else { return try await load() }
      let (courses, counts) = try await unreadCounting.count(beside: load)
      listing.unread = counts ?? [:]
      return courses
    }
    listing.all = courses
    if format == .table, let counts = await draftCounts() { listing.show(counts) }
    let user = try await services.session.user()
    let shown = courses.map { listing.courses ?? $0 }
    let report = CoursesReport(courses: shown, listing: listing, user: user, strings: strings)
    await show(shown.map { _ in report }, as: format)
    return shown.value
  }
}
