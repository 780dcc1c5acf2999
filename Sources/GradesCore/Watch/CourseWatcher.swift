import GradesClient

/// Polls the service for changes that others make in a course: one question in a poll, the values of one
/// group with their times and authors (Service contract, 6.8).
package actor CourseWatcher: NewsWatcher {
  private let repository: Repository
  private let course: CourseCode
  private let choice: SemesterChoice
  private let group: (@Sendable () async throws -> GroupID)?
  private let isOwner: Bool

  private var news: [WatchNews] = []
  private var semester: SemesterCode?
  /// Of the named group of a semester, or of the user's own groups: each has its own, because a watch reports
  /// the students of its groups only.
  package var cursor: WatchCursor
  /// The group whose values are requested; nil before the first poll.
  package private(set) var watchedGroup: GroupID?

  /// Makes a watch of a group, which is asked for again in each semester, because the same parallel has another
  /// id there; nil means all of the teacher's own groups in one, or all students for a user without any.
  /// `isOwner` is true if no other process watches the same group of the course.
  package init(
    _ repository: Repository, isOwner: Bool, course: CourseCode, semester choice: SemesterChoice,
    group: (@Sendable () async throws -> GroupID)?
  ) {
    self.repository = repository
    self.isOwner = isOwner
    self.course = course
    self.choice = choice
    self.group = group
    cursor = WatchCursor(
      repository.source.log, of: CacheScope(host: repository.source.host, username: nil), name: "",
      isStored: false)
  }

  /// Whether no watch of the group has finished its first round. Throws where the group is unknown, because
  /// its number cannot be looked up.
  package var isFirst: Bool {
    get async throws {
      if cursor.reported == nil { _ = try await begin() }
      return cursor.isFirst
    }
  }

  // MARK: Polls

  /// Loads the group once and finds what others have changed.
  package func poll() async throws { try await readAll() }

  /// The same as ``poll()``: there is one step.
  package func readAll() async throws {
    // An outage seen by the previous poll does not skip this one.
    repository.source.outage.forget()
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
      if cursor.reported == nil { watchedGroup = nil }
      throw error
    }
    cursor.begin()
    guard let (reported, newest) = cursor.look(), let logged = try? queries.logged else { return }
    // The log also has the students of other groups whose values were loaded elsewhere.
    let members = Set(loaded.value.rows.map(\.student.username))
    let found = try await repository.changes(queries, in: logged).compactMap { change in
      change.number.map { (number: $0, change: change) }
    }.filter { number, change in
      number > reported && !change.isOwn && members.contains(change.cell.username)
    }.sorted { ($0.number, $0.change.seenAt) < ($1.number, $1.change.seenAt) }
    news = found.indices.map { index in
      // Of what others did before and after an own change, the last part takes the entry with it.
      let (number, change) = found[index]
      let isLast = index + 1 == found.count || found[index + 1].number > number
      return WatchNews(.change(change), number: isLast ? number : number - 1)
    }
    cursor.hasFound(upTo: newest)
  }

  /// Finds out what was reported of the group in the current semester.
  private func begin() async throws -> CourseQueries {
    let semester = try await repository.session.semester(choice).value
    let queries = try await repository.queries(course, semester)
    // The groups are others in each semester.
    if self.semester != semester { watchedGroup = nil }
    self.semester = semester
    if watchedGroup == nil { watchedGroup = try await group?() }
    let named = group == nil ? "" : watchedGroup?.rawValue ?? ""
    let name = "watch \(named) of \(semester) \(course)"
    if cursor.name != name {
      cursor = WatchCursor(queries.source.log, of: queries.scope, name: name, isStored: isOwner)
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

  package func takeNews() -> [WatchNews] {
    defer { news = [] }
    return news
  }
}
