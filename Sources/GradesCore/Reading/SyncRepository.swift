import Foundation
import GradesClient

/// Loads everything of a semester for use without the service.
public struct SyncRepository: Sendable {
  /// The most requests at the same time (Figures, Fast).
  private static let width = 6
  /// How long an attempt that failed is not repeated; each further one doubles it.
  private static let firstPause: TimeInterval = 3600

  private let source: SnapshotSource
  private let session: SessionRepository
  private let courses: CoursesRepository
  private let course: CourseRepository
  private let teacher: CourseTeacherRepository
  private let notifications: NotificationsRepository
  private let study: StudyRepository

  /// Makes a repository.
  public init(source: SnapshotSource, session: SessionRepository) {
    self.source = source
    self.session = session
    courses = CoursesRepository(source: source, session: session)
    course = CourseRepository(source: source, session: session)
    teacher = CourseTeacherRepository(source: source, session: session)
    notifications = NotificationsRepository(source: source, session: session)
    study = StudyRepository(courses: courses, session: session)
  }

  /// Loads the courses, the results in each, the notifications and the courses of all other semesters of a
  /// study; of each taught course, the items, the groups and the values of the user's own groups and of another
  /// one.
  ///
  /// What cannot be loaded is left out and named; without the list of courses, the reason is thrown.
  ///
  /// - Parameters:
  ///   - pinned: the courses that are loaded first, in order.
  ///   - lastGroup: the group that the user looked at last in a course.
  public func load(
    _ choice: SemesterChoice, pinned: [CourseCode] = [],
    lastGroup: @Sendable (CourseCode, SemesterCode) -> GroupID? = { _, _ in nil }
  ) async throws -> SyncOutcome {
    let user = try await session.user().username
    let list = try await courses.courses(in: choice).newest().map { $0.pinning(pinned) }
    let semester = list.value.semester
    // What is cut off keeps others away for a while, and neither ends nor lengthens a pause.
    var sync = lastSync(of: user, in: semester)?.value ?? StoredSync(semester: semester)
    store(sync, of: user, at: list.fetchedAt)
    var outcome = SyncOutcome(semester: semester, fetchedAt: list.fetchedAt)
    let taught = list.value.teaching.map(\.code)
    try await load(
      list.value.studying.map { .results($0.code) }
        + taught.flatMap { [.items($0), .groups($0)] } + [.notifications]
        + (list.value.studying.isEmpty ? [] : [.study]),
      in: semester, into: &outcome)
    var groups: [SyncOutcome.Part] = []
    for code in taught {
      let last = lastGroup(code, semester)
      do {
        groups += try await self.groups(of: code, in: semester, last: last).map {
          .group($0, code)
        }
      } catch {
        if Self.endsAll(error) { throw error }
        if let last { groups.append(.group(last, code)) }
        if !outcome.failures.contains(where: { $0.part == .groups(code) }) {
          outcome.add(.groups(code), .failure(error))
        }
      }
    }
    try await load(groups, in: semester, into: &outcome)
    // After an outage, what is left is tried again sooner; other semesters wait for the next day.
    let hasFailed = outcome.failures.contains { $0.part != .study && Self.isOutage($0.error) }
    sync.failures = hasFailed ? sync.failures + 1 : 0
    sync.endedAt = list.fetchedAt
    store(sync, of: user, at: list.fetchedAt)
    return outcome
  }

  /// Whether everything of a semester was last loaded longer than a time ago (Product rules, Offline). After
  /// attempts that failed or were cut off, the time is shorter, but none follows another one within the hour.
  public func isDue(after time: TimeInterval, _ choice: SemesterChoice) async -> Bool {
    guard let user = try? await session.user().username else { return false }
    guard let semester = session.storedSemester(choice),
      let last = lastSync(of: user, in: semester)
    else { return true }
    func isWithin(_ pause: TimeInterval, of begin: Date) -> Bool {
      (0..<min(time, pause)).contains(source.now().timeIntervalSince(begin))
    }
    guard !isWithin(Self.firstPause, of: last.fetchedAt) else { return false }
    guard let endedAt = last.value.endedAt else { return true }
    let failures = last.value.failures
    return !isWithin(
      failures == 0 ? time : Self.firstPause * pow(2, Double(failures - 1)), of: endedAt)
  }

  /// The groups whose values are loaded: the last one, the user's own parallels together and each, and all
  /// students where the user has no group.
  private func groups(
    of code: CourseCode, in semester: SemesterCode, last: GroupID?
  ) async throws -> [GroupID] {
    let own = try await teacher.groups(of: code, in: .code(semester), onlyMine: true).newest()
    let ids = own.value.groups.map(\.id)
    let wanted = [last].compactMap(\.self) + (ids.isEmpty ? [.all] : [.myParallels] + ids)
    var seen: Set<GroupID> = []
    return wanted.filter { seen.insert($0).inserted }
  }

  private func load(
    _ parts: [SyncOutcome.Part], in semester: SemesterCode, into outcome: inout SyncOutcome
  ) async throws {
    var results: [SyncOutcome.Part: Result<Void, any Error>] = [:]
    try await withThrowingTaskGroup(
      of: (SyncOutcome.Part, Result<Void, any Error>).self
    ) { group in
      for (index, part) in parts.enumerated() {
        if index >= Self.width, let done = try await group.next() { results[done.0] = done.1 }
        group.addTask { (part, try await load(part, in: .code(semester))) }
      }
      for try await done in group { results[done.0] = done.1 }
    }
    for part in parts {
      guard let result = results[part] else { continue }
      // A group that is gone is nothing to load.
      if case .failure(let error) = result, error is UnknownGroup { continue }
      outcome.add(part, result)
    }
  }

  /// Loads a part; throws what ends everything: a cancellation, or the end of the login.
  private func load(
    _ part: SyncOutcome.Part, in semester: SemesterChoice
  ) async throws -> Result<Void, any Error> {
    do {
      switch part {
      case .results(let code): _ = try await course.results(of: code, in: semester).newest()
      case .items(let code): _ = try await teacher.items(of: code, in: semester).newest()
      case .groups(let code):
        _ = try await teacher.groupChoice(of: code, in: semester).newest()
      case .group(let group, let code):
        let query = GroupQuery(course: code, semester: semester, group: group)
        _ = try await teacher.matrix(query).newest()
      case .notifications: _ = try await notifications.notifications(.all).newest()
      case .study: try await study.load()
      }
      return .success(())
    } catch {
      if Self.endsAll(error) { throw error }
      return .failure(error)
    }
  }

  /// Whether an error is a cancellation or the end of the login.
  private static func endsAll(_ error: any Error) -> Bool {
    switch error as? GradesError {
    case .cancelled?, .notSignedIn?, .login?: true
    default: error is CancellationError
    }
  }

  private static func isOutage(_ error: any Error) -> Bool {
    switch error as? GradesError {
    case .unreachable?, .tooManyRequests?, .serviceFailure?: true
    default: false
    }
  }

  private func lastSync(
    of user: Username, in semester: SemesterCode
  ) -> Snapshot<StoredSync>? { source.cache.snapshot(key(user, semester)) }

  private func store(_ sync: StoredSync, of user: Username, at time: Date) {
    source.cache.store(sync, under: key(user, sync.semester), at: time)
  }

  private func key(_ user: Username, _ semester: SemesterCode) -> SnapshotKey {
    SnapshotKey(
      CacheScope(host: source.host, username: user), semester: semester, name: StoredSync.kind)
  }
}

/// When loading everything of a semester was last attempted.
private struct StoredSync: StoredDocument, Hashable {
  static let kind = "sync"
  static let format = 3

  var semester: SemesterCode
  /// How many attempts that came to their end have failed since the last one that did not.
  var failures = 0
  /// The time of the last attempt that came to its end.
  var endedAt: Date?
}

extension StoredSync {
  init(from reader: inout DocumentReader) throws {
    semester = try reader.value()
    failures = try reader.int()
    guard (0..<1_000_000).contains(failures) else { throw DocumentReader.Damaged() }
    endedAt = try reader.optional { try $0.date() }
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(semester)
    writer.write(failures)
    writer.write(endedAt)
  }
}
