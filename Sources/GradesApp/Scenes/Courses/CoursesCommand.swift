import ArgumentParser
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

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
      let load = { try await services.repository.courses(in: semester).latest() }
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

struct CoursesReport: Report {
  let courses: Snapshot<CourseList>
  let listing: CourseListing
  let user: UserInfo
  /// How many notifications of each course are unread; nil where that is not known.
  let unread: [CourseCode: Int]?
  let strings: Strings

  private var list: CourseList { courses.value }

  /// The columns, also those of the list on the screen.
  ///
  /// - Parameters:
  ///   - isScreen: names get shorter there.
  ///   - hasShortGrades: whether a sign says that a course is passed.
  static func columns(
    _ strings: Strings, isScreen: Bool = false, hasShortGrades: Bool = false
  ) -> [Column<ListedCourse>] {
    let values = ValueText(strings)
    return [
      Column { StyledText($0.code.rawValue, $0.style) },
      Column(strings(.coursesColumnCourse), least: isScreen ? 4 : 12, overflow: .wrap) {
        StyledText($0.name ?? "", $0.style)
      },
      Column { $0.isHidden ? StyledText(strings(.wordHidden), .quiet) : nil },
      Column(strings(.coursesColumnPoints), .decimal) { course in
        guard let results = course.results else {
          return strings.drafts(of: course).map {
            Table.Cell.spilling(StyledText((isScreen ? "● " : "") + $0, .mark))
          }
        }
        return results.points.map { StyledText(values.text($0)) }
          ?? StyledText(results.pointsError ?? ValueText.nothing, .quiet)
      },
      Column(strings(.coursesColumnGrade), isScreen ? .left : .right) { course in
        guard let results = course.results else { return nil }
        let text = values.grade(results.grade)
        guard hasShortGrades, case .flag(let isPassed)? = results.grade else { return text }
        return StyledText(isPassed ? "✓" : "✗", text.spans.first?.style ?? .plain)
      },
      Column(strings(.coursesColumnUnread), narrowing: .folds(order: 1)) {
        $0.unread.map { StyledText("● \($0)", .mark) }
      },
    ]
  }

  var table: Table {
    let semester = "\(strings.title(of: list.semester)) (\(list.semester))"
    let columns = Self.columns(strings)
    let rows = listing.rows
    var table = Table(
      title: .init(
        leading: StyledText(semester, .heading), trailing: StyledText(user.fullName, .quiet)),
      columns: columns.map(\.form), sections: [])
    if rows.isEmpty {
      let name: Arguments = [.semester: .text(strings.title(of: list.semester))]
      table.sections = [.init(rows: [], emptyText: StyledText(strings(.coursesEmpty, name)))]
    }
    table.sections += Self.sections(rows, strings).map { .init(title: $0.title, $0.rows, columns) }
    if listing.hiddenCount > 0 {
      table.remarks.append(
        StyledText(strings(.coursesHidden, [.count: listing.hiddenCount]), .quiet))
    }
    return table
  }

  static func sections(
    _ rows: [ListedCourse], _ strings: Strings
  ) -> [(title: StyledText, rows: [ListedCourse])] {
    [(Message.coursesStudying, false), (.coursesTeaching, true)].map { title, isTaught in
      (StyledText(strings(title), .heading), rows.filter { $0.id.isTaught == isTaught })
    }
  }

  func document(_ names: Strings) -> Document {
    let rows = listing.rows(pinning: [])
    let course = [Field<ListedCourse>("code") { $0.code }, Field(name: "name") { $0.name }]
    let results =
      [Field<ListedCourse>("points") { $0.results?.points }] + Field.grade { $0.results?.grade }
    let more = [
      Field<ListedCourse>(json: "credits") { $0.results?.credits },
      Field(json: "completion") { $0.results?.completion?.rawValue },
    ]
    let marks = [
      Field<ListedCourse>(json: "pinned") { $0.isPinned },
      Field(json: "unread") { course in unread.map { $0[course.code] ?? 0 } },
    ]
    let document: Document = [
      "semester": list.semester,
      "studying": Rows(rows.filter { !$0.id.isTaught }, course + results + more + marks),
      "teaching": Rows(rows.filter(\.id.isTaught), course + marks),
    ]
    let role = Field<ListedCourse>("role") { $0.id.isTaught ? "teacher" : "student" }
    return document.of(courses).table(rows, [role] + course + results)
  }
}

extension ListedCourse {
  fileprivate var style: Style { isHidden ? .quiet : .plain }
}

extension Strings {
  /// What of a course is a draft: so many values, and its structure; nil for nothing.
  fileprivate func drafts(of course: ListedCourse) -> String? {
    let parts = [
      course.drafts.map { self(.coursesDrafts, [.count: $0]) },
      course.hasStructureDraft ? self(.coursesStructureDraft) : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
