import Foundation

/// One HTTP request.
public struct HTTPRequest: Hashable, Sendable {
  /// The methods that the service knows.
  public enum Method: String, Sendable {
    case get = "GET", post = "POST", put = "PUT", delete = "DELETE"
  }

  public var method: Method
  public var url: URL
  /// Header fields in the order in which they are sent.
  public var headers: [HTTPHeader]
  public var body: Data?

  /// Makes a request.
  public init(method: Method = .get, url: URL, headers: [HTTPHeader] = [], body: Data? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// A header field.
public struct HTTPHeader: Hashable, Sendable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A whole answer.
public struct HTTPResponse: Hashable, Sendable {
  public var status: Int
  public var headers: [HTTPHeader]
  public var body: Data

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

/// Something that sends one request once and gives back the answer, whatever its status.
public protocol HTTPTransport: Sendable {
  /// Sends the request; throws ``GradesError/unreachable(_:)``, ``GradesError/unreadable(_:)``
  /// (too large, truncated) or ``GradesError/cancelled``.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
