import Foundation

/// One HTTP request.
public struct HTTPRequest: Hashable, Sendable {
  /// The methods that the service uses.
  public enum Method: String, Sendable {
    case get = "GET", post = "POST", put = "PUT", delete = "DELETE"
  }

  /// The method.
  public var method: Method
  /// The whole address with its query.
  public var url: URL
  /// Header fields in the order in which they are sent.
  public var headers: [HTTPHeader]
  /// The body, if any.
  public var body: Data?
  /// The time limit of this request, where it is less than the transport's limit.
  public var timeLimit: Duration?

  /// Makes a request.
  public init(method: Method = .get, url: URL, headers: [HTTPHeader] = [], body: Data? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// A header field; its printed form hides what may be secret.
public struct HTTPHeader: Hashable, Sendable {
  /// The field's name; its case does not matter.
  public var name: String
  /// Everything after the colon, without the space.
  public var value: String

  /// Makes a field.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A complete response.
public struct HTTPResponse: Hashable, Sendable {
  /// The status code, such as 200.
  public var status: Int
  /// Header fields in the order in which they were received.
  public var headers: [HTTPHeader]
  /// The whole body, unpacked.
  public var body: Data

  /// Makes a response.
  public init(status: Int, headers: [HTTPHeader] = [], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The first field of a name, whatever its case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// Sends one request once and returns the response of any status.
public protocol HTTPTransport: Sendable {
  /// Sends the request; throws ``GradesError/unreachable(_:)``, ``GradesError/unreadable(_:)``
  /// (too large, truncated) or ``GradesError/cancelled``.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse

  /// Prepares for the next request without blocking.
  func prepare()
}

extension HTTPTransport {
  /// Does nothing.
  public func prepare() {}
}
