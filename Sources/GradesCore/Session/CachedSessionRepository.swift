import Foundation
import GradesClient

/// The session over credentials, cache and service.
public actor CachedSessionRepository: SessionRepository {
  private let source: SnapshotSource
  private let credentials: CredentialsAccess
  private var knownUser: UserInfo?
  private var knownSemesters: [SemesterWord: Snapshot<SemesterCode>] = [:]

  /// Makes a session.
  public init(source: SnapshotSource, credentials: CredentialsAccess) {
    self.source = source
    self.credentials = credentials
  }

  /// The user, remembered for as long as the session lives.
  public func user() async throws -> UserInfo {
    if let knownUser { return knownUser }
    if let user = try await credentials.user() {
      knownUser = user
      return user
    }
    return try await askForUser()
  }

  /// The user of a new login, from the service unless it is a service account.
  public func welcome() async throws -> UserInfo {
    knownUser = nil
    source.outage.forget()
    return try await user()
  }

  private func askForUser() async throws -> UserInfo {
    let user = try await source.ask { try await $0.userInfo() }
    knownUser = user
    await credentials.remember(user)
    return user
  }

  /// The code that is meant; asked at most once an hour.
  public func semester(_ choice: SemesterChoice) async throws -> Snapshot<SemesterCode> {
    switch choice {
    case .code(let code): Snapshot(value: code, fetchedAt: source.now())
    case .word(let word): try await semester(word)
    }
  }

  private func semester(_ word: SemesterWord) async throws -> Snapshot<SemesterCode> {
    // The app runs for days; within an hour the same question is not asked again.
    if let known = knownSemesters[word] {
      let age = source.now().timeIntervalSince(known.fetchedAt)
      if (0..<3600).contains(age) { return known }
    }
    let source = source
    let key = SnapshotKey(CacheScope(host: source.host, username: nil), name: word.rawValue)
    let snapshot = try await source.question(key) {
      StoredSemester(code: try await source.ask { try await $0.semesterCode(word) })
    }.latest()
    let semester = snapshot.map(\.code)
    if !semester.isStale { knownSemesters[word] = semester }
    return semester
  }

  /// What the word meant last, else what it means in most years.
  public func likelySemester(_ choice: SemesterChoice) async -> SemesterCode? {
    guard case .word(let word) = choice, source.access == .online else { return nil }
    if knownUser == nil { knownUser = try? await credentials.user() }
    guard knownUser != nil else { return nil }
    return storedSemester(choice) ?? SemesterCode(usually: word, on: source.now())
  }

  /// The roles, stored or asked for.
  public func roles(in semester: SemesterCode) async throws -> Snapshot<UserRoles> {
    let user = try await user()
    let source = source
    let key = SnapshotKey(
      CacheScope(host: source.host, username: user.username), semester: semester,
      language: source.language)
    return try await source.question(key) {
      try await source.ask { try await $0.userRoles(in: semester, language: source.language) }
    }.latest()
  }

  /// Erases what is stored of the user, then the credentials.
  public func signOut() async throws {
    var user = knownUser
    if user == nil { user = try? await credentials.user() }
    if let user { source.cache.erase(CacheScope(host: source.host, username: user.username)) }
    knownUser = nil
    try await credentials.erase()
  }

  /// The semester that a word meant when the service was last asked; for a first look before the
  /// service answers.
  public nonisolated func storedSemester(_ choice: SemesterChoice) -> SemesterCode? {
    switch choice {
    case .code(let code): code
    case .word(let word):
      source.cache.snapshot(
        SnapshotKey(CacheScope(host: source.host, username: nil), name: word.rawValue),
        of: StoredSemester.self)?.value.code
    }
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
