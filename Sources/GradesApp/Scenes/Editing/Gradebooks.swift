import Foundation
import GradesClient
import GradesCore

/// The courses that the user edits at one host, with their drafts.
struct Gradebooks: Sendable {
  /// The identity of the host.
  let host: String
  let session: SessionRepository
  let resolver: CourseCodeResolver
  let api: GradesAPI
  let drafts: DraftStore
  let cache: SnapshotCache
  let language: ServiceLanguage
  let now: @Sendable () -> Date
  /// How many seconds the host's service may take to carry out a request.
  let quietPeriod: TimeInterval

  /// Returns whose drafts the signed-in user sees.
  func owner() async throws -> DraftOwner {
    DraftOwner(host: host, username: try await session.user().username)
  }

  /// Returns a course as the signed-in user edits it.
  func gradebook(_ course: CourseContext) async throws -> Gradebook {
    Gradebook(
      owner: try await owner(), course: course.code,
      semester: try await session.semester(course.semester).value)
  }

  /// Returns the gradebooks that have drafts, of one course and semester if they are named; asks the
  /// service only for the code of a semester's word.
  func withDrafts(
    of typed: String? = nil, in semester: SemesterChoice? = nil
  ) async throws -> [Gradebook] {
    var books = try await drafts.counts(of: try await owner()).keys.sorted {
      ($0.course, $0.semester) < ($1.course, $1.semester)
    }
    if let semester {
      let code = try await session.semester(semester).value
      books.removeAll { $0.semester != code }
    }
    guard let typed else { return books }
    switch CourseCodeMatcher(known: books.map(\.course)).match(typed) {
    case .course(let code): return books.filter { $0.course == code }
    case .ambiguous(let candidates):
      throw Failure.ambiguousCourse(typed: typed, candidates: candidates)
    case .unknown: return []
    }
  }

  var publisher: Publisher {
    Publisher(api: api, store: drafts, language: language, quietPeriod: quietPeriod)
  }

  /// Composes proposals of changes in a gradebook.
  func proposals(in gradebook: Gradebook) -> ProposalComposer {
    ProposalComposer(
      api: api, drafts: drafts, gradebook: gradebook, language: language,
      sorted: { $0.sortedByName() },
      // Lists of drafts need the items without a request.
      keepItems: { [stored = stored(gradebook), now] in stored.keep($0, at: now()) })
  }

  /// Composes proposals over what is stored, with its age; nil: too little is stored.
  func storedProposals(
    in gradebook: Gradebook
  ) async throws -> (composer: ProposalComposer, fetchedAt: Date)? {
    let published = try await drafts.history(of: gradebook.owner, course: gradebook.course)
      .filter { $0.gradebook == gradebook }
    guard let grid = StoredGrid(stored(gradebook), published: published) else { return nil }
    let composer = ProposalComposer(
      grid, drafts: drafts, gradebook: gradebook, language: language,
      sorted: { $0.sortedByName() })
    return (composer, grid.fetchedAt)
  }

  private func stored(_ gradebook: Gradebook) -> StoredCourse {
    StoredCourses(
      cache: cache, host: gradebook.owner.host, user: gradebook.owner.username
    ).course(gradebook.course, in: gradebook.semester, language: language)
  }

  /// Returns the items of a gradebook, as far as they are stored.
  func storedItems(_ gradebook: Gradebook) -> [ItemIdentifier: Classification] {
    Dictionary(
      stored(gradebook).items.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the names of students and items of a gradebook, as far as they are stored.
  func storedNames(_ gradebook: Gradebook) -> CellNames {
    let stored = stored(gradebook)
    return CellNames(
      stored.items,
      Dictionary(
        stored.students.map { ($0.username, $0) }, uniquingKeysWith: { first, _ in first }),
      language)
  }

  /// The failure for a gradebook whose course the service does not have.
  func missing(_ gradebook: Gradebook) async -> Failure {
    .unknownCourse(
      typed: gradebook.course.rawValue, semester: gradebook.semester,
      suggestions: await resolver.suggestions(for: gradebook.course.rawValue))
  }
}

extension Context {
  /// Composes a proposal over the service's answers; drafts also over stored ones where the service cannot be
  /// reached, which is reported with their age.
  @MainActor func composing<Value: Sendable>(
    in gradebook: Gradebook, for mode: ReviewMode,
    _ compose: (ProposalComposer) async throws -> Value
  ) async throws -> Value {
    do {
      if mode != .dryRun { _ = try await confirm(gradebook) }
      return try await compose(gradebooks.proposals(in: gradebook))
    } catch let error as GradesError where mode == .draft && error.isUnavailability {
      guard let stored = try await gradebooks.storedProposals(in: gradebook) else { throw error }
      let value = try await compose(stored.composer)
      printer.notice(
        strings(.draftsFromStored, [.time: dates.dateTime(stored.fetchedAt)]))
      return value
    }
  }
}
