import Foundation

/// Renews the access token of one host, one process at a time (Service contract, 4.4).
struct CredentialRenewal: Sendable {
  let store: FileCredentialStore
  let oauth: OAuthClient
  let now: @Sendable () -> Date

  private var host: String { oauth.configuration.host }

  /// Credentials with another access token than the given one: those that another process has
  /// stored since, else new ones, which are stored. `isSuccessor` means that they come from the
  /// login of the given token; others may be another user's.
  ///
  /// Throws ``GradesError/Reason/notSignedIn(_:)`` after deleting the tokens when the server reports that
  /// the refresh token has expired; every other failure keeps them.
  func renew(_ stale: String) async throws -> (credentials: Credentials, isSuccessor: Bool) {
    try await store.locked { stored in
      guard let credentials = try await stored.credentials(for: host) else {
        throw GradesError.notSignedIn(.noCredentials)
      }
      if credentials.accessToken != stale, credentials.freshness(at: now()) != .ended {
        return (credentials, false)
      }
      let renewed: Credentials
      do {
        renewed = try await successor(of: credentials)
      } catch GradesError.notSignedIn(.expired) where credentials.refreshToken != nil {
        try? await stored.remove(host)
        oauth.client.logger.info("The login at \(host) has ended")
        throw GradesError.notSignedIn(.expired)
      }
      do {
        try await stored.save(renewed, for: host)
      } catch {
        // A full disk must not prevent reading: this process uses the token without storing it.
        oauth.client.logger.warning("The renewed credentials cannot be stored: \(error)")
      }
      return (renewed, credentials.accessToken == stale)
    }
  }

  private func successor(of credentials: Credentials) async throws -> Credentials {
    let answer: TokenAnswer
    switch credentials.kind {
    case .serviceAccount:
      answer = try await oauth.token(.serviceAccount)
    case .user:
      guard let token = credentials.refreshToken else { throw GradesError.notSignedIn(.expired) }
      answer = try await oauth.token(.refresh(token))
    }
    var successor = answer.credentials(kind: credentials.kind, now: now())
    // Without rotation the old refresh token stays valid (Service contract, 4.4).
    successor.refreshToken = answer.refreshToken ?? credentials.refreshToken
    if successor.scopes.isEmpty { successor.scopes = credentials.scopes }
    successor.username = credentials.username
    successor.firstName = credentials.firstName
    successor.lastName = credentials.lastName
    return successor
  }
}
