import JSON
import Loopback

/// An error of the authorization server with its JSON body (Service contract, 4.5).
struct OAuthError: Error, Equatable {
  let status: Int
  let code: String
  let description: String

  init(_ status: Int, _ code: String, _ description: String) {
    self.status = status
    self.code = code
    self.description = description
  }

  static let unauthorized = OAuthError(401, "unauthorized", "Bad client credentials")

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
    if self == .unauthorized {
      response = response.adding(
        "WWW-Authenticate",
        "Bearer realm=\"Zuul OAAS\", error=\"\(code)\", error_description=\"\(description)\"")
    }
    return response
  }
}
