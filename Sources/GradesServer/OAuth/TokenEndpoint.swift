import Foundation
import JSON
import Loopback

/// `/oauth/token` (Service contract, 4.3–4.5).
struct TokenEndpoint: Sendable {
  let store: Store
  let registry: ClientRegistry
  let lifetimes: TokenLifetimes
  let now: @Sendable () -> Date

  func respond(to request: ServerRequest) async throws -> ServerResponse {
    do {
      guard request.method == "POST" else {
        throw OAuthError(
          405, "method_not_allowed", "Request method 'GET' not supported")
      }
      let parameters = Parameters(form: request.form, query: request.query)
      let client = try authenticate(request, parameters)
      let issuer = TokenIssuer(lifetimes: lifetimes, now: milliseconds(now()))
      let token = try await grant(parameters, to: client, by: issuer)
      return Self.answer(token, at: issuer.now)
    } catch let error as OAuthError {
      return error.response
    }
  }

  /// Reads parameters from the body or the query, like the real server.
  private struct Parameters: Sendable {
    let form: Fields
    let query: Fields

    subscript(name: String) -> String? { form[name] ?? query[name] }

    func required(_ name: String) throws -> String {
      guard let value = self[name], !value.isEmpty else {
        throw OAuthError(400, "invalid_request", "Missing \(name)")
      }
      return value
    }
  }

  private func authenticate(
    _ request: ServerRequest, _ parameters: Parameters
  ) throws -> RegisteredClient {
    let field = (request.headers["authorization"] ?? "").split(separator: " ", maxSplits: 1)
    guard field.count == 2, field[0].lowercased() == "basic",
      let decoded = Data(base64Encoded: String(field[1]))
    else { throw OAuthError.unauthorized }
    let pair = String(decoding: decoded, as: UTF8.self).split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard pair.count == 2, let client = registry.client(String(pair[0])),
      client.secret == pair[1], !client.isLocked
    else { throw OAuthError.unauthorized }
    if let id = parameters["client_id"], id != client.id {
      throw OAuthError(401, "invalid_client", "Given client ID does not match authenticated client")
    }
    return client
  }

  private func grant(
    _ parameters: Parameters, to client: RegisteredClient, by issuer: TokenIssuer
  ) async throws -> AccessTokenRow {
    let type = try parameters.required("grant_type")
    guard ["authorization_code", "refresh_token", "client_credentials"].contains(type) else {
      throw OAuthError(400, "unsupported_grant_type", "Unsupported grant type: \(type)")
    }
    guard client.grants.contains(type) else {
      throw OAuthError(401, "invalid_client", "Unauthorized grant type: \(type)")
    }
    switch type {
    case "authorization_code":
      let code = try parameters.required("code")
      // The code is deleted even if the rest of the request is wrong, so in its own transaction.
      let stored = try await store.write { try $0.takeCode(code) }
      guard let stored, stored.clientID == client.id else {
        throw OAuthError(400, "invalid_grant", "Invalid authorization code: \(code)")
      }
      guard stored.redirectURI == nil || stored.redirectURI == parameters["redirect_uri"] else {
        throw OAuthError(400, "invalid_grant", "Redirect URI mismatch.")
      }
      return try await store.write {
        try issuer.token(for: stored.username, scopes: stored.scopes, client: client, in: $0)
      }
    case "refresh_token":
      let refreshToken = try parameters.required("refresh_token")
      let scopes = parameters["scope"].map(Set.init(scopeText:))
      return try await store.write {
        try issuer.refresh(refreshToken, scopes: scopes, client: client, in: $0)
      }
    default:
      let scopes = parameters["scope"].map(Set.init(scopeText:)) ?? client.scopes
      guard !scopes.isEmpty, scopes.isSubset(of: client.scopes) else {
        throw OAuthError(400, "invalid_scope", "Invalid scope: \(scopes.scopeText)")
      }
      return try await store.write {
        try issuer.token(for: nil, scopes: scopes, client: client, in: $0)
      }
    }
  }

  private static func answer(_ token: AccessTokenRow, at now: Int) -> ServerResponse {
    .json(
      200,
      JSONWriter {
        $0.object {
          $0.member("access_token", token.token)
          $0.member("token_type", "bearer")
          if let refreshToken = token.refreshToken { $0.member("refresh_token", refreshToken) }
          $0.member("expires_in", max(0, (token.expiresAt - now) / 1000))
          $0.member("scope", token.scopes.scopeText)
        }
      }
    ).adding("Cache-Control", "no-store").adding("Pragma", "no-cache")
  }
}
