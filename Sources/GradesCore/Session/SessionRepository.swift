import GradesClient

/// Who is signed in, what they are, and which semester is meant.
public protocol SessionRepository: Sendable {
  /// The signed-in user, from the credentials where they say it, else from the service.
  func user() async throws -> UserInfo

  /// The code that is meant by a choice; a word is asked of the service (Service contract, 3.4),
  /// and what it said last answers, as stale, when the service is unavailable.
  func semester(_ choice: SemesterChoice) async throws -> Snapshot<SemesterCode>

  /// What a choice meant when the service was last asked, for a first look before it answers; nil
  /// when that is not known.
  func storedSemester(_ choice: SemesterChoice) -> SemesterCode?

  /// What a word means as far as one can tell without the service, which alone knows it: for asking
  /// about that semester at the same time. Nil where that would not save a round trip, because the
  /// code is given, the user is not known yet, or the service is not to be asked.
  func likelySemester(_ choice: SemesterChoice) async -> SemesterCode?

  /// The courses that the user studies and teaches in a semester.
  func roles(in semester: SemesterCode) async throws -> Snapshot<UserRoles>

  /// Finds out who has just signed in, forgetting whoever was signed in before.
  func welcome() async throws -> UserInfo

  /// Forgets the user: credentials and everything that is stored of them. Drafts are not touched.
  func signOut() async throws
}

extension SessionRepository {
  /// User and semester, asked for together: the beginning of every scene.
  public func begin(
    _ choice: SemesterChoice
  ) async throws -> (user: UserInfo, semester: Snapshot<SemesterCode>) {
    async let user = user()
    async let semester = semester(choice)
    return try await (user, semester)
  }
}
