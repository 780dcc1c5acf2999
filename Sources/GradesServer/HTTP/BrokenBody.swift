import FlyingFox
import FlyingSocks
import Foundation

/// A body that sends some bytes and then fails, so that the server closes the connection.
struct BrokenBody: AsyncBufferedSequence {
  let bytes: Data

  func makeAsyncIterator() -> Iterator { Iterator(rest: bytes) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var rest: Data

    mutating func next() async throws -> UInt8? {
      guard !rest.isEmpty else { throw SocketError.disconnected }
      return rest.removeFirst()
    }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      guard !rest.isEmpty else { throw SocketError.disconnected }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
  }
}

/// Makes the server close the connection before it writes a byte: a WebSocket is the only response
/// that is prepared before its head is sent.
struct SilentEnd: WSHandler {
  func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Error>
  ) async throws -> AsyncStream<WSFrame> {
    throw SocketError.disconnected
  }
}

extension HTTPResponse {
  /// A complete response.
  init(_ response: ServerResponse) {
    self.init(
      statusCode: .init(response.status), headers: .init(response.headers), body: response.body)
  }

  /// A response that announces its whole body and ends after a part of it.
  static func broken(_ response: ServerResponse, after count: Int) -> HTTPResponse {
    HTTPResponse(
      statusCode: .init(response.status), headers: .init(response.headers),
      body: HTTPBodySequence(
        from: BrokenBody(bytes: response.body.prefix(count)), count: response.body.count))
  }

  /// No response.
  static var none: HTTPResponse { HTTPResponse(webSocket: SilentEnd()) }
}

extension HTTPHeaders {
  fileprivate init(_ fields: [(name: String, value: String)]) {
    self.init()
    for field in fields { addValue(field.value, for: HTTPHeader(field.name)) }
  }
}

extension HTTPStatusCode {
  fileprivate init(_ code: Int) {
    let phrases = [
      200: "OK", 201: "Created", 204: "No Content", 302: "Found", 303: "See Other",
      400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
      405: "Method Not Allowed", 409: "Conflict", 413: "Payload Too Large",
      421: "Misdirected Request",
      429: "Too Many Requests", 500: "Internal Server Error", 502: "Bad Gateway",
      503: "Service Unavailable",
    ]
    self.init(code, phrase: phrases[code] ?? "Status \(code)")
  }
}
