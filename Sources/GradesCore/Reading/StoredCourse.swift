import Foundation
import GradesClient

/// The courses and semesters that are in the cache, without any request.
package struct StoredCourses: Sendable {
  fileprivate let source: SnapshotSource
  fileprivate let user: Username

  package init(source: SnapshotSource, user: Username) {
    self.source = source
    self.user = user
  }

  private var keys: [RequestKey] {
    source.cache.keys(of: CacheScope(host: source.host, username: user))
  }

  /// The codes of the courses that were listed or opened, of one semester or of all, in order.
  package func codes(in semester: SemesterCode? = nil) -> [CourseCode] {
    Set(keys.filter { semester == nil || $0.semester == semester }.compactMap(\.course)).sorted()
  }

  /// The semesters in which a course was listed or opened.
  func semesters(of course: CourseCode) -> [SemesterCode] {
    Set(keys.filter { $0.course == course }.compactMap(\.semester)).sorted(by: >)
  }

  /// Whether anything of a course was loaded, which being in a list is not.
  func hasLoaded(_ course: CourseCode, in semester: SemesterCode) -> Bool {
    keys.contains {
      $0.course == course && $0.semester == semester && !$0.path.hasSuffix("/information")
    }
  }

  /// The ids of the notifications that were listed and are read or unread.
  package func notifications(isRead: Bool) async -> [NotificationID] {
    let inbox = await source.inbox(of: user).stored()?.value
    let found = (inbox?.entries ?? []).filter { $0.isRead == isRead }.compactMap(\.notification.id)
    return Set(found).sorted { ($0.rawValue.count, $0.rawValue) < ($1.rawValue.count, $1.rawValue) }
  }

  /// The semesters whose courses were listed, newest first.
  package var semesters: [SemesterCode] {
    Set(keys.filter(\.isOverview).compactMap(\.semester)).sorted(by: >)
  }

  /// One of the courses, in one semester or in the newest one that is stored.
  package func course(_ code: CourseCode, in semester: SemesterCode? = nil) -> StoredCourse {
    StoredCourse(courses: self, code: code, semester: semester)
  }
}

/// What is in the cache of one course, without any request: what the shell completes, and what
/// students and items of drafts are called.
package struct StoredCourse: Sendable {
  fileprivate let courses: StoredCourses
  fileprivate let code: CourseCode
  fileprivate let semester: SemesterCode?

  package var groups: [GroupID] {
    get async { await newest { $0.groups(onlyMine: false) }?.value.groups.map(\.id) ?? [] }
  }

  package var items: [Classification] {
    get async { await newest { $0.items() }?.value.items.map(\.definition) ?? [] }
  }

  /// The course's students by username.
  package var students: [Student] {
    get async {
      let students = await newest { $0.roster(of: .all) }?.value.students ?? []
      return students.sorted { $0.username < $1.username }
    }
  }

  func matrix(of group: GroupID) async -> Snapshot<GroupMatrix>? {
    await newest {
      $0.matrix(GroupQuery(course: code, semester: .code($0.semester), group: group))
    }
  }

  private func newest<Value>(
    _ question: (CourseQueries) -> Question<Value>
  ) async -> Snapshot<Value>? {
    for semester in semester.map({ [$0] }) ?? courses.semesters(of: code) {
      let queries = CourseQueries(
        source: courses.source, course: code, semester: semester, teacher: courses.user)
      if let found = await question(queries).stored() { return found }
    }
    return nil
  }
}

extension RequestKey {
  /// Whether it lists a student's courses.
  fileprivate var isOverview: Bool { path.hasPrefix("courses/classification-overview/") }

  fileprivate var course: CourseCode? {
    let parts = path.split(separator: "/")
    guard parts.count > 2, parts[0] == "courses" || parts[0] == "course", !isOverview else {
      return nil
    }
    return parts[1].removingPercentEncoding.map { CourseCode($0) }
  }
}

extension SnapshotSource {
  /// The service; the definitions of items that it sends are stored: lists of drafts need them without a request.
  package func keepingItems(of user: Username) -> GradesAPI {
    api.keeping { key, body in
      guard key.path.hasSuffix("/definitions") || key.path.hasSuffix("/classifications") else {
        return
      }
      cache.store(body, for: key, of: CacheScope(host: host, username: user), at: now())
    }
  }
}
