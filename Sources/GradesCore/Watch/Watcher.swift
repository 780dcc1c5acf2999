import GradesClient

/// Something that a watch tells.
public enum WatchNews: Hashable, Sendable {
  /// The service has sent a notification.
  case notification(ServiceNotification)
  /// A result is not what it was.
  case change(ResultChange)

  /// The course that it is about, if any.
  public var course: CourseCode? {
    switch self {
    case .notification(let notification): notification.course
    case .change(let change): change.course
    }
  }
}

/// Asks the service again and again for what is new, a little at a time.
///
/// A poll is one request: by turns for new notifications, for points and grades of all courses, and
/// for the results of one course after the other, because texts and items that count for nothing show
/// nowhere else. Only where something has changed, the course's results follow at once.
///
/// Results are compared with the watch's own memory, so nothing depends on who else looked at
/// them, on the clock, or on how long the service was away.
public actor Watcher {
  private let source: SnapshotSource
  private let session: any SessionRepository
  private let course: CachedCourseRepository
  private let file: WatchFile
  private let choice: SemesterChoice
  private let isOwner: Bool
  /// Time since any moment; never jumps.
  private let uptime: @Sendable () -> Duration

  private var memory: WatchMemory
  /// What is not told yet.
  private var news: [WatchNews] = []
  /// Courses whose results are to be looked at first.
  private var due: [CourseCode] = []
  /// Totals that the overview showed, kept as soon as the course was looked at.
  private var totals: [CourseCode: WatchMemory.Totals] = [:]
  private var courses: [CourseCode] = []
  /// What the service has refused since the last look at the semester.
  private var refused: Set<Step> = []
  private var semesterAskedAt: Duration?
  private var hasLookedAround = false
  private var turn = 0
  /// How many notifications wait unread, as far as is known.
  public private(set) var unreadCount = 0
  /// What is wrong with the memory's file; changes when something else is.
  public private(set) var problem: WatchFile.Problem?

  private enum Step: Hashable, Sendable {
    case notifications, overview
    case course(CourseCode)
  }

  /// How long a semester's code and its courses are good.
  private static let semesterLifetime: Duration = .seconds(6 * 3600)
  /// How many notifications a poll asks for; more follow only where all of them are news.
  private static let pageSize = 20

  /// Begins a watch; `isOwner` says that the memory's file is this watch's alone.
  public init(
    source: SnapshotSource, session: any SessionRepository, file: WatchFile, isOwner: Bool,
    semester choice: SemesterChoice, uptime: @escaping @Sendable () -> Duration
  ) {
    self.source = source
    self.session = session
    course = CachedCourseRepository(source: source, session: session)
    self.file = file
    self.isOwner = isOwner
    self.choice = choice
    self.uptime = uptime
    (memory, problem) = file.read()
  }

  /// Whether this user was never watched before, so that nothing can be news.
  public var isFirst: Bool { memory.told == nil && memory.semester == nil }

  /// How many courses are watched.
  public var courseCount: Int { courses.count }

  // MARK: News

  /// What was found and is not told yet.
  public func takeNews() -> [WatchNews] {
    defer { news = [] }
    return news
  }

  /// Remembers that everything that was taken has been told. Not earlier: who is killed in between
  /// tells something again rather than never.
  public func keep() {
    guard isOwner, saved != memory else { return }
    let problem = file.write(memory)
    if problem == nil { saved = memory }
    self.problem = problem
  }

  private var saved: WatchMemory?

  // MARK: Polls

  /// Asks for a part of what may be new; the first time, and until it has succeeded, for all of it.
  public func poll() async throws {
    // Every poll is a try of its own.
    source.outage.forget()
    guard hasLookedAround else { return try await lookAround() }
    let semester = try await currentSemester()
    try await take(nextStep(), in: semester)
    try await lookAtDue()
  }

  /// Asks for everything.
  public func lookAround() async throws {
    source.outage.forget()
    semesterAskedAt = nil
    let semester = try await currentSemester()
    try await take(.notifications, in: semester)
    try await take(.overview, in: semester)
    for code in courses where !due.contains(code) { due.append(code) }
    // What cannot be read now is read later; it does not keep the rest waiting.
    hasLookedAround = true
    try await lookAtDue()
  }

  private func lookAtDue() async throws {
    while let code = due.first {
      do {
        try await look(at: code)
      } catch {
        // The next try begins with another course, if only this one cannot be read.
        due.removeAll { $0 == code }
        due.append(code)
        throw error
      }
    }
  }

  private func nextStep() -> Step {
    // Notifications come every second time, the overview every fourth.
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
      case .course(let code): try await look(at: code)
      }
    } catch GradesError.notFound {
      // The service does not offer it; asked for again with the next look at the semester.
      refused.insert(step)
    }
  }

  /// The semester and its courses, asked for a few times a day: terms end while a watch runs.
  private func currentSemester() async throws -> SemesterCode {
    if let asked = semesterAskedAt, uptime() - asked < Self.semesterLifetime,
      let semester = memory.semester
    {
      return semester
    }
    let semester = try await freshSemester()
    let roles = try await source.ask { [source] in
      try await $0.userRoles(in: semester, language: source.language)
    }
    memory.begin(semester)
    courses = roles.studentCourses.sorted()
    refused = []
    semesterAskedAt = uptime()
    return semester
  }

  /// What is stored may be the last term's. Why the service does not say more, it says itself.
  private func freshSemester() async throws -> SemesterCode {
    let semester = try await session.semester(choice)
    guard semester.isStale, case .word(let word) = choice else { return semester.value }
    return try await source.ask { try await $0.semesterCode(word) }
  }

  private func readNotifications() async throws {
    let username = try await session.user().username
    let pages = NotificationPages(size: Self.pageSize) { [source] page in
      try await source.ask {
        try await $0.notifications(
          .new, of: username, page: page, language: source.language)
      }
    }
    let known = memory
    let found = try await pages.read { page in
      known.told != nil && known.news(in: page).count < page.count
    }
    unreadCount = found.count
    let new = memory.news(in: found)
    // The oldest first, as they came.
    news += new.reversed().map(WatchNews.notification)
    memory.remember(found)
    for code in Set(new.compactMap(\.course)).sorted()
    where courses.contains(code) && !due.contains(code) {
      due.append(code)
    }
  }

  private func readOverview(_ semester: SemesterCode) async throws {
    let username = try await session.user().username
    let overview = try await source.ask { [source] in
      try await $0.overview(of: username, in: semester, language: source.language)
    }
    courses = Set(courses + overview.map(\.code)).sorted()
    for entry in overview {
      let result = CourseResult(entry)
      let now = WatchMemory.Totals(points: result.points, grade: result.grade)
      guard memory.courses[entry.code]?.totals != now else { continue }
      totals[entry.code] = now
      if !due.contains(entry.code) { due.append(entry.code) }
    }
  }

  /// Reads one course's results and finds what has changed; the course is no longer due afterwards.
  private func look(at code: CourseCode) async throws {
    guard let semester = memory.semester else { return }
    var results: CourseResults?
    if !refused.contains(.course(code)) {
      do {
        results = try await course.newestCourse(code, in: semester)
      } catch let error as GradesError where error.concernsOneCourse {
        // Somebody who has left a course still has it in the overview for a while.
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

  /// Tells totals that the overview alone knows: those that the results show were told with them.
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
  /// Whether an answer about one course says nothing about the others.
  var concernsOneCourse: Bool {
    switch self {
    case .notFound, .notPermitted, .badRequest, .unreadable(.json): true
    default: false
    }
  }

  /// Whether trying again later makes sense. What is left ends a watch: nobody is signed in any
  /// longer, nothing is permitted, or the configuration is wrong.
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
