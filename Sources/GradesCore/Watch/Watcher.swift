import GradesClient

/// A change that a watch reports.
public enum WatchNews: Hashable, Sendable {
  /// A notification from the service.
  case notification(ServiceNotification)
  /// A changed result.
  case change(ResultChange)
  /// A student's value that another person changed in a taught course.
  case courseChange(CourseLogEntry)

  /// The course that the news concerns, if any.
  public var course: CourseCode? {
    switch self {
    case .notification(let notification): notification.course
    case .change(let change): change.course
    case .courseChange(let entry): entry.course
    }
  }
}

/// Polls the service for notifications and changed results, one request at a time.
///
/// A poll is one request: in turn for new notifications, for points and grades of all courses, and
/// for the results of single courses, because the overview has no texts and no items without points.
/// A course's results are requested at once when its notifications or totals have changed.
///
/// Results are compared with the watch's own memory. They do not depend on other readers of the
/// results, on the clock, or on the length of an outage.
public actor Watcher: NewsWatcher {
  private let source: SnapshotSource
  private let session: SessionRepository
  private let course: CourseRepository
  private let file: WatchFile
  private let choice: SemesterChoice
  private let isOwner: Bool
  /// A monotonic clock with an arbitrary origin.
  private let uptime: @Sendable () -> Duration

  private var memory: WatchMemory
  /// What was reported since the memory was stored.
  private var journal: WatchJournal
  /// The keys of news that was shown on the desktop and not reported in any other way yet.
  private var shown: Set<String> = []
  /// News that has not been taken yet.
  private var news: [WatchNews] = []
  /// Courses whose results are read first.
  private var due: [CourseCode] = []
  /// Totals from the overview, remembered once the course's results have been read.
  private var totals: [CourseCode: WatchMemory.Totals] = [:]
  private var courses: [CourseCode] = []
  /// The courses that are read first.
  private let pinned: [CourseCode]
  /// Steps that the service has rejected since the semester was last read.
  private var refused: Set<Step> = []
  private var semesterAskedAt: Duration?
  private var hasReadAll = false
  private var turn = 0
  /// The number of unread notifications, as of the last poll for them.
  public private(set) var unreadCount = 0
  /// The last problem with the memory's file; nil: none.
  public private(set) var problem: WatchFile.Problem?

  private enum Step: Hashable, Sendable {
    case notifications, overview
    case course(CourseCode)
  }

  /// How long a semester's code and its courses are used without asking again.
  private static let semesterLifetime: Duration = .seconds(6 * 3600)
  /// The size of a page of notifications; further pages are read only if all of a page is new.
  private static let pageSize = 20

  /// Creates a watch, which reads the `pinned` courses first; `isOwner` is true if no other process writes the
  /// memory's file.
  public init(
    source: SnapshotSource, session: SessionRepository, file: WatchFile, isOwner: Bool,
    semester choice: SemesterChoice, pinned: [CourseCode] = [],
    uptime: @escaping @Sendable () -> Duration
  ) {
    self.source = source
    self.session = session
    course = CourseRepository(source: source, session: session)
    self.file = file
    self.isOwner = isOwner
    self.choice = choice
    self.pinned = pinned
    self.uptime = uptime
    (memory, journal, problem) = file.read()
    memory.add(journal.records)
    for case .shown(let keys) in journal.records { shown.formUnion(keys) }
  }

  /// Whether nothing is remembered of this user, so that nothing can be new.
  public var isFirst: Bool { memory.reported == nil && memory.semester == nil }

  /// The number of courses in the watched semester.
  public var courseCount: Int { courses.count }

  // MARK: News

  /// Removes and returns the news found so far.
  public func takeNews() -> [WatchNews] {
    defer { news = [] }
    return news
  }

  /// Stores that an item has been reported. Call it after reporting it: a process that is killed in between
  /// repeats this item, and no other.
  public func remember(_ item: WatchNews) {
    if let record = WatchRecord(item) { append(record) }
  }

  /// Stores that items have been shown on the desktop, before each of them is reported.
  public func rememberShown(_ items: [WatchNews]) {
    let keys = items.map(\.key)
    shown.formUnion(keys)
    if !keys.isEmpty { append(.shown(keys)) }
  }

  /// The items that have not been shown on the desktop yet, by this watch or a stopped one before it.
  public func notShown(_ items: [WatchNews]) -> [WatchNews] {
    shown.isEmpty ? items : items.filter { !shown.contains($0.key) }
  }

  /// Stores that all news taken so far has been reported, and what else was read.
  public func keep() {
    shown = []
    guard isOwner, saved != memory else { return }
    if let next = file.write(memory) {
      journal = next
      saved = memory
      problem = nil
    } else {
      problem = .unwritable
    }
  }

  private var saved: WatchMemory?

  private func append(_ record: WatchRecord) {
    guard isOwner else { return }
    do { try journal.append(record) } catch { problem = .unwritable }
  }

  // MARK: Polls

  /// Performs the next step; until the first complete reading has succeeded, performs all steps.
  public func poll() async throws {
    // An outage seen by the previous poll does not skip this one.
    source.outage.forget()
    guard hasReadAll else { return try await readAll() }
    let semester = try await currentSemester()
    try await take(nextStep(), in: semester)
    try await readDueCourses()
  }

  /// Performs all steps once.
  public func readAll() async throws {
    source.outage.forget()
    semesterAskedAt = nil
    let semester = try await currentSemester()
    try await take(.notifications, in: semester)
    try await take(.overview, in: semester)
    for code in courses where !due.contains(code) { due.append(code) }
    // Courses that cannot be read now stay due and do not block further polls.
    hasReadAll = true
    try await readDueCourses()
  }

  private func readDueCourses() async throws {
    while let code = due.first {
      do {
        try await readCourse(code)
      } catch {
        // The next attempt begins with another course, in case only this one cannot be read.
        due.removeAll { $0 == code }
        due.append(code)
        throw error
      }
    }
  }

  private func nextStep() -> Step {
    // Notifications are requested every second time, the overview every fourth.
    var steps: [Step] = []
    for code in courses { steps += [.notifications, .overview, .notifications, .course(code)] }
    if steps.isEmpty { steps = [.notifications, .overview] }
    let allowed = steps.filter { !refused.contains($0) }
    let choices = allowed.isEmpty ? steps : allowed
    turn = (turn + 1) % choices.count
    return choices[turn]
  }

  private func take(_ step: Step, in semester: SemesterCode) async throws {
    do {
      switch step {
      case .notifications: try await readNotifications()
      case .overview: try await readOverview(semester)
      case .course(let code): try await readCourse(code)
      }
    } catch GradesError.notFound {
      // The service does not offer it; tried again when the semester is read the next time.
      refused.insert(step)
    }
  }

  /// The semester and its courses, read a few times a day: semesters end while a watch runs.
  private func currentSemester() async throws -> SemesterCode {
    if let asked = semesterAskedAt, uptime() - asked < Self.semesterLifetime,
      let semester = memory.semester
    {
      return semester
    }
    let semester = try await freshSemester()
    let roles = try await source.ask {
      try await $0.user.roles(in: semester)
    }
    memory.begin(semester)
    courses = roles.studentCourses.sorted().pinning(pinned)
    refused = []
    semesterAskedAt = uptime()
    return semester
  }

  /// The current semester from the service: a stored one may be the previous semester's. Throws the service's error.
  private func freshSemester() async throws -> SemesterCode {
    let semester = try await session.semester(choice)
    guard semester.isStale, case .word(let word) = choice else { return semester.value }
    return try await source.ask { try await $0.semester(word) }
  }

  private func readNotifications() async throws {
    let username = try await session.user().username
    let known = memory
    let found = try await source.ask {
      var pages = $0.notifications(of: username).pages(.new, size: Self.pageSize)
      pages.loadsAhead = false
      return try await pages.all { page in
        known.reported != nil && known.news(in: page).count < page.count
      }
    }
    unreadCount = found.count
    let new = memory.news(in: found)
    // Oldest first.
    news += new.reversed().map(WatchNews.notification)
    memory.remember(found)
    for code in Set(new.compactMap(\.course)).sorted().pinning(pinned)
    where courses.contains(code) && !due.contains(code) {
      due.append(code)
    }
  }

  private func readOverview(_ semester: SemesterCode) async throws {
    let username = try await session.user().username
    let overview = try await source.ask {
      try await $0.overview(of: username, in: semester)
    }
    courses = Set(courses + overview.map(\.code)).sorted().pinning(pinned)
    for entry in overview {
      let result = CourseResult(entry)
      let now = WatchMemory.Totals(points: result.points, grade: result.grade)
      guard memory.courses[entry.code]?.totals != now else { continue }
      totals[entry.code] = now
      if !due.contains(entry.code) { due.append(entry.code) }
    }
  }

  /// Reads one course's results and finds what has changed; the course is no longer due afterwards.
  private func readCourse(_ code: CourseCode) async throws {
    guard let semester = memory.semester else { return }
    var results: CourseResults?
    if !refused.contains(.course(code)) {
      do {
        results = try await course.newestCourse(code, in: semester)
      } catch let error as GradesError where error.scope == .course {
        // The overview still lists a course for some time after a student has left it.
        refused.insert(.course(code))
      }
    }
    due.removeAll { $0 == code }
    if let results {
      let changes = memory.courses[code]?.results?.changes(to: results) ?? []
      news += changes.map(WatchNews.change)
      memory.courses[code, default: .init()].results = KnownResults(results)
    }
    takeTotals(of: code, in: semester, beside: results)
  }

  /// Adds news of totals that only the overview contains; the others are part of the results.
  private func takeTotals(
    of code: CourseCode, in semester: SemesterCode, beside results: CourseResults?
  ) {
    guard let now = totals.removeValue(forKey: code) else { return }
    let before = memory.courses[code]?.totals
    memory.courses[code, default: .init()].totals = now
    guard let before else { return }
    func total(
      _ type: ClassificationType, _ old: GradeValue?, _ new: GradeValue?, _ shown: GradeValue?
    ) {
      guard old != new, results == nil || shown != new else { return }
      news.append(
        .change(
          ResultChange(
            course: code, semester: semester, identifier: ItemIdentifier(type.rawValue),
            from: old, to: new)))
    }
    total(.pointsTotal, before.points, now.points, results?.points)
    total(.finalScore, before.grade, now.grade, results?.grade)
  }
}

extension GradesError {
  /// Whether trying again later makes sense. The remaining errors end a watch: the login has ended,
  /// reading is not permitted, or the configuration is wrong.
  public var mayPass: Bool {
    switch self {
    case .unreachable(.insecureAddress), .unreachable(.curlMissing): false
    case .unreachable, .tooManyRequests, .serviceFailure, .unreadable, .unexpectedStatus,
      .notFound, .badRequest, .conflict, .tokenReplaced:
      true
    case .notSignedIn, .notPermitted, .login, .cancelled: false
    }
  }
}
