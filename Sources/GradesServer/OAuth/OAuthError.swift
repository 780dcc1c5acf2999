import JSON
import Loopback

/// An error of the authorization server with its JSON body (Service contract, 4.5).
struct OAuthError: Error, Equatable {
  let status: Int
  let code: String
  let description: String
  var asksForClient = false

  static func invalidRequest(_ description: String) -> OAuthError {
    OAuthError(status: 400, code: "invalid_request", description: description)
  }
  static func invalidGrant(_ description: String) -> OAuthError {
    OAuthError(status: 400, code: "invalid_grant", description: description)
  }
  static func invalidScope(_ description: String) -> OAuthError {
    OAuthError(status: 400, code: "invalid_scope", description: description)
  }
  static func invalidClient(_ description: String) -> OAuthError {
    OAuthError(status: 401, code: "invalid_client", description: description)
  }
  /// A refresh token that is stored but expired: 401 and not 400, like the real server.
  static func expiredRefreshToken(_ token: String) -> OAuthError {
    OAuthError(
      status: 401, code: "invalid_token", description: "Invalid refresh token (expired): \(token)")
  }
  static let unauthorized = OAuthError(
    status: 401, code: "unauthorized", description: "Bad client credentials", asksForClient: true)
  static let methodNotAllowed = OAuthError(
    status: 405, code: "method_not_allowed", description: "Request method 'GET' not supported")

  var response: ServerResponse {
    var response = ServerResponse.json(
      status,
      JSONWriter {
        $0.object {
          $0.member("error", code)
          $0.member("error_description", description)
        }
      }
    ).adding("Cache-Control", "no-store")
    if asksForClient {
      response = response.adding(
        "WWW-Authenticate",
        "Bearer realm=\"Zuul OAAS\", error=\"\(code)\", error_description=\"\(description)\"")
    }
    return response
  }
}
