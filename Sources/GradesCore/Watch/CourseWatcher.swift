import GradesClient

/// Polls the service for changes that others make in a course: one question in a poll, the values of one
/// group with their times and authors (Service contract, 6.8).
///
/// What is new is what the course's log has after the entry that a watch of the same group reported last,
/// whatever noted it there. The number of that entry is in the same file, so that deleting the cache begins
/// both again.
public actor CourseWatcher: NewsWatcher {
  private let source: SnapshotSource
  private let session: SessionRepository
  private let repository: CourseLogRepository
  private let course: CourseCode
  private let choice: SemesterChoice
  private let group: (@Sendable () async throws -> GroupID)?
  private let isOwner: Bool

  private var news: [WatchNews] = []
  /// The newest entry that was taken as news or passed over.
  private var taken: Int64?
  /// The newest entry of the log at the last poll.
  private var newest: Int64 = 0
  private var shown: Int64 = 0
  private var known: Known?
  /// The group whose values are requested; nil before the first poll.
  public private(set) var watchedGroup: GroupID?
  /// The last problem with what is remembered; nil: none.
  public private(set) var problem: WatchFile.Problem?

  /// Where it is remembered what was reported.
  private struct Known {
    var semester: SemesterCode
    /// The named group; nil for the user's own ones.
    var group: GroupID?
    var log: CourseLog

    var report: CourseLog.Report { log.report(of: group) }
  }

  /// Makes a watch of a group, which is asked for again in each semester, because the same parallel has another
  /// id there; nil means all of the teacher's own groups in one, or all students for a user without any.
  /// `isOwner` is true if no other process watches the same group of the course.
  public init(
    source: SnapshotSource, session: SessionRepository, drafts: DraftStore, isOwner: Bool,
    course: CourseCode, semester choice: SemesterChoice,
    group: (@Sendable () async throws -> GroupID)?
  ) {
    self.source = source
    self.session = session
    repository = CourseLogRepository(source: source, session: session, drafts: drafts)
    self.isOwner = isOwner
    self.course = course
    self.choice = choice
    self.group = group
  }

  /// Whether no watch of the group has finished its first round. Throws where the group is unknown, because
  /// its number cannot be looked up.
  public var isFirst: Bool {
    get async throws {
      if taken == nil { _ = try await begin() }
      return taken == nil
    }
  }

  // MARK: Polls

  /// Loads the group once and finds what others have changed.
  public func poll() async throws { try await readAll() }

  /// The same as ``poll()``: there is one step.
  public func readAll() async throws {
    // An outage seen by the previous poll does not skip this one.
    source.outage.forget()
    let queries = try await begin()
    let group = try await chosenGroup(queries)
    let loaded: Snapshot<GroupMatrix>
    do {
      loaded = try await UnknownCourse.naming(course, in: queries.semester) {
        try await queries.matrix(
          GroupQuery(course: course, semester: .code(queries.semester), group: group)
        ).fetch()
      }
    } catch let error as UnknownGroup {
      // The next poll chooses again.
      watchedGroup = nil
      throw error
    } catch {
      // What was typed may have been taken for an id, because the list of groups could not be read either.
      if taken == nil { watchedGroup = nil }
      throw error
    }
    // A cache that was deleted has begun to count again.
    if isOwner, taken != nil, known?.report.reported == nil {
      (taken, newest, shown) = (nil, 0, 0)
    }
    let sent = try await repository.sentChanges(queries)
    queries.log.add(sent.published)
    let entries = repository.entries(queries, after: taken ?? 0, sent.unconfirmed)
    newest = max(newest, entries.map(\.id).max() ?? 0)
    // The first look is what later ones are compared with.
    if taken != nil {
      // The log also has the students of other groups whose values were loaded elsewhere.
      let members = Set(loaded.value.rows.map(\.student.username))
      news += entries.filter { !$0.isOwn && members.contains($0.change.username) }
        .map(WatchNews.courseChange)
    }
    taken = max(taken ?? 0, newest)
  }

  /// Finds out what was reported of the group in the current semester.
  private func begin() async throws -> CourseQueries {
    let semester = try await session.semester(choice).value
    let queries = try await repository.queries(course, semester)
    // The groups are others in each semester.
    if known?.semester != semester { watchedGroup = nil }
    if watchedGroup == nil { watchedGroup = try await group?() }
    let named = group == nil ? nil : watchedGroup
    if known?.semester != semester || known?.group != named {
      let new = Known(semester: semester, group: named, log: queries.log)
      let report = new.report
      (known, taken, newest, shown) = (new, report.reported, 0, report.shown)
    }
    return queries
  }

  private func chosenGroup(_ queries: CourseQueries) async throws -> GroupID {
    if let watched = watchedGroup { return watched }
    let own = try await queries.groups(onlyMine: true).fetch().value.groups.map(\.id)
    let chosen = own.contains(.myParallels) ? .myParallels : own.count == 1 ? own[0] : .all
    watchedGroup = chosen
    return chosen
  }

  // MARK: News

  /// Removes and returns the news found so far.
  public func takeNews() -> [WatchNews] {
    defer { news = [] }
    return news
  }

  /// Stores that an item has been reported.
  public func remember(_ item: WatchNews) {
    guard isOwner, case .courseChange(let entry) = item else { return }
    known?.log.report(upTo: entry.id, of: known?.group)
  }

  /// Stores that items have been shown on the desktop.
  public func rememberShown(_ items: [WatchNews]) {
    for case .courseChange(let entry) in items { shown = max(shown, entry.id) }
    if isOwner { known?.log.show(upTo: shown, of: known?.group) }
  }

  /// The items that have not been shown on the desktop yet.
  public func notShown(_ items: [WatchNews]) -> [WatchNews] {
    items.filter { item in
      if case .courseChange(let entry) = item { entry.id > shown } else { true }
    }
  }

  /// Stores that all news taken so far has been reported.
  public func keep() {
    guard isOwner, let taken else { return }
    known?.log.report(upTo: taken, of: known?.group)
    problem = known?.report.reported == nil ? .unwritable : nil
  }
}
