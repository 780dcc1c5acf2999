import GRDB
import SQLite

/// An authorization code that waits for its client.
struct CodeRow: Sendable {
  let code: String
  let clientID: String
  let username: String
  let scopes: Set<String>
  /// The redirect URI of the authorization request; nil when it had none.
  let redirectURI: String?
}

extension ServiceDatabase {
  func keep(_ code: CodeRow) throws {
    try execute(
      "INSERT INTO code (code, clientId, username, scope, redirectURI) VALUES (?, ?, ?, ?, ?)",
      [code.code, code.clientID, code.username, code.scopes.scopeText, code.redirectURI])
  }

  /// Reads a code and deletes it: it works once (Service contract, 4.2).
  func takeCode(_ code: String) throws -> CodeRow? {
    let found = try row(
      "SELECT code, clientId, username, scope, redirectURI FROM code WHERE code = ?", [code]
    ).map {
      CodeRow(
        code: try $0.value(0), clientID: try $0.value(1), username: try $0.value(2),
        scopes: Set(scopeText: try $0.value(3)), redirectURI: try $0.value(4))
    }
    try execute("DELETE FROM code WHERE code = ?", [code])
    return found
  }

  /// Whether the user's approval of these scopes for the client is still valid.
  func isApproved(
    _ scopes: Set<String>, for client: String, by username: String, at time: Int
  ) throws -> Bool {
    let approved = try rows(
      "SELECT scope FROM approval WHERE clientId = ? AND username = ? AND expiresAt > ?",
      [client, username, time]
    ).map { try $0.value(0, as: String.self) }
    return scopes.isSubset(of: approved)
  }

  func approve(
    _ scopes: Set<String>, for client: String, by username: String, until time: Int
  ) throws {
    for scope in scopes {
      try execute(
        "REPLACE INTO approval (clientId, username, scope, expiresAt) VALUES (?, ?, ?, ?)",
        [client, username, scope, time])
    }
  }
}
