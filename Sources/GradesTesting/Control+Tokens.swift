import GradesServer

extension Control {
  /// Signs a user in without the login page, for the client `DemoAccounts.clientID`.
  ///
  /// Unlike a login it always makes new tokens.
  ///
  /// - Parameters:
  ///   - username: the user.
  ///   - lifetime: of the access token; nil means the usual one.
  public func issueTokens(
    username: String, lifetime: Duration? = nil
  ) async throws -> (access: String, refresh: String) {
    guard
      let token = try await service.issueToken(for: username, writing: true, lifetime: lifetime)
    else { throw Failure.unknownUser }
    return (token.token, token.refreshToken ?? "")
  }

  /// Makes every access token one whose time is over.
  public func expireTokens() async throws {
    let time = milliseconds(now())
    try await store.write { try $0.execute("UPDATE accessToken SET expiresAt = ?", [time]) }
  }

  /// Makes every refresh token one whose time is over: a refresh gets 401 `invalid_token`.
  public func expireRefreshTokens() async throws {
    let time = milliseconds(now())
    try await store.write { try $0.execute("UPDATE refreshToken SET expiresAt = ?", [time]) }
  }

  /// Deletes all tokens: access tokens get 401, a refresh gets 400 `invalid_grant`.
  public func deleteTokens() async throws {
    try await store.write {
      try $0.execute("DELETE FROM accessToken")
      try $0.execute("DELETE FROM refreshToken")
    }
  }

  /// Forgets which clients users have approved.
  public func forgetApprovals() async throws {
    try await store.write { try $0.execute("DELETE FROM approval") }
  }

  /// Registers one more exact redirect URI for the client `DemoAccounts.clientID`.
  public func registerRedirectURI(_ address: String) {
    registry.change(DemoAccounts.clientID) { $0.redirectURIs.append(address) }
  }

  /// Locks or unlocks a client (Service contract, 4.5).
  public func setLocked(_ isLocked: Bool, client: String = DemoAccounts.clientID) {
    registry.change(client) { $0.isLocked = isLocked }
  }
}
