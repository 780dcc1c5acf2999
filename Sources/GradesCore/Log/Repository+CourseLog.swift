import Foundation
import GradesClient

package struct CourseLogQuery: Hashable, Sendable {
  package var course: CourseCode
  package var semester: SemesterChoice
  /// Whose values are loaded first.
  package var group: GroupID
  package var item: ItemIdentifier?
  package var student: Username?
  package var author: String?
  /// Changes of this moment and later ones; nil means all.
  package var since: Date?

  package init(
    course: CourseCode, semester: SemesterChoice, group: GroupID = .all,
    item: ItemIdentifier? = nil, student: Username? = nil, author: String? = nil,
    since: Date? = nil
  ) {
    self.course = course
    self.semester = semester
    self.group = group
    self.item = item
    self.student = student
    self.author = author
    self.since = since
  }

  /// Whether it asks for some changes only.
  package var isFiltered: Bool {
    item != nil || student != nil || author != nil || since != nil
  }

  fileprivate func matches(_ change: LoggedChange) -> Bool {
    item.map { $0 == change.identifier } ?? true
      && student.map { $0 == change.student?.username } ?? true
      && author.map { $0.lowercased() == change.author?.lowercased() } ?? true
      && since.map { change.time >= $0 } ?? true
  }
}

package struct CourseChanges: Hashable, Sendable {
  package var course: CourseCode
  package var semester: SemesterCode
  package var entries: [LoggedChange]
}

/// What has changed in a course's values, as far as this program saw it: the log and the user's own history,
/// brought up to date by loading a group.
extension Repository {
  /// The changes in the log, then with those that the service's answer shows.
  ///
  /// Throws ``UnknownCourse``, ``UnknownGroup``, ``UnknownItems``, ``UnknownStudent``, and errors of the
  /// history, which has the user's own changes.
  package func changes(_ query: CourseLogQuery) -> SnapshotStream<CourseChanges> {
    SnapshotStream(in: query.semester, of: session) { semester in
      let queries = try await queries(query.course, semester)
      let logged = try await changes(queries, in: read(queries))
      let items = await storedCourse(queries).items
      if source.access == .offline, !items.isEmpty { _ = try resolved(query, items, queries) }
      return Question(
        source: source,
        stored: {
          source.log.answeredAt(
            .taught, of: queries.scope, course: query.course, in: semester
          ).map { time in
            let query = (try? resolved(query, items, queries)) ?? query
            return Snapshot(value: selected(logged, query, queries), fetchedAt: time)
          }
        },
        fetch: {
          let loaded = try await queries.matrix(
            GroupQuery(course: query.course, semester: query.semester, group: query.group)
          ).fetch()
          let query = try resolved(query, loaded.value.items.map(\.definition), queries)
          try await check(query, loaded.value, queries)
          let logged = try await changes(queries, in: read(queries))
          return loaded.map { _ in selected(logged, query, queries) }
        }
      ).about(query.course, in: semester, of: queries.teacher)
    }
  }

  /// What the log has of a course; nothing where it cannot be read now.
  private func read(_ queries: CourseQueries) -> [LoggedChange] { (try? queries.logged) ?? [] }

  /// The changes of a course with the user's own ones, in no order, with the names that the cache has.
  ///
  /// The log is read first: what it shows of an own change is in the history by now, or among what is unconfirmed.
  func changes(_ queries: CourseQueries, in logged: [LoggedChange]) async throws -> [LoggedChange] {
    let gradebook = Gradebook(
      owner: DraftOwner(host: source.host, username: queries.teacher), course: queries.course,
      semester: queries.semester)
    let changes = logged.joined(with: try await drafts.sentChanges(in: gradebook), in: gradebook)
    guard !changes.isEmpty else { return [] }
    let stored = storedCourse(queries)
    let students = await stored.students.keyed(by: \.username)
    let items = await stored.items.keyed(by: \.identifier)
    return changes.map { change in
      var change = change
      change.student = students[change.cell.username] ?? change.student
      change.names = items[change.identifier]?.names ?? []
      return change
    }
  }

  private func selected(
    _ changes: [LoggedChange], _ query: CourseLogQuery, _ queries: CourseQueries
  ) -> CourseChanges {
    CourseChanges(
      course: queries.course, semester: queries.semester,
      entries: changes.filter(query.matches).sorted { ($0.time, $0.id) > ($1.time, $1.id) })
  }

  private func storedCourse(_ queries: CourseQueries) -> StoredCourse {
    stored(of: queries.teacher).course(queries.course, in: queries.semester)
  }

  /// The query with the item's identifier as the course has it or, for an item that the course does not have
  /// any longer, as the log has it.
  private func resolved(
    _ query: CourseLogQuery, _ items: [Classification], _ queries: CourseQueries
  ) throws(UnknownItems) -> CourseLogQuery {
    guard let typed = query.item else { return query }
    func find(_ items: [Classification]) -> ItemIdentifier? {
      ItemLookup(items).find(typed.rawValue).item?.identifier
    }
    let found =
      find(items)
      ?? find(Set(read(queries).map(\.identifier)).map { Classification(identifier: $0) })
    guard let found else { throw UnknownItems(typed: [typed], among: items) }
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
    guard read(queries).contains(where: { $0.student?.username == student }) else {
      throw UnknownStudent(username: student, course: query.course)
    }
  }
}

extension GroupMatrix {
  fileprivate func has(_ student: Username) -> Bool {
    rows.contains { $0.student.username == student }
  }
}
