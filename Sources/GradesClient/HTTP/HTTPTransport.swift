import Foundation

/// One HTTP request.
public struct HTTPRequest: Hashable, Sendable {
  /// The methods of requests. The service uses GET, POST, PUT and DELETE.
  public enum Method: String, Sendable, CaseIterable {
    /// Reads.
    case get = "GET"
    /// Reads the head of what GET returns.
    case head = "HEAD"
    /// Creates.
    case post = "POST"
    /// Replaces, or saves.
    case put = "PUT"
    /// Changes a part.
    case patch = "PATCH"
    /// Deletes.
    case delete = "DELETE"

    /// Whether a request only reads, so that it may be sent again (RFC 9110, 9.2.1).
    public var isReading: Bool { self == .get || self == .head }
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
  /// Header fields in the order in which they were received, as far as the transport reports it.
  public var headers: [HTTPHeader]
  /// The whole body, unpacked.
  public var body: Data
  /// When the certificate of the service ends; nil where the transport does not say it.
  public var certificateEnd: Date?
  /// What ``HTTPClient`` takes the status to mean, or that the body is a web page; nil for any other response of
  /// status 2xx.
  public var failure: GradesError?

  /// Makes a response.
  public init(status: Int, headers: [HTTPHeader] = [], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Whether there is no ``failure``.
  public var isSuccess: Bool { failure == nil }

  /// The first field of a name, whatever its case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// Sends one request once and returns the response of any status.
public protocol HTTPTransport: Sendable {
  /// Sends the request; throws ``GradesError/Reason/unreachable(_:)``, ``GradesError/Reason/unreadable(_:)``
  /// (too large, truncated) or ``GradesError/Reason/cancelled``.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse

  /// Prepares for the next request without blocking.
  func prepare()
}

extension HTTPTransport {
  /// Does nothing.
  public func prepare() {}
}

extension HTTPRequest {
  /// Rejects what no transport may send: plain http to another machine, and a line break in a field, which
  /// could add other fields.
  package func check() throws(GradesError) {
    guard let host = url.host, !host.isEmpty else { throw .unreachable(.insecureAddress) }
    switch url.scheme?.lowercased() {
    case "https": break
    case "http" where isLoopback(host: host): break
    default: throw .unreachable(.insecureAddress)
    }
    for header in headers {
      let bytes = Array(header.name.utf8) + Array(header.value.utf8)
      if header.name.isEmpty || bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
        throw .unreachable(.other(code: 43))
      }
    }
  }
}

/// Whether a host's name can only mean this machine: 127.0.0.0/8, `::1` or `localhost`.
///
/// The name is not resolved; libcurl and browsers restrict `localhost` to this machine themselves
/// (RFC 6761 §6.3).
func isLoopback(host: String) -> Bool {
  let host = host.lowercased()
  if ["localhost", "::1", "[::1]"].contains(host) { return true }
  // It takes no short forms such as 127.1, which programs interpret differently.
  var address = in_addr()
  return inet_pton(AF_INET, host, &address) == 1
    && UInt32(bigEndian: address.s_addr) >> 24 == 127
}
