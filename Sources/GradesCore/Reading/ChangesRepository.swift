import Foundation
import GradesClient

/// Which changes to show.
public struct ChangesQuery: Hashable, Sendable {
  /// The semester of the courses.
  public var semester: SemesterChoice
  /// One course; nil means all.
  public var course: CourseCode?
  /// Changes of this moment and later ones; nil means all.
  public var since: Date?

  /// Makes a query.
  public init(semester: SemesterChoice, course: CourseCode? = nil, since: Date? = nil) {
    self.semester = semester
    self.course = course
    self.since = since
  }
}

/// Changes of results, the newest first, and which of them the user has seen.
public struct RecordedChanges: Hashable, Sendable {
  /// The changes.
  public var entries: [ChangeLog.Entry]
  /// The time when the user last opened the changes; nil for never.
  public var lookedAt: Date?
  /// The number of the last entry that the user has seen.
  public var lastSeen: Int64

  /// Makes a log.
  public init(entries: [ChangeLog.Entry], lookedAt: Date?, lastSeen: Int64) {
    self.entries = entries
    self.lookedAt = lookedAt
    self.lastSeen = lastSeen
  }

  /// Whether the user has not seen an entry yet.
  public func isNew(_ entry: ChangeLog.Entry) -> Bool { entry.id > lastSeen }

  /// The entries that the user has not seen yet.
  public var new: [ChangeLog.Entry] { entries.filter(isNew) }
}

/// What has changed in the signed-in user's results since they last looked: the log of the cache,
/// brought up to date by asking for the results of all courses.
public struct ChangesRepository: Sendable {
  /// The most requests at the same time (Figures, Fast).
  private static let width = 6

  private let source: SnapshotSource
  private let session: SessionRepository
  private let courses: CoursesRepository
  private let course: CourseRepository

  /// Makes a repository.
  public init(
    source: SnapshotSource, session: SessionRepository, courses: CoursesRepository
  ) {
    self.source = source
    self.session = session
    self.courses = courses
    course = CourseRepository(source: source, session: session)
  }

  /// The changes in the log, then with those that the service's answers show. Throws ``UnknownCourse``.
  public func changes(_ query: ChangesQuery) -> SnapshotStream<RecordedChanges> {
    SnapshotStream(in: query.semester, of: session) { try await question(query, in: $0) }
  }

  /// The changes of a course that the log has, without a request; none while the user is not known.
  public func recorded(of course: CourseCode, in semester: SemesterCode) async -> RecordedChanges {
    guard let username = try? await session.user().username else {
      return RecordedChanges(entries: [], lookedAt: nil, lastSeen: 0)
    }
    var recorded = recordedChanges(
      in: changeLog(of: username), ChangesQuery(semester: .code(semester), course: course))
    recorded.entries.removeAll { $0.change.semester != semester }
    return recorded
  }

  /// Notes that the user has seen the changes. Where that cannot be kept, they are shown as new again.
  public func look(at seen: RecordedChanges) async throws {
    changeLog(of: try await session.user().username)
      .look(at: source.now(), upTo: seen.entries.map(\.id).max())
  }

  private func question(
    _ query: ChangesQuery, in semester: SemesterCode
  ) async throws -> SnapshotQuestion<RecordedChanges> {
    let log = changeLog(of: try await session.user().username)
    return SnapshotQuestion(
      source: source,
      stored: {
        log.updatedAt.map { Snapshot(value: recordedChanges(in: log, query), fetchedAt: $0) }
      },
      fetch: {
        try await refresh(query, in: semester)
        return Snapshot(value: recordedChanges(in: log, query), fetchedAt: source.now())
      })
  }

  private func changeLog(of username: Username) -> ChangeLog {
    ChangeLog(
      cache: source.cache, scope: CacheScope(host: source.host, username: username))
  }

  private func recordedChanges(
    in log: ChangeLog, _ query: ChangesQuery
  ) -> RecordedChanges {
    RecordedChanges(
      entries: named(log.entries(since: query.since, course: query.course), log.scope),
      lookedAt: log.lookedAt, lastSeen: log.lastSeen)
  }

  /// The entries with the names that stored results have in the language in use: an answer has names
  /// in its own language alone.
  private func named(
    _ entries: [ChangeLog.Entry], _ scope: CacheScope
  ) -> [ChangeLog.Entry] {
    var names: [SnapshotKey: [ItemIdentifier: [LocalizedName]]] = [:]
    return entries.map { entry in
      let key = SnapshotKey(
        scope, semester: entry.change.semester, language: source.language,
        name: entry.change.course.rawValue)
      if names[key] == nil {
        let stored: Snapshot<CourseResults>? = source.cache.snapshot(key)
        names[key] = Dictionary(
          (stored?.value.items ?? []).map { ($0.item.identifier, $0.item.definition.names) }
        ) { first, _ in first }
      }
      guard let found = names[key]?[entry.change.identifier], !found.isEmpty else { return entry }
      var change = entry.change
      change.names = found
      return ChangeLog.Entry(id: entry.id, change: change, noticedAt: entry.noticedAt)
    }
  }

  /// Asks for results; the log notes what has changed in them.
  private func refresh(_ query: ChangesQuery, in semester: SemesterCode) async throws {
    if let code = query.course {
      _ = try await UnknownCourse.naming(code, in: semester) {
        try await course.newestCourse(code, in: semester)
      }
      return
    }
    let list = try await courses.courses(in: .code(semester)).latest()
    // Stored data do not show the reason for a missing response; the next request does.
    let codes = list.value.studying.map(\.code)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, code) in codes.enumerated() {
        if index >= Self.width { try await group.next() }
        group.addTask {
          do {
            _ = try await course.newestCourse(code, in: semester)
          } catch let error as GradesError where error.scope == .course {
            // The list may have a course in it that the user has left.
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
