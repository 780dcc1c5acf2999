import Foundation
import GradesClient
import JSON

/// Names, completion and credits of courses, each requested once per semester and language.
extension Responses {
  /// What a course is called in a semester hardly ever changes.
  private static let lifetime: TimeInterval = 30 * 86_400
  /// The lifetime of a missing name, which the school may add soon.
  private static let lifetimeOfNothing: TimeInterval = 86_400

  /// What is known of courses, by code; a course of which nothing can be learnt is left out, because
  /// a missing name must not cost the rest.
  ///
  /// `areListed` means that the courses come from one of the user's lists. For others a missing
  /// course is not stored, because a mistyped code would otherwise count as a course later.
  func information(
    about courses: [CourseCode], in semester: SemesterCode, areListed: Bool = true
  ) async -> [CourseCode: CourseInformation] {
    var known: [CourseCode: CourseInformation] = [:]
    var wanted: [CourseCode] = []
    for course in courses {
      let stored = try? await beside(.storedInLanguage).answer {
        try await $0.information(about: course, in: semester)
      }
      known[course] = stored?.value
      if stored == nil {
        // A name in the other language is better than none.
        known[course] = try? await beside(.stored).information(about: course, in: semester)
      }
      if !isFresh(stored) { wanted.append(course) }
    }
    guard areNew else { return known }
    let found = try? await wanted.atOnce { await self.fetch($0, in: semester, isListed: areListed) }
    for case let course? in found ?? [] where course.name != nil || known[course.code] == nil {
      known[course.code] = course
    }
    return known
  }

  private func information(
    about course: CourseCode, in semester: SemesterCode
  ) async throws -> CourseInformation {
    var found = try await ask { try await $0.course(course, in: semester).information() }
    guard found.name ?? "" == "" else { return found }
    do {
      let other = beside(origin, of: source.with(language: source.language.other))
      found.name = try await other.ask {
        try await $0.course(course, in: semester).information()
      }.name
    } catch  where origin == .storedInLanguage {
      // Another process may have stored one language so far: only both say that there is no name.
      throw error
    } catch {}
    return found
  }

  private func fetch(
    _ course: CourseCode, in semester: SemesterCode, isListed: Bool
  ) async -> CourseInformation? {
    do {
      return try await beside(.new).information(about: course, in: semester)
    } catch GradesError.notFound where isListed {
      let nothing = JSONWriter { $0.object { $0.member("courseCode", course.rawValue) } }
      for language in [source.language, source.language.other] {
        keep(
          Data(nothing.bytes),
          for: source.api.with(language: language).course(course, in: semester).informationKey)
      }
      return CourseInformation(code: course, name: nil)
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
}
