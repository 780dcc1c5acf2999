import Foundation

/// One request to the service, for endpoints without a method of their own.
public struct ServiceRequest: Hashable, Sendable {
  /// The method.
  public var method: HTTPRequest.Method
  /// The path below the base address, with its query.
  public var path: ServicePath
  /// The body, if any.
  public var body: Data?
  /// The media type of the body; not sent without one.
  public var contentType: String

  /// Makes a request; `query` is added to the query that the path has.
  public init(
    _ method: HTTPRequest.Method = .get, _ path: ServicePath, query: [URLQueryItem] = [],
    body: Data? = nil, contentType: String = "application/json;charset=UTF-8"
  ) {
    self.method = method
    self.path = path.adding(query)
    self.body = body
    self.contentType = contentType
  }

  /// A request that reads, such as `.get("public/user-roles", query: ["semester": "B261"])`.
  ///
  /// Throws for a text that is not a path below the base address.
  public static func get(
    _ path: String, query: KeyValuePairs<String, String> = [:]
  ) throws(InvalidServicePath) -> ServiceRequest {
    ServiceRequest(
      .get, try ServicePath(path), query: query.map { URLQueryItem(name: $0.key, value: $0.value) })
  }
}

extension GradesAPI {
  /// The address above `/public`, below which all requests are.
  public var baseURL: URL { connection.baseURL }

  /// Sends any request with the stored login and returns the response of any status.
  ///
  /// The token goes to the base address only, over TLS or to this machine. Redirects are returned,
  /// not followed. Size and time are limited as for all requests. GET and HEAD are sent again after
  /// connection errors, 429 and 5xx, and once more with a new token after a 401; other methods are
  /// sent once.
  ///
  /// Throws ``GradesError/Reason/unreachable(_:)``, ``GradesError/Reason/unreadable(_:)`` (too large),
  /// ``GradesError/Reason/notSignedIn(_:)`` and other failures of the login, ``GradesError/Reason/cancelled``, and
  /// ``GradesError/Reason/tokenReplaced`` for a writing request that was rejected with 401 and may be
  /// repeated with the token that replaced the rejected one.
  public func call(_ request: ServiceRequest) async throws -> ServiceResponse {
    try await connection.call(request)
  }

  /// Sends any request with the stored login and decodes the JSON in its response.
  ///
  /// Throws what ``call(_:)`` and ``ServiceResponse/decoded(_:with:)`` throw; a status other than 2xx
  /// is the ``GradesError`` that it means.
  public func call<Value: Decodable>(
    _ request: ServiceRequest, as type: Value.Type, with decoder: JSONDecoder = JSONDecoder()
  ) async throws -> Value {
    try await call(request).decoded(type, with: decoder)
  }
}
