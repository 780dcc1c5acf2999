import GradesClient

/// Polls the service for notifications and changed results, one request at a time.
///
/// A poll is one request: in turn for new notifications, for points and grades of all courses, and
/// for the results of single courses, because the overview has no texts and no items without points.
/// A course's results are requested at once when its notifications or totals have changed.
package actor Watcher: NewsWatcher {
  private let repository: Repository
  private let scope: CacheScope
  private let choice: SemesterChoice
  /// A monotonic clock with an arbitrary origin.
  private let uptime: @Sendable () -> Duration

  package var cursor: WatchCursor
  private var semester: SemesterCode?
  /// Courses whose results are read first.
  private var due: [CourseCode] = []
  /// Totals from the overview, noted once the course's results have been read.
  private var totals: [CourseCode: (ChangeLog.Totals, Look)] = [:]
  /// Notifications that are noted after the results of their courses: a change is reported by its value where
  /// both have come.
  private var notifications: (found: [ServiceNotification], asked: Int64?)?
  private var courses: [CourseCode] = []
  /// The courses that are read first.
  private let pinned: [CourseCode]
  /// Steps that the service has rejected since the semester was last read.
  private var refused: Set<Step> = []
  private var semesterAskedAt: Duration?
  private var hasReadAll = false
  private var turn = 0
  /// The number of unread notifications, as of the last poll for them.
  package private(set) var unreadCount = 0

  private enum Step: Hashable, Sendable {
    case notifications, overview
    case course(CourseCode)
  }

  /// How long a semester's code and its courses are used without asking again.
  private static let semesterLifetime: Duration = .seconds(6 * 3600)
  /// The size of a page of notifications; further pages are read only if all of a page is new.
  private static let pageSize = 20

  /// Creates a watch, which reads the `pinned` courses first; `isOwner` is true if no other process watches for
  /// the same user.
  package init(
    _ repository: Repository, user: Username, isOwner: Bool, semester choice: SemesterChoice,
    pinned: [CourseCode] = [],
    uptime: @escaping @Sendable () -> Duration
  ) {
    self.repository = repository
    scope = CacheScope(host: repository.source.host, username: user)
    self.choice = choice
    self.pinned = pinned
    self.uptime = uptime
    cursor = WatchCursor(repository.source.log, of: scope, name: "watch", isStored: isOwner)
  }

  private var source: SnapshotSource { repository.source }

  package var isFirst: Bool { cursor.isFirst }

  package var courseCount: Int { courses.count }

  package func takeNews() -> [WatchNews] {
    guard let semester, let (reported, newest) = cursor.look(),
      let news = try? source.log.news(after: reported, in: semester, of: scope)
    else { return [] }
    cursor.hasFound(upTo: newest)
    return news
  }

  // MARK: Polls

  package func poll() async throws {
    // An outage seen by the previous poll does not skip this one.
    source.outage.forget()
    guard hasReadAll else { return try await readAll() }
    defer { endRound() }
    let semester = try await currentSemester()
    try await take(nextStep(), in: semester)
    try await readDueCourses(in: semester)
  }

  package func readAll() async throws {
    source.outage.forget()
    defer { endRound() }
    semesterAskedAt = nil
    let semester = try await currentSemester()
    try await take(.notifications, in: semester)
    try await take(.overview, in: semester)
    for code in courses where !due.contains(code) { due.append(code) }
    // Courses that cannot be read now stay due and do not block further polls.
    hasReadAll = true
    try await readDueCourses(in: semester)
  }

  private func readDueCourses(in semester: SemesterCode) async throws {
    while let code = due.first {
      do {
        try await readCourse(code, in: semester)
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
      case .course(let code): try await readCourse(code, in: semester)
      }
    } catch GradesError.notFound {
      // The service does not offer it; tried again when the semester is read the next time.
      refused.insert(step)
    }
  }

  /// The semester and its courses, read a few times a day: semesters end while a watch runs.
  private func currentSemester() async throws -> SemesterCode {
    if let asked = semesterAskedAt, uptime() - asked < Self.semesterLifetime, let semester {
      return semester
    }
    let semester = try await freshSemester()
    let roles = try await source.ask {
      try await $0.user.roles(in: semester)
    }
    if semester != self.semester { totals = [:] }
    self.semester = semester
    courses = roles.studentCourses.sorted().pinning(pinned)
    refused = []
    semesterAskedAt = uptime()
    return semester
  }

  /// The current semester from the service: a stored one may be the previous semester's. Throws the service's error.
  private func freshSemester() async throws -> SemesterCode {
    let semester = try await repository.session.newestSemester(choice)
    guard semester.isStale, case .word(let word) = choice else { return semester.value }
    return try await source.ask { try await $0.semester(word) }
  }

  private func readNotifications() async throws {
    let (known, asked) = (source.log.seenNotifications(of: scope), try? source.log.newest)
    let found = try await source.ask {
      try await $0.notifications(of: scope.username ?? Username("")).pages(
        .new, size: Self.pageSize
      ).all { page in page.contains { known?.contains($0.memoryKey) == true } }
    }
    unreadCount = found.count
    notifications = (found, asked)
    guard let known else { return }
    let new = found.filter { !known.contains($0.memoryKey) }
    for code in Set(new.compactMap(\.course)).sorted().pinning(pinned)
    where courses.contains(code) && !due.contains(code) {
      due.append(code)
    }
  }

  /// Notes the notifications that were read, also where what they are about could not be.
  private func endRound() {
    if let (found, asked) = notifications {
      source.log.take(found, asked: asked, at: source.now(), of: scope)
    }
    notifications = nil
    if hasReadAll { cursor.begin() }
  }

  private func readOverview(_ semester: SemesterCode) async throws {
    let asked = source.now()
    let overview = try await source.ask { [username = scope.username ?? Username("")] in
      try await $0.overview(of: username, in: semester)
    }
    courses = Set(courses + overview.map(\.code)).sorted().pinning(pinned)
    let look = Look(asked: asked, answered: source.now())
    for entry in overview {
      let result = CourseResult(entry)
      let now: ChangeLog.Totals = [.pointsTotal: result.points, .finalScore: result.grade]
        .compactMapValues(\.self)
      guard source.log.totals(of: entry.code, in: semester, of: scope) != now else { continue }
      totals[entry.code] = (now, look)
      if !due.contains(entry.code) { due.append(entry.code) }
    }
  }

  /// Reads one course's results, which the log compares; the course is no longer due afterwards.
  private func readCourse(_ code: CourseCode, in semester: SemesterCode) async throws {
    var results: CourseResults?
    if !refused.contains(.course(code)) {
      do {
        results = try await repository.newestResults(of: code, in: semester)
      } catch let error as GradesError where error.scope == .course {
        // The overview still lists a course for some time after a student has left it.
        refused.insert(.course(code))
      }
    }
    due.removeAll { $0 == code }
    guard let (now, look) = totals.removeValue(forKey: code) else { return }
    source.log.take(now, beside: results, of: code, in: semester, look, of: scope)
  }
}

extension GradesError {
  /// Whether trying again later makes sense. The remaining errors end a watch: the login has ended,
  /// reading is not permitted, or the configuration is wrong.
  package var mayPass: Bool {
    switch reason {
    case .unreachable(.insecureAddress), .unreachable(.curlMissing): false
    case .unreachable, .tooManyRequests, .serviceFailure, .unreadable, .unexpectedStatus,
      .notFound, .badRequest, .conflict, .tokenReplaced:
      true
    case .notSignedIn, .notPermitted, .login, .cancelled: false
    }
  }
}
