/// What becomes of a request.
package enum ServerReply: Sendable {
  /// A response is sent.
  case response(ServerResponse)
  /// The response is sent, and then the server stops.
  case last(ServerResponse)
  /// The response announces its whole body, and the connection closes after a part of it.
  case brokenOff(ServerResponse, after: Int)
  /// The connection closes without a byte of a response.
  case connectionClosed
}
