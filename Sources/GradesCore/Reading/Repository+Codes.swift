import Foundation
import GradesClient

/// Turns what a user typed into a full course code, with the courses that the user is known to have.
extension Repository {
  /// The course that is meant; mostly without a request.
  ///
  /// A code with a suffix, or one that is not known, is taken as it is, since users can have more
  /// courses than their list shows; the service then says whether it exists. Only for a code without a
  /// suffix that nothing stored completes are the courses loaded, and may a name be meant (`byName`), which is
  /// too weak where something is written. Throws ``AmbiguousCourse``.
  package func courseCode(
    for typed: String, in choice: SemesterChoice, byName: Bool = true
  ) async throws -> CourseCode {
    guard !typed.contains(".") else { return CourseCode(typed) }
    let (user, semester) = try await session.begin(choice)
    let known = stored(of: user.username)
    var match = CourseCodeMatcher(known: known.codes(in: semester.value)).match(typed)
    if case .unknown = match {
      do {
        let list = try await courses(in: .code(semester.value)).latest().value
        match = CourseCodeMatcher(known: list.codes).match(typed)
        if byName, case .unknown = match { match = list.match(name: typed) ?? match }
      } catch let error as GradesError where error.scope == .service || error == .notPermitted {
        // Service accounts have no list. The next request reports an outage.
      } catch is NothingStored {}
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
    guard let known = await stored() else { return nil }
    if let newest = known.semesters(of: course).first(where: { $0 != semester }) { return newest }
    guard source.access == .online,
      let roles = try? await session.roles(in: semester.previous).value,
      (roles.studentCourses + roles.teacherCourses).contains(course)
    else { return nil }
    return semester.previous
  }

  /// Courses that may have been meant by a code that the service does not know; from what is stored, of
  /// all semesters.
  package func courseSuggestions(for typed: String) async -> [CourseCode] {
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
    guard let user = try? await user else { return nil }
    return stored(of: user)
  }
}

extension CourseList {
  /// The courses in whose names a word begins with a text of three letters or more, whatever its case and
  /// accents; nil where none does.
  fileprivate func match(name typed: String) -> CourseCodeMatcher.Match? {
    guard typed.count > 2 else { return nil }
    let names = studying.map { ($0.code, $0.name) } + teaching.map { ($0.code, $0.name) }
    let found = names.filter { _, name in
      guard let name else { return false }
      return name.indices.contains { start in
        (start == name.startIndex || !name[name.index(before: start)].isLetter)
          && name[start...].range(
            of: typed, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) != nil
      }
    }
    let codes = Set(found.map(\.0)).sorted()
    return codes.isEmpty ? nil : codes.count == 1 ? .course(codes[0]) : .ambiguous(codes)
  }
}

/// Several of the user's courses have the code that was typed, with different suffixes.
package struct AmbiguousCourse: Error, Hashable, Sendable {
  package var typed: String
  package var candidates: [CourseCode]
}
