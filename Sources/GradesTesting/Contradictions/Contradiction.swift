import Foundation
import GradesServer
import JSON

/// Replies to requests as a service does for which an assumption does not hold.
struct Contradiction: Sendable {
  /// What it has of the service.
  struct Service: Sendable {
    let store: Store
    let now: @Sendable () -> Date
  }

  let assumption: Assumption
  /// Replies to one request; `handle` replies as the service does otherwise.
  let reply: @Sendable (ServerRequest, RequestHandling) async -> ServerResponse

  init(_ assumption: Assumption, in service: Service) {
    self.assumption = assumption
    reply =
      assumption.loginReply(in: service) ?? assumption.readingReply(in: service)
      ?? assumption.shapeReply ?? assumption.savingReply(in: service) ?? assumption.limitReply
      ?? { request, handle in await handle(request) }
  }
}

/// One contradiction's way to reply.
typealias ContradictingReply =
  @Sendable (ServerRequest, RequestHandling) async -> ServerResponse

/// Changes the JSON of successful responses to requests that match.
func changingJSON(
  of matches: @escaping @Sendable (ServerRequest) -> Bool,
  _ change: @escaping @Sendable (JSONValue) -> JSONValue
) -> ContradictingReply {
  { request, handle in
    let response = await handle(request)
    return request.method == "GET" && matches(request) ? response.changing(change) : response
  }
}

/// Refuses requests that match without handling them.
func refusing(
  _ status: Int, _ matches: @escaping @Sendable (ServerRequest) -> Bool
) -> ContradictingReply {
  { request, handle in
    matches(request) ? ServerResponse(status: status) : await handle(request)
  }
}

extension ServerRequest {
  /// The parts of the path below `/public`; none for a request that is not the API's.
  var endpoint: [String] {
    path.starts(with: ["api", "v1", "public"]) ? Array(path.dropFirst(3)) : []
  }

  /// Whether it has this path; `*` stands for any part.
  func isAt(_ pattern: String) -> Bool {
    let parts = pattern.split(separator: "/")
    return endpoint.count == parts.count
      && zip(endpoint, parts).allSatisfy { $1 == "*" || $0 == $1 }
  }

  /// Whether it saves values (Service contract, 6.11).
  var isSaving: Bool { method == "PUT" && isAt("courses/*/student-classifications") }

  /// The body as JSON; null for anything else.
  var json: JSONValue { (try? JSONValue(reading: Array(body))) ?? .null }

  /// The same request with another body.
  func with(_ body: JSONValue) -> ServerRequest {
    var copy = self
    copy.body = Data(body.jsonLine.utf8)
    return copy
  }

  /// The token that it has.
  var bearer: String? {
    headers["authorization"].flatMap { $0.split(separator: " ").last.map(String.init) }
  }
}

extension ServerResponse {
  /// A rejection with a short text.
  static func rejection(_ status: Int, _ text: String) -> ServerResponse {
    let body = JSONValue.object([.init("message", .string(text))])
    return ServerResponse(
      status: status, headers: [("Content-Type", "application/json;charset=UTF-8")],
      body: Data(body.jsonLine.utf8))
  }

  /// A web page where JSON is expected.
  static func page(_ status: Int) -> ServerResponse {
    ServerResponse(
      status: status, headers: [("Content-Type", "text/html;charset=UTF-8")],
      body: Data("<!DOCTYPE html><html><body><h1>Chyba</h1></body></html>".utf8))
  }

  /// The same response with changed JSON; one without success or without JSON stays as it is.
  func changing(_ change: (JSONValue) -> JSONValue) -> ServerResponse {
    guard 200..<300 ~= status, let json = try? JSONValue(reading: Array(body)) else { return self }
    var copy = self
    copy.body = Data(change(json).jsonLine.utf8)
    return copy
  }
}
