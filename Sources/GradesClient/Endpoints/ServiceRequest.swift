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
  /// Header fields beside those that every request has; they replace fields of the same name, but
  /// never `Authorization`.
  public var headers: [HTTPHeader] = []

  /// Makes a request; `query` is added to the query that the path has.
  public init(
    _ method: HTTPRequest.Method = .get, _ path: ServicePath, query: [URLQueryItem] = [],
    body: Data? = nil, contentType: String = "application/json;charset=UTF-8"
  ) {
    self.method = method
    self.path = path.adding(query.map { ($0.name, $0.value ?? "") })
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
  /// not followed. GET and HEAD are sent again as by ``HTTPClient``, and once more with a new token after a
  /// 401; other methods are sent once.
  ///
  /// Throws what ``HTTPClient/exchange(_:)`` throws, failures of the login, and
  /// ``GradesError/Reason/tokenReplaced`` for a writing request that was rejected with 401 and may be
  /// repeated with the token that replaced the rejected one.
  public func call(_ request: ServiceRequest) async throws -> HTTPResponse {
    try await connection.call(request)
  }

  /// Sends any request with the stored login and decodes the JSON in its response.
  ///
  /// Throws what ``call(_:)`` and ``HTTPResponse/decoded(_:with:)`` throw; a status other than 2xx
  /// is the ``GradesError`` that it means.
  public func call<Value: Decodable>(
    _ request: ServiceRequest, as type: Value.Type, with decoder: JSONDecoder = JSONDecoder()
  ) async throws -> Value {
    try await call(request).decoded(type, with: decoder)
  }
}

extension HTTPResponse {
  /// Reads a value from a JSON body.
  ///
  /// Throws ``failure`` where there is one, and ``GradesError/Reason/unreadable(_:)`` where the body is
  /// not JSON of that shape.
  public func decoded<Value: Decodable>(
    _ type: Value.Type = Value.self, with decoder: JSONDecoder = JSONDecoder()
  ) throws(GradesError) -> Value {
    if let failure { throw failure }
    do {
      return try decoder.decode(type, from: body)
    } catch {
      guard let error = error as? DecodingError else { throw .unreadable(.text) }
      throw .unreadable(.json(path: error.path))
    }
  }
}

extension DecodingError {
  /// The path of the value, such as `[2].username`; empty for the whole document.
  fileprivate var path: String {
    let keys: [any CodingKey] =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        context.codingPath
      case .keyNotFound(let key, let context): context.codingPath + [key]
      @unknown default: []
      }
    return keys.reduce(into: "") { path, key in
      path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue
    }
  }
}
