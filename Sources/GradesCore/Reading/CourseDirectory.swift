import Foundation
import GradesClient

/// Names, completion and credits of courses, each requested once per semester and language.
struct CourseDirectory: Sendable {
  /// The most requests at the same time (Figures, Fast).
  private static let width = 6
  /// What a course is called in a semester hardly ever changes.
  private static let lifetime: TimeInterval = 30 * 86_400
  /// The lifetime of a missing name, which the school may add soon.
  private static let lifetimeOfNothing: TimeInterval = 86_400

  let source: SnapshotSource

  /// What is known of courses, by code; a course of which nothing can be learnt is left out, because
  /// a missing name must not cost the rest.
  ///
  /// `areListed` means that the courses come from one of the user's lists. For others a missing
  /// course is not stored, because a mistyped code would otherwise count as a course later.
  func information(
    about courses: [CourseCode], in semester: SemesterCode, scope: CacheScope,
    areListed: Bool = true
  ) async -> [CourseCode: CourseInformation] {
    var known: [CourseCode: CourseInformation] = [:]
    var wanted: [CourseCode] = []
    for course in courses {
      let key = key(course, semester, scope)
      let stored: Snapshot<CourseInformation>? = source.cache.snapshot(key)
      // Offline, a name in the other language is better than none.
      known[course] = (stored ?? source.stored(key))?.value
      if !isFresh(stored) { wanted.append(course) }
    }
    guard source.access == .online, !wanted.isEmpty else { return known }
    let fetched = await fetch(wanted, in: semester, areListed: areListed)
    source.cache.store(
      fetched.map { (key($0.code, semester, scope), $0) }, at: source.now())
    for course in fetched where course.name != nil || known[course.code] == nil {
      known[course.code] = course
    }
    return known
  }

  /// The stored data of a course, without a request.
  func stored(
    about course: CourseCode, in semester: SemesterCode, scope: CacheScope
  ) -> CourseInformation? {
    source.stored(key(course, semester, scope), of: CourseInformation.self)?.value
  }

  private func fetch(
    _ courses: [CourseCode], in semester: SemesterCode, areListed: Bool
  ) async -> [CourseInformation] {
    await withTaskGroup(of: CourseInformation?.self) { group in
      var fetched: [CourseInformation] = []
      for (index, course) in courses.enumerated() {
        if index >= Self.width, let done = await group.next(), let done { fetched.append(done) }
        group.addTask { await fetch(course, in: semester, isListed: areListed) }
      }
      for await done in group { if let done { fetched.append(done) } }
      return fetched
    }
  }

  private func fetch(
    _ course: CourseCode, in semester: SemesterCode, isListed: Bool
  ) async -> CourseInformation? {
    do {
      var found = try await source.ask {
        try await $0.course(course, in: semester).information()
      }
      if found.name ?? "" == "" {
        // A name in the other language is better than none.
        let other = try? await source.with(language: source.language.other).ask {
          try await $0.course(course, in: semester).information()
        }
        found.name = other?.name
      }
      return found
    } catch GradesError.notFound {
      return isListed ? CourseInformation(code: course, name: nil) : nil
    } catch {
      return nil
    }
  }

  private func isFresh(_ stored: Snapshot<CourseInformation>?) -> Bool {
    guard let stored else { return false }
    let age = source.now().timeIntervalSince(stored.fetchedAt)
    // A negative age means that the clock was set back.
    return (0..<(stored.value.name == nil ? Self.lifetimeOfNothing : Self.lifetime)).contains(age)
  }

  private func key(
    _ course: CourseCode, _ semester: SemesterCode, _ scope: CacheScope
  ) -> SnapshotKey {
    SnapshotKey(
      scope, semester: semester, language: source.language, name: course.rawValue)
  }
}
