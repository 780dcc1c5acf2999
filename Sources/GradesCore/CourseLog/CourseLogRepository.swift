import Foundation
import GradesClient

/// What has changed in a course's values, as far as this program saw it: the log of the cache and the user's
/// own history, brought up to date by loading a group.
public struct CourseLogRepository: Sendable {
  private let source: SnapshotSource
  private let session: SessionRepository
  private let drafts: DraftStore

  /// Makes a repository.
  public init(source: SnapshotSource, session: SessionRepository, drafts: DraftStore) {
    self.source = source
    self.session = session
    self.drafts = drafts
  }

  /// The changes in the log, then with those that the service's answer shows.
  ///
  /// Throws ``UnknownCourse``, ``UnknownGroup``, ``UnknownItems``, ``UnknownStudent``, and errors of the
  /// history, which has the user's own changes.
  public func changes(_ query: CourseLogQuery) -> SnapshotStream<CourseChanges> {
    SnapshotStream(in: query.semester, of: session) { semester in
      let queries = try await queries(query.course, semester)
      let sent = try await sentChanges(queries)
      let stored = storedCourse(queries).items
      if source.access == .offline, !stored.isEmpty { _ = try resolved(query, stored, queries) }
      return SnapshotQuestion(
        source: source,
        stored: {
          queries.log.look?.answeredAt.map { time in
            queries.log.add(sent.published)
            let query = (try? resolved(query, stored, queries)) ?? query
            return Snapshot(value: changes(queries, query, sent.unconfirmed), fetchedAt: time)
          }
        },
        fetch: {
          let loaded = try await queries.matrix(
            GroupQuery(course: query.course, semester: query.semester, group: query.group)
          ).fetch()
          let query = try resolved(query, loaded.value.items.map(\.definition), queries)
          try await check(query, loaded.value, queries)
          // What was published while the answer was on its way belongs to the log, too.
          let sent = try await sentChanges(queries)
          queries.log.add(sent.published)
          return loaded.map { _ in changes(queries, query, sent.unconfirmed) }
        }
      ).about(query.course, in: semester, of: queries.teacher)
    }
  }

  /// What is asked about a course.
  func queries(_ course: CourseCode, _ semester: SemesterCode) async throws -> CourseQueries {
    CourseQueries(
      source: source, course: course, semester: semester,
      teacher: try await session.user().username)
  }

  /// What the user published in the course and the log does not have yet, and what is unconfirmed.
  func sentChanges(_ queries: CourseQueries) async throws -> SentChanges {
    try await drafts.sentChanges(
      in: Gradebook(
        owner: DraftOwner(host: source.host, username: queries.teacher), course: queries.course,
        semester: queries.semester),
      after: queries.log.look?.change ?? 0)
  }

  /// The log's entries after one, in their order, with names. What shows an unconfirmed change counts as the
  /// user's own, whatever author the service gives.
  func entries(
    _ queries: CourseQueries, after id: Int64 = 0, _ unconfirmed: [SentChanges.Unconfirmed]
  ) -> [CourseLogEntry] {
    let found = queries.log.entries(after: id)
    guard !found.isEmpty else { return [] }
    let sent = Dictionary(grouping: unconfirmed, by: \.edit.cell)
    let stored = storedCourse(queries)
    let students = Dictionary(stored.students.map { ($0.username, $0) }) { first, _ in first }
    let items = Dictionary(stored.items.map { ($0.identifier, $0) }) { first, _ in first }
    return found.map { entry in
      let change = entry.change
      return CourseLogEntry(
        id: entry.id, change: change, course: queries.course, semester: queries.semester,
        student: students[change.username]
          ?? Student(username: change.username, firstName: nil, lastName: nil),
        item: items[change.identifier],
        isOwn: change.isOwn(of: queries.teacher)
          || sent[change.cell]?.contains { change.mayShow($0, of: queries.teacher) } ?? false)
    }
  }

  private func changes(
    _ queries: CourseQueries, _ query: CourseLogQuery, _ unconfirmed: [SentChanges.Unconfirmed]
  ) -> CourseChanges {
    CourseChanges(
      course: queries.course, semester: queries.semester,
      entries: entries(queries, unconfirmed).selected(by: query))
  }

  private func storedCourse(_ queries: CourseQueries) -> StoredCourse {
    StoredCourses(cache: source.cache, host: source.host, user: queries.teacher)
      .course(queries.course, in: queries.semester, language: source.language)
  }

  /// The query with the item's identifier as the course has it or, for an item that the course does not have
  /// any longer, as the log has it.
  private func resolved(
    _ query: CourseLogQuery, _ items: [Classification], _ queries: CourseQueries
  ) throws(UnknownItems) -> CourseLogQuery {
    guard let typed = query.item else { return query }
    func find(_ items: [Classification]) -> ItemIdentifier? {
      CourseItems(course: queries.course, semester: queries.semester, definitions: items)
        .item(typed)?.identifier
    }
    let found =
      find(items)
      ?? find(
        Set(queries.log.entries().map(\.change.identifier)).map { Classification(identifier: $0) })
    guard let found else {
      throw UnknownItems(typed: [typed], among: items)
    }
    var query = query
    query.item = found
    return query
  }

  /// Throws when the query names a student whom neither a loaded group nor the log has. Test students are in a
  /// group of their own, which is loaded for each student that the loaded group does not have.
  private func check(
    _ query: CourseLogQuery, _ matrix: GroupMatrix, _ queries: CourseQueries
  ) async throws {
    guard let student = query.student, query.group == .all, !matrix.has(student) else { return }
    let test = GroupQuery(course: query.course, semester: query.semester, group: .test)
    do {
      if try await queries.matrix(test).fetch().value.has(student) { return }
    } catch let error where error.isCancellation {
      throw error
    } catch {
      // Whatever the reason: the log alone decides.
    }
    guard queries.log.entries().contains(where: { $0.change.username == student }) else {
      throw UnknownStudent(username: student, course: query.course)
    }
  }
}

extension GroupMatrix {
  /// Whether a student is in the group.
  fileprivate func has(_ student: Username) -> Bool {
    rows.contains { $0.student.username == student }
  }
}
