import FlyingFox
import FlyingSocks
import Foundation

/// Makes the server close the connection before it writes a byte: a WebSocket is the only response
/// whose preparation comes before its head.
private struct SilentEnd: WSHandler {
  func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Error>
  ) async throws -> AsyncStream<WSFrame> {
    throw SocketError.disconnected
  }
}

extension HTTPResponse {
  /// Sends a response whole.
  package init(_ response: ServerResponse) {
    self.init(
      statusCode: .init(response.status), headers: .init(response.headers), body: response.body)
  }

  /// No response: the server closes the connection.
  package static var connectionClosed: HTTPResponse { HTTPResponse(webSocket: SilentEnd()) }
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
