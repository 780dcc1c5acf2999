import Foundation
import GradesClient
import GradesCore

/// The courses that the user edits at one host, with their drafts.
struct Gradebooks: Sendable {
  let context: Context
  private var services: Services { context.services }
  var drafts: DraftStore { services.drafts }
  var language: ServiceLanguage { context.strings.serviceLanguage }

  func owner() async throws -> DraftOwner {
    DraftOwner(
      host: context.configuration.host.identity,
      username: try await services.session.user().username)
  }

  func gradebook(_ course: CourseContext) async throws -> Gradebook {
    Gradebook(
      owner: try await owner(), course: course.code,
      semester: try await services.session.semester(course.semester).value)
  }

  /// The gradebooks that have drafts, of one course and semester if they are named; asks the service only for the code
  /// of a semester's word.
  func withDrafts(
    of typed: String? = nil, in semester: SemesterChoice? = nil
  ) async throws -> [Gradebook] {
    var books = try await drafts.counts(of: try await owner()).keys.sorted {
      ($0.course, $0.semester) < ($1.course, $1.semester)
    }
    if let semester {
      let code = try await services.session.semester(semester).value
      books.removeAll { $0.semester != code }
    }
    guard let typed else { return books }
    let code = try CourseCodeMatcher(known: books.map(\.course)).course(typed)
    return books.filter { $0.course == code }
  }

  var publisher: Publisher {
    Publisher(
      api: services.api, store: drafts, language: language,
      quietPeriod: context.configuration.timeouts.quietPeriod / .seconds(1))
  }

  func reader(of gradebook: Gradebook, over grid: StoredGrid? = nil) -> CellReader {
    CellReader(
      api: services.keepingItems(of: gradebook.owner.username), stored: grid, drafts: drafts,
      gradebook: gradebook, language: language)
  }

  /// What is stored of a gradebook's values, with what was published since; nil: too little is stored.
  func storedGrid(_ gradebook: Gradebook) async throws -> StoredGrid? {
    let published = try await drafts.history(of: gradebook.owner)
      .filter { $0.gradebook == gradebook }
    return await StoredGrid(stored(gradebook), published: published)
  }

  private func stored(_ gradebook: Gradebook) -> StoredCourse {
    services.repository.stored(of: gradebook.owner.username)
      .course(gradebook.course, in: gradebook.semester)
  }

  func storedItems(_ gradebook: Gradebook) async -> [ItemIdentifier: Classification] {
    await stored(gradebook).items.keyed(by: \.identifier)
  }

  func storedNames(_ gradebook: Gradebook) async -> CellNames {
    let stored = stored(gradebook)
    return await CellNames(stored.items, stored.students.keyed(by: \.username), language)
  }

  func missing(_ gradebook: Gradebook) async -> Failure {
    .unknownCourse(
      typed: gradebook.course.rawValue, semester: gradebook.semester,
      suggestions: await services.repository.courseSuggestions(for: gradebook.course.rawValue))
  }
}

extension Context {
  /// Reviews over the service's answers; drafts also over stored ones where the service cannot be reached, which is
  /// reported with their age.
  @MainActor func reviewing<Value: Sendable>(
    in gradebook: Gradebook, for mode: ReviewMode,
    _ review: (CellReader) async throws -> Value
  ) async throws -> Value {
    do {
      if mode != .dryRun { _ = try await confirm(gradebook) }
      return try await review(gradebooks.reader(of: gradebook))
    } catch let error as GradesError where mode == .draft && error.scope == .service {
      guard let stored = try await gradebooks.storedGrid(gradebook) else { throw error }
      let value = try await review(gradebooks.reader(of: gradebook, over: stored))
      notice(.draftsFromStored, [.time: dates.dateTime(stored.fetchedAt)])
      return value
    }
  }
}

extension CourseCodeMatcher {
  /// The course that is meant; nil: none is known. What is `unknown` may throw, with the codes that are near.
  func course(
    _ typed: String, unknown: ([CourseCode]) throws -> Void = { _ in }
  ) throws -> CourseCode? {
    switch match(typed) {
    case .course(let code): return code
    case .ambiguous(let candidates):
      throw Failure.ambiguousCourse(typed: typed, candidates: candidates)
    case .unknown(let suggestions):
      try unknown(suggestions)
      return nil
    }
  }
}
