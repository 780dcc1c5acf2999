import GradesClient
import GradesCore
import GradesLocalization

extension Context {
  /// The user's gradebooks that have drafts, of one course and semester if they are named; asks the
  /// service only what a semester's word means.
  func draftBooks(course typed: String?, semester flag: String?) async throws -> [Gradebook] {
    let owner = try await draftOwner()
    var books = try await services.drafts.counts(of: owner).keys.sorted {
      ($0.course, $0.semester) < ($1.course, $1.semester)
    }
    if let flag {
      let semester = try await services.session.semester(semester(flag)).value
      books.removeAll { $0.semester != semester }
    }
    guard let typed else { return books }
    switch CourseCodeMatcher(known: books.map(\.course)).match(typed) {
    case .course(let code): return books.filter { $0.course == code }
    case .ambiguous(let candidates):
      throw Failure.ambiguousCourse(typed: typed, candidates: candidates)
    case .unknown: return []
    }
  }

  /// What students and items of a gradebook are called, as far as it is stored.
  func storedNames(_ gradebook: Gradebook) -> CellNames {
    let stored = StoredCourses(
      cache: services.cache, host: gradebook.owner.host, user: gradebook.owner.username
    ).course(gradebook.course, in: gradebook.semester, language: strings.serviceLanguage)
    return CellNames(
      stored.items,
      Dictionary(
        stored.students.map { ($0.username, $0) }, uniquingKeysWith: { first, _ in first }),
      strings.serviceLanguage)
  }
}
