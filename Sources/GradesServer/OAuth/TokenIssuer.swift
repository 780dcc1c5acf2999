import Foundation

/// How long tokens live, and whether refresh tokens change (Service contract, 4.4).
struct TokenLifetimes: Sendable {
  /// Milliseconds of an access token.
  var access: Int
  /// Milliseconds of a refresh token from the login on.
  let refresh: Int
  /// Whether a refresh gives a new refresh token and ends the old one.
  let rotates: Bool
}

/// Makes tokens at one moment.
struct TokenIssuer: Sendable {
  let lifetimes: TokenLifetimes
  let now: Int

  /// A token for a user or, without one, a service account: the valid one, else a new one.
  func token(
    for username: String?, scopes: Set<String>, client: RegisteredClient,
    in database: ServiceDatabase
  ) throws -> AccessTokenRow {
    if let valid = try database.accessToken(
      client: client.id, username: username, scopes: scopes, validAt: now)
    {
      return valid
    }
    return try newToken(for: username, scopes: scopes, client: client, in: database)
  }

  /// A new token besides the valid ones.
  func newToken(
    for username: String?, scopes: Set<String>, client: RegisteredClient,
    in database: ServiceDatabase
  ) throws -> AccessTokenRow {
    var refreshToken: String?
    if let username, client.grants.contains("refresh_token") {
      refreshToken = try newRefreshToken(
        for: username, scopes: scopes, client: client.id, in: database)
    }
    return try newAccessToken(
      for: username, scopes: scopes, client: client.id, refreshToken: refreshToken, in: database)
  }

  /// A new access token for a refresh token; deletes all earlier ones issued from it.
  func refresh(
    _ text: String, scopes: Set<String>?, client: RegisteredClient, in database: ServiceDatabase
  ) throws -> AccessTokenRow {
    guard let stored = try database.refreshToken(text), stored.clientID == client.id else {
      throw OAuthError(400, "invalid_grant", "Invalid refresh token: \(text)")
    }
    guard stored.expiresAt > now else {
      // Stored but expired: 401 and not 400, like the real server.
      throw OAuthError(401, "invalid_token", "Invalid refresh token (expired): \(text)")
    }
    if let scopes, !scopes.isSubset(of: stored.scopes) {
      throw OAuthError(
        400, "invalid_scope",
        "Unable to narrow the scope of the client authentication to \(scopes.scopeText).")
    }
    try database.deleteAccessTokens(issuedFrom: text)
    var refreshToken = text
    if lifetimes.rotates {
      try database.deleteRefreshToken(text)
      refreshToken = try newRefreshToken(
        for: stored.username, scopes: stored.scopes, client: client.id, in: database)
    }
    return try newAccessToken(
      for: stored.username, scopes: scopes ?? stored.scopes, client: client.id,
      refreshToken: refreshToken, in: database)
  }

  private func newRefreshToken(
    for username: String, scopes: Set<String>, client: String, in database: ServiceDatabase
  ) throws -> String {
    let token = RefreshTokenRow(
      token: UUID().uuidString.lowercased(), clientID: client, username: username, scopes: scopes,
      expiresAt: now + lifetimes.refresh)
    try database.keep(token)
    return token.token
  }

  private func newAccessToken(
    for username: String?, scopes: Set<String>, client: String, refreshToken: String?,
    in database: ServiceDatabase
  ) throws -> AccessTokenRow {
    // The server cleans up every two hours: then an expired refresh token is an unknown one.
    try database.deleteTokens(expiredBefore: now - 2 * 3_600_000)
    let token = AccessTokenRow(
      token: UUID().uuidString.lowercased(), clientID: client, username: username, scopes: scopes,
      expiresAt: now + lifetimes.access, refreshToken: refreshToken)
    try database.keep(token)
    return token
  }
}
