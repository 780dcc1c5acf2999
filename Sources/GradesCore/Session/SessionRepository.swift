import Foundation
import GradesClient
import Synchronization

/// The signed-in user, their roles and the semester, from credentials, cache and service.
package actor SessionRepository {
  private let source: SnapshotSource
  private let credentials: CredentialsAccess
  private var knownUser: UserInfo?
  /// The semester that is taught now.
  private var current: Snapshot<SemesterCode>?
  private var userRequest = SharedRequest<UserInfo>()
  /// Counts logins and logouts: the answer to an older one's request is about another user.
  private var generation = 0
  private let currentRequest = SharedRequest<Snapshot<SemesterCode>>()

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
    if let digest = credentials.tokenDigest, let user = await storedUser(ofToken: digest) {
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
      let body = Mutex(Data())
      let user = try await source.ask {
        try await $0.keeping { _, new in body.withLock { $0 = new } }.user.info()
      }
      await credentials.remember(user)
      if let digest = credentials.tokenDigest {
        source.cache.store(
          body.withLock(\.self), for: Self.key(ofToken: digest),
          of: CacheScope(host: source.host, username: user.username), at: source.now())
      }
      return user
    }
    if generation == self.generation { knownUser = user }
    return user
  }

  /// The user of a token from the environment as the service last named them; nil if it was not used here before.
  /// Says nothing about whether the token is still valid.
  private func storedUser(ofToken digest: String) async -> UserInfo? {
    let key = Self.key(ofToken: digest)
    // A token has one user, among whose data it is stored, to be erased with them.
    guard let owner = source.cache.owners(of: key, at: source.host).first else { return nil }
    return try? await source.api.answering { [source] _ in
      source.cache.body(key, of: owner)?.body
    }.user.info()
  }

  private static func key(ofToken digest: String) -> RequestKey {
    RequestKey(path: "user-info#" + digest)
  }

  /// The code of a choice. What `current` means is asked (Service contract, 3.4) if that was not done for a day;
  /// when the service is unavailable, its last answer is given as stale.
  package func semester(_ choice: SemesterChoice) async throws -> Snapshot<SemesterCode> {
    if isOnline, case .word(let word) = choice, let known = current ?? storedCurrent,
      (0..<86_400).contains(source.now().timeIntervalSince(known.fetchedAt))
    {
      return known.map { $0.meant(by: word) }
    }
    return try await newestSemester(choice)
  }

  /// The code of a choice as the service says it now; stale when that is unavailable.
  package func newestSemester(_ choice: SemesterChoice) async throws -> Snapshot<SemesterCode> {
    switch choice {
    case .code(let code): return Snapshot(value: code, fetchedAt: source.now())
    case .word(let word):
      let semester = try await currentRequest.answer { [source] in
        try await source.question(of: nil) { try await $0.ask { try await $0.semester(.current) } }
          .latest()
      }
      if !semester.isStale { current = semester }
      return semester.map { $0.meant(by: word) }
    }
  }

  /// The courses that the user studies and teaches in a semester.
  package func roles(in semester: SemesterCode) async throws -> Snapshot<UserRoles> {
    let user = try await user()
    return try await source.question(of: user.username) {
      try await $0.ask { try await $0.user.roles(in: semester) }
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

  package nonisolated var isOnline: Bool { source.access == .online }

  /// What a choice meant, by the cache, when the service was last asked; nil when that is not stored.
  package nonisolated func storedSemester(_ choice: SemesterChoice) -> SemesterCode? {
    switch choice {
    case .code(let code): code
    case .word(let word): storedCurrent?.value.meant(by: word)
    }
  }

  private nonisolated var storedCurrent: Snapshot<SemesterCode>? {
    let found = source.cache.body(
      GradesAPI.key(of: .current), of: CacheScope(host: source.host, username: nil))
    guard let found, let code = SemesterCode(kept: found.body) else { return nil }
    return Snapshot(value: code, fetchedAt: found.fetchedAt)
  }
}

extension SessionRepository {
  /// What the user is in the semester that a choice means. Throws where the semester cannot be found
  /// out.
  package func roles(in choice: SemesterChoice) async throws -> SemesterRoles {
    let semester = try await semester(choice).value
    let roles = try? await roles(in: semester).value
    try Task.checkCancellation()
    return SemesterRoles(semester: semester, roles: roles)
  }

  /// The user and the semester, requested together at the start of each scene.
  package func begin(
    _ choice: SemesterChoice
  ) async throws -> (user: UserInfo, semester: Snapshot<SemesterCode>) {
    async let user = user()
    async let semester = semester(choice)
    return try await (user, semester)
  }
}

/// What the signed-in user is in a semester.
package struct SemesterRoles: Sendable, Equatable {
  package var semester: SemesterCode
  /// The user's courses; nil when they cannot be found out now.
  package var roles: UserRoles?
}
