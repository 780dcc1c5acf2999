import Foundation

/// A response before it is sent.
package struct ServerResponse: Sendable {
  package var status: Int
  package var headers: [(name: String, value: String)] = []
  package var body = Data()

  /// Describes a response.
  package init(status: Int, headers: [(name: String, value: String)] = [], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A response without a body.
  package static func empty(_ status: Int) -> ServerResponse { ServerResponse(status: status) }

  /// The same response with one more header field.
  package func adding(_ name: String, _ value: String) -> ServerResponse {
    var copy = self
    copy.headers.append((name, value))
    return copy
  }

  /// The status line and the header fields, up to the empty line.
  func head(keepsAlive: Bool) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(Self.phrases[status] ?? "Status \(status)")\r\n"
    for field in headers { text += "\(field.name): \(field.value)\r\n" }
    if !headers.contains(where: { $0.name.lowercased() == "content-length" }) {
      text += "Content-Length: \(body.count)\r\n"
    }
    text += "Connection: \(keepsAlive ? "keep-alive" : "close")\r\n\r\n"
    return Array(text.utf8)
  }

  private static let phrases = [
    200: "OK", 201: "Created", 204: "No Content", 302: "Found", 303: "See Other",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 413: "Content Too Large",
    414: "URI Too Long", 421: "Misdirected Request", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
    502: "Bad Gateway", 503: "Service Unavailable", 505: "HTTP Version Not Supported",
  ]
}
