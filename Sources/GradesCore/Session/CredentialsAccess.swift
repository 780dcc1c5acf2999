import GradesClient

/// The session's access to the stored credentials.
package struct CredentialsAccess: Sendable {
  /// The user of the current credentials; nil if unknown.
  package var user: @Sendable () async throws -> UserInfo?
  /// Whether they may change grades; nil if unknown.
  package var mayWrite: @Sendable () async throws -> Bool?
  /// The digest of a token that is used and not stored; nil for stored credentials.
  package var tokenDigest: String?
  /// Writes the user into the credentials in use.
  package var remember: @Sendable (UserInfo) async -> Void
  package var erase: @Sendable () async throws -> Void

  package init(
    user: @escaping @Sendable () async throws -> UserInfo?,
    tokenDigest: String? = nil,
    mayWrite: @escaping @Sendable () async throws -> Bool? = { nil },
    remember: @escaping @Sendable (UserInfo) async -> Void = { _ in },
    erase: @escaping @Sendable () async throws -> Void = {}
  ) {
    self.user = user
    self.tokenDigest = tokenDigest
    self.mayWrite = mayWrite
    self.remember = remember
    self.erase = erase
  }
}

extension CredentialsAccess {
  /// The credentials of an authenticator.
  ///
  /// A course's service account has no user (Service contract, 4.6) and may not request one
  /// (Service contract, 5), so it has a name of its own, such as its client's id.
  package init(_ authenticator: Authenticator, serviceAccount: Username) {
    self.init(
      user: {
        guard let credentials = try await authenticator.credentials() else { return nil }
        let username = credentials.kind == .serviceAccount ? serviceAccount : credentials.username
        return username.map {
          UserInfo(
            username: $0, firstName: credentials.firstName, lastName: credentials.lastName)
        }
      },
      tokenDigest: authenticator.givenTokenDigest,
      mayWrite: { try await authenticator.mayWrite() },
      // A user that cannot be stored is requested again.
      remember: { try? await authenticator.remember(user: $0) },
      erase: { try await authenticator.logOut() })
  }
}
