import GRDB
import SQLite

/// A stored access token; times in milliseconds since 1970.
package struct AccessTokenRow: Sendable {
  package let token: String
  let clientID: String
  /// Missing for service accounts.
  let username: String?
  package let scopes: Set<String>
  package let expiresAt: Int
  package let refreshToken: String?
}

/// A stored refresh token.
struct RefreshTokenRow: Sendable {
  let token: String
  let clientID: String
  let username: String
  let scopes: Set<String>
  let expiresAt: Int
}

extension Set<String> {
  /// Scopes in the form in which they are stored and compared.
  var scopeText: String { sorted().joined(separator: " ") }

  /// Reads scopes separated by spaces.
  init(scopeText: String) { self = Set(scopeText.split(separator: " ").map(String.init)) }
}

extension ServiceDatabase {
  func accessToken(_ token: String) throws -> AccessTokenRow? {
    try row("\(Self.selectAccessToken) WHERE token = ?", [token]).map(AccessTokenRow.init)
  }

  /// The token that is handed out again while it is valid (Service contract, 4.3).
  func accessToken(
    client: String, username: String?, scopes: Set<String>, validAt time: Int
  ) throws -> AccessTokenRow? {
    try row(
      """
      \(Self.selectAccessToken)
      WHERE clientId = ? AND username IS ? AND scope = ? AND expiresAt > ?
      """, [client, username, scopes.scopeText, time]
    ).map(AccessTokenRow.init)
  }

  func keep(_ token: AccessTokenRow) throws {
    try execute(
      """
      INSERT INTO accessToken (token, clientId, username, scope, expiresAt, refreshToken)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        token.token, token.clientID, token.username, token.scopes.scopeText, token.expiresAt,
        token.refreshToken,
      ])
  }

  /// Makes the password of each account an access token. Its client is no registered one, so that a login never
  /// gets it.
  func keepPasswordTokens(of people: [DemoAccounts.Person], until end: Int) throws {
    for person in people {
      try execute("DELETE FROM accessToken WHERE token = ?", [person.password])
      try keep(
        AccessTokenRow(
          token: person.password, clientID: "scripts", username: person.username,
          scopes: [AccessScope.userRead, AccessScope.userWrite], expiresAt: end,
          refreshToken: nil))
    }
  }

  func deleteAccessTokens(issuedFrom refreshToken: String) throws {
    try execute("DELETE FROM accessToken WHERE refreshToken = ?", [refreshToken])
  }

  func deleteTokens(expiredBefore time: Int) throws {
    try execute("DELETE FROM accessToken WHERE expiresAt < ?", [time])
    try execute("DELETE FROM refreshToken WHERE expiresAt < ?", [time])
  }

  func refreshToken(_ token: String) throws -> RefreshTokenRow? {
    try row(
      "SELECT token, clientId, username, scope, expiresAt FROM refreshToken WHERE token = ?",
      [token]
    ).map {
      RefreshTokenRow(
        token: try $0.value(0), clientID: try $0.value(1), username: try $0.value(2),
        scopes: Set(scopeText: try $0.value(3)), expiresAt: try $0.value(4))
    }
  }

  func keep(_ token: RefreshTokenRow) throws {
    try execute(
      """
      INSERT INTO refreshToken (token, clientId, username, scope, expiresAt) VALUES (?, ?, ?, ?, ?)
      """, [token.token, token.clientID, token.username, token.scopes.scopeText, token.expiresAt])
  }

  func deleteRefreshToken(_ token: String) throws {
    try execute("DELETE FROM refreshToken WHERE token = ?", [token])
  }

  private static let selectAccessToken =
    "SELECT token, clientId, username, scope, expiresAt, refreshToken FROM accessToken"
}

extension AccessTokenRow {
  init(_ row: Row) throws {
    token = try row.value(0)
    clientID = try row.value(1)
    username = try row.value(2)
    scopes = Set(scopeText: try row.value(3))
    expiresAt = try row.value(4)
    refreshToken = try row.value(5)
  }
}
