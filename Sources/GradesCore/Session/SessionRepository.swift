import Foundation
import GradesClient

/// The signed-in user, their roles and the semester, from credentials, cache and service.
package actor SessionRepository {
  private let source: SnapshotSource
  private let credentials: CredentialsAccess
  private var knownUser: UserInfo?
  private var knownSemesters: [SemesterWord: Snapshot<SemesterCode>] = [:]
  private var userRequest = SharedRequest<UserInfo>()
  /// Counts logins and logouts: the answer to an older one's request is about another user.
  private var generation = 0
  private var semesterRequests: [SemesterWord: SharedRequest<Snapshot<SemesterCode>>] = [:]

  /// Makes a session.
  package init(source: SnapshotSource, credentials: CredentialsAccess) {
    self.source = source
    self.credentials = credentials
  }

  /// The signed-in user, from the credentials where they have it, else from the service; kept for as
  /// long as the session lives.
  package func user() async throws -> UserInfo {
    if let knownUser { return knownUser }
    if let user = try await credentials.user() {
      knownUser = user
      return user
    }
    if let digest = credentials.tokenDigest,
      let user = StoredTokenUser.find(digest, in: source.cache, at: source.host)
    {
      knownUser = user
      await credentials.remember(user)
      return user
    }
    return try await askForUser()
  }

  /// Whether the login may change grades; nil where that is unknown.
  package func mayWrite() async throws -> Bool? { try await credentials.mayWrite() }

  /// Throws ``LoginFailure/writingNotGranted`` if the login is known not to suffice for changing grades.
  package func requireWriting() async throws {
    if try await mayWrite() == false { throw GradesError.login(.writingNotGranted) }
  }

  /// Identifies the user after a login, and discards the previous user.
  package func welcome() async throws -> UserInfo {
    forgetUser()
    source.outage.forget()
    return try await user()
  }

  private func forgetUser() {
    knownUser = nil
    generation += 1
    userRequest = SharedRequest()
  }

  private func askForUser() async throws -> UserInfo {
    let generation = generation
    let user = try await userRequest.answer { [source, credentials] in
      let user = try await source.ask { try await $0.user.info() }
      await credentials.remember(user)
      if let digest = credentials.tokenDigest {
        source.cache.store(
          StoredTokenUser(user: user),
          under: StoredTokenUser.key(digest, of: user.username, at: source.host), at: source.now())
      }
      return user
    }
    if generation == self.generation { knownUser = user }
    return user
  }

  /// The code of a choice. A word is resolved by the service (Service contract, 3.4), at most
  /// once an hour; when the service is unavailable, its last answer is given as stale.
  package func semester(_ choice: SemesterChoice) async throws -> Snapshot<SemesterCode> {
    switch choice {
    case .code(let code): Snapshot(value: code, fetchedAt: source.now())
    case .word(let word): try await semester(word)
    }
  }

  private func semester(_ word: SemesterWord) async throws -> Snapshot<SemesterCode> {
    // The app runs for days; the same request is not repeated within an hour.
    if let known = knownSemesters[word] {
      let age = source.now().timeIntervalSince(known.fetchedAt)
      if (0..<3600).contains(age) { return known }
    }
    let source = source
    let key = SnapshotKey(CacheScope(host: source.host, username: nil), name: word.rawValue)
    let request = semesterRequests[word] ?? SharedRequest()
    semesterRequests[word] = request
    let semester = try await request.answer {
      try await source.question(key) {
        StoredSemester(code: try await source.ask { try await $0.semester(word) })
      }.latest().map(\.code)
    }
    if !semester.isStale { knownSemesters[word] = semester }
    return semester
  }

  /// What a word means as far as that can be found out without the service: what it meant last, else
  /// what it means in most years. For asking about that semester at the same time. Nil where that would
  /// not save a round trip, because the code is given, the user is not known yet, or the run is offline.
  package func likelySemester(_ choice: SemesterChoice) async -> SemesterCode? {
    guard case .word(let word) = choice, source.access == .online else { return nil }
    if knownUser == nil { knownUser = try? await credentials.user() }
    guard knownUser != nil else { return nil }
    return lastSemester(choice) ?? SemesterCode(usually: word, on: source.now())
  }

  /// What a choice meant when the service was last asked; nil when that is not stored.
  func lastSemester(_ choice: SemesterChoice) -> SemesterCode? {
    if case .word(let word) = choice, let known = knownSemesters[word] { return known.value }
    return storedSemester(choice)
  }

  /// The courses that the user studies and teaches in a semester.
  package func roles(in semester: SemesterCode) async throws -> Snapshot<UserRoles> {
    let user = try await user()
    let source = source
    let key = SnapshotKey(
      CacheScope(host: source.host, username: user.username), semester: semester,
      language: source.language)
    return try await source.question(key) {
      try await source.ask { try await $0.user.roles(in: semester) }
    }.latest()
  }

  /// Erases what is stored of the user, apart from drafts. Returns whether nothing is left.
  package func eraseStored() async -> Bool {
    var user = knownUser
    if user == nil { user = try? await credentials.user() }
    guard let user else { return true }
    return source.cache.erase(CacheScope(host: source.host, username: user.username))
  }

  /// Erases the credentials and what is stored of the user. Drafts are not touched.
  package func signOut() async throws {
    _ = await eraseStored()
    forgetUser()
    try await credentials.erase()
  }

  /// What a choice meant, by the cache, when the service was last asked; nil when that is not stored.
  package nonisolated func storedSemester(_ choice: SemesterChoice) -> SemesterCode? {
    switch choice {
    case .code(let code): code
    case .word(let word):
      source.cache.snapshot(
        SnapshotKey(CacheScope(host: source.host, username: nil), name: word.rawValue),
        of: StoredSemester.self)?.value.code
    }
  }
}

extension SessionRepository {
  /// The user and the semester, requested together at the start of each scene.
  package func begin(
    _ choice: SemesterChoice
  ) async throws -> (user: UserInfo, semester: Snapshot<SemesterCode>) {
    async let user = user()
    async let semester = semester(choice)
    return try await (user, semester)
  }
}

/// The code that a word meant.
struct StoredSemester: StoredDocument, Hashable {
  static let kind = "semester"
  static let format = 1

  var code: SemesterCode
}

extension StoredSemester {
  init(from reader: inout DocumentReader) throws { code = try reader.value() }
  func write(to writer: inout DocumentWriter) { writer.write(code) }
}
