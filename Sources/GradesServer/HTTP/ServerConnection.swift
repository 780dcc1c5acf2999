import FlyingSocks
import Foundation

/// One connection: a response to each request, one after the other.
struct ServerConnection: Sendable {
  let socket: AsyncSocket
  let handler: RequestHandler

  /// Serves until the client or the service closes the connection, and closes it.
  func serve() async {
    defer { try? socket.close() }
    // A response in several parts would wait for the client's acknowledgement of the first.
    try? socket.socket.setValue(
      true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
    var reader = RequestReader(socket)
    do {
      while try await exchange(&reader) {}
    } catch let problem as RequestProblem {
      try? await reject(problem, &reader)
    } catch {
      // The client is gone, or the service stops.
    }
  }

  /// Handles one request; false when the connection ends with it.
  private func exchange(_ reader: inout RequestReader) async throws -> Bool {
    let head = try await reader.head()
    let body = try await reader.body(head.framing)
    switch await handler.reply(to: head, body: body) {
    case .response(let response):
      let isWhole = head.method != "HEAD"
      try await socket.write(
        response.head(keepsAlive: head.keepsAlive) + (isWhole ? response.body : Data()))
      return head.keepsAlive
    case .brokenOff(let response, let count):
      try await socket.write(
        response.head(keepsAlive: head.keepsAlive) + response.body.prefix(count))
      return false
    case .connectionClosed: return false
    }
  }

  private func reject(_ problem: RequestProblem, _ reader: inout RequestReader) async throws {
    try await socket.write(problem.response.head(keepsAlive: false))
    shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    try await reader.drain()
  }
}

extension ServerResponse {
  /// The status line and the header fields, up to the empty line.
  fileprivate func head(keepsAlive: Bool) -> Data {
    var text = "HTTP/1.1 \(status) \(Self.phrases[status] ?? "Status \(status)")\r\n"
    for field in headers { text += "\(field.name): \(field.value)\r\n" }
    if !headers.contains(where: { $0.name.lowercased() == "content-length" }) {
      text += "Content-Length: \(body.count)\r\n"
    }
    text += "Connection: \(keepsAlive ? "keep-alive" : "close")\r\n\r\n"
    return Data(text.utf8)
  }

  private static let phrases = [
    200: "OK", 201: "Created", 204: "No Content", 302: "Found", 303: "See Other",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 409: "Conflict", 413: "Content Too Large", 414: "URI Too Long",
    421: "Misdirected Request", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
    503: "Service Unavailable", 505: "HTTP Version Not Supported",
  ]
}
