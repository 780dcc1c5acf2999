import Foundation
import JSON
import Loopback

extension ServerResponse {
  /// A JSON document in UTF-8.
  static func json(_ status: Int, _ writer: JSONWriter) -> ServerResponse {
    ServerResponse(
      status: status, headers: [("Content-Type", "application/json;charset=UTF-8")],
      body: Data(writer.bytes))
  }

  /// Plain text in UTF-8.
  static func text(_ status: Int, _ text: String) -> ServerResponse {
    ServerResponse(
      status: status, headers: [("Content-Type", "text/plain;charset=UTF-8")],
      body: Data(text.utf8))
  }

  /// A redirect with GET to another address.
  static func redirect(to address: String, status: Int = 302) -> ServerResponse {
    ServerResponse(status: status, headers: [("Location", address), ("Cache-Control", "no-store")])
  }
}

/// An error response that ends the handling of a request.
enum Refusal: Error {
  /// 401 without a body: no token, an expired one, or not permitted; clients cannot distinguish
  /// them.
  case notAllowed
  /// 404 without a body.
  case notFound
  /// 400 with a short reason.
  case bad(String)

  var response: ServerResponse {
    switch self {
    case .notAllowed: .empty(401)
    case .notFound: .empty(404)
    case .bad(let reason):
      .json(400, JSONWriter { $0.object { $0.member("message", reason) } })
    }
  }
}
