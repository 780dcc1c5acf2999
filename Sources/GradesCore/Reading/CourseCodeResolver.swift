import Foundation
import GradesClient

/// Turns what a user typed into a full course code, with the courses that the user is known to have.
package struct CourseCodeResolver: Sendable {
  private let source: SnapshotSource
  private let session: SessionRepository
  private let courses: CoursesRepository

  /// Makes a resolver.
  package init(
    source: SnapshotSource, session: SessionRepository, courses: CoursesRepository
  ) {
    self.source = source
    self.session = session
    self.courses = courses
  }

  /// The course that is meant; mostly without a request.
  ///
  /// A code with a suffix, or one that is not known, is taken as it is, since users can have more
  /// courses than their list shows; the service then says whether it exists. Only for a code without a
  /// suffix that nothing stored completes are the courses loaded. Throws ``AmbiguousCourse``.
  package func code(for typed: String, in choice: SemesterChoice) async throws -> CourseCode {
    guard !typed.contains(".") else { return CourseCode(typed) }
    let (user, semester) = try await session.begin(choice)
    let known = StoredCourses(cache: source.cache, host: source.host, user: user.username)
    var match = CourseCodeMatcher(known: known.codes(in: semester.value)).match(typed)
    if case .unknown = match, source.access == .online {
      do {
        let list = try await courses.courses(in: .code(semester.value)).latest().value
        match = CourseCodeMatcher(known: list.codes).match(typed)
      } catch let error as GradesError where error.scope == .service || error == .notPermitted {
        // Service accounts have no list. The next request reports an outage.
      }
    }
    switch match {
    case .course(let code): return code
    case .ambiguous(let candidates): throw AmbiguousCourse(typed: typed, candidates: candidates)
    case .unknown: return CourseCode(typed)
    }
  }

  /// Another semester in which the user has the course, the newest; what is stored says so or, where that
  /// is nothing and requests are allowed, the roles in the semester before the asked one.
  package func otherSemester(
    of course: CourseCode, than semester: SemesterCode
  ) async -> SemesterCode? {
    guard let user = try? await session.user().username else { return nil }
    let known = StoredCourses(cache: source.cache, host: source.host, user: user)
    let stored = known.semesters(of: course).filter { $0 != semester }
    if let newest = stored.max() { return newest }
    guard source.access == .online,
      let roles = try? await session.roles(in: semester.previous).value,
      (roles.studentCourses + roles.teacherCourses).contains(course)
    else { return nil }
    return semester.previous
  }

  /// Courses that may have been meant by a code that the service does not know; from what is stored, of
  /// all semesters.
  package func suggestions(for typed: String) async -> [CourseCode] {
    switch CourseCodeMatcher(known: await stored()?.codes() ?? []).match(typed) {
    case .course(let code): return [code]
    case .ambiguous(let candidates): return candidates
    case .unknown(let suggestions): return suggestions
    }
  }

  /// The courses of the user that are stored, of all semesters; none where no semester was ever listed.
  package func listedCourses() async -> [CourseCode] {
    guard let stored = await stored(), !stored.semesters.isEmpty else { return [] }
    return stored.codes()
  }

  private func stored() async -> StoredCourses? {
    guard let user = try? await session.user().username else { return nil }
    return StoredCourses(cache: source.cache, host: source.host, user: user)
  }
}

/// Several of the user's courses have the code that was typed, with different suffixes.
package struct AmbiguousCourse: Error, Hashable, Sendable {
  /// What was typed.
  package var typed: String
  /// The courses that it can mean.
  package var candidates: [CourseCode]

  /// Makes the error.
  package init(typed: String, candidates: [CourseCode]) {
    self.typed = typed
    self.candidates = candidates
  }
}

/// The courses and semesters that are in the cache; for completions, without any request.
package struct StoredCourses: Sendable {
  let cache: SnapshotCache
  let scope: CacheScope

  /// Looks at what one user has stored.
  package init(cache: SnapshotCache, host: String, user: Username) {
    self.cache = cache
    scope = CacheScope(host: host, username: user)
  }

  /// The codes of the courses that were listed or opened, of one semester or of all, in order.
  package func codes(in semester: SemesterCode? = nil) -> [CourseCode] {
    let found = [CourseInformation.kind, CourseResults.kind, CourseItems.kind].flatMap { kind in
      cache.stored(kind: kind, in: scope)
        .filter { semester == nil || $0.semester == semester }
        .compactMap { $0.name.components(separatedBy: SnapshotKey.separator).first }
    }
    return Set(found.map { CourseCode($0) }).sorted()
  }

  /// The semesters in which a course was listed or opened.
  func semesters(of course: CourseCode) -> [SemesterCode] {
    [CourseInformation.kind, CourseResults.kind, CourseItems.kind].flatMap { kind in
      cache.stored(kind: kind, in: scope).filter {
        $0.name.components(separatedBy: SnapshotKey.separator).first == course.rawValue
      }.compactMap(\.semester)
    }
  }

  /// Whether anything of a course was loaded, which being in a list is not.
  func hasLoaded(_ course: CourseCode, in semester: SemesterCode) -> Bool {
    [
      CourseResults.kind, CourseItems.kind, CourseGroups.kind, GroupMatrix.kind, Roster.kind,
    ].contains { kind in
      cache.stored(kind: kind, in: scope).contains {
        $0.semester == semester
          && $0.name.components(separatedBy: SnapshotKey.separator).first == course.rawValue
      }
    }
  }

  /// The ids of the notifications that were listed and are read or unread.
  package func notifications(isRead: Bool) -> [NotificationID] {
    let entries = ServiceLanguage.allCases.flatMap { language in
      NotificationSelection.allCases.flatMap { selection -> [Inbox.Entry] in
        let key = SnapshotKey(scope, language: language, name: selection.rawValue)
        return cache.snapshot(key, of: Inbox.self)?.value.entries ?? []
      }
    }
    return Set(entries.filter { $0.isRead == isRead }.compactMap(\.notification.id)).sorted {
      ($0.rawValue.count, $0.rawValue) < ($1.rawValue.count, $1.rawValue)
    }
  }

  /// The searched semesters, newest first.
  package var semesters: [SemesterCode] {
    Set(cache.stored(kind: CourseList.kind, in: scope).compactMap(\.semester)).sorted(by: >)
  }
}
