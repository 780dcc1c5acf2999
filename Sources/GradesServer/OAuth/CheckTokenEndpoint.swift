import Foundation
import JSON
import Loopback

/// `/oauth/check_token` (Service contract, 4.6).
struct CheckTokenEndpoint: Sendable {
  let store: Store
  let now: @Sendable () -> Date

  func respond(to request: ServerRequest) async throws -> ServerResponse {
    guard ["GET", "POST"].contains(request.method) else { throw Refusal.notFound }
    guard let text = request.form["token"] ?? request.query["token"] else {
      return OAuthError(400, "invalid_request", "Missing token").response
    }
    let token = try await store.read { try $0.accessToken(text) }
    guard let token, token.expiresAt > milliseconds(now()) else {
      return OAuthError(400, "invalid_token", "Token was not recognised").response
    }
    return .json(
      200,
      JSONWriter {
        $0.object {
          $0.member("client_id", token.clientID)
          if let username = token.username { $0.member("user_name", username) }
          $0.name("authorities")
          $0.array { $0.value(token.username == nil ? "ROLE_CLIENT" : "ROLE_USER") }
          $0.name("scope")
          $0.array(of: token.scopes.sorted()) { $0.value($1) }
          $0.member("exp", token.expiresAt / 1000)
        }
      })
  }
}
