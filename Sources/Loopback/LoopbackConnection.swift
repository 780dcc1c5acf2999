import Foundation

/// One connection of a ``LoopbackServer``: a response to each request, one after the other, on a thread of
/// its own.
struct LoopbackConnection {
  private let file: Int32
  private let server: LoopbackServer
  private let handler: LoopbackServer.Handler

  init(_ file: Int32, server: LoopbackServer, handler: @escaping LoopbackServer.Handler) {
    self.file = file
    self.server = server
    self.handler = handler
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    // A response in several parts would wait for the client's acknowledgement of the first.
    var yes: Int32 = 1
    setsockopt(file, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    // A client that does not read its response does not keep a thread.
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Serves until the client or the server closes the connection, and closes it.
  func serve() {
    defer { server.end(file) }
    var reader = RequestReader(file) { server.notes(file) }
    do {
      while try exchange(&reader) {}
    } catch .rejected(let problem) {
      write(ServerResponse.empty(problem.status).head(keepsAlive: false))
      // A connection that is closed with unread bytes is reset, which would discard the response
      // (RFC 9112 §9.6).
      shutdown(file, Int32(SHUT_WR))
      reader.drain()
    } catch {
      // The client is gone, silent for too long, or the server stops.
    }
  }

  /// Handles one request; false when the connection ends with it.
  private func exchange(_ reader: inout RequestReader) throws(RequestReader.End) -> Bool {
    let head = try reader.head()
    let body = try reader.body(head.framing, counting: server.takes)
    let reply = BlockingReply()
    let handler = handler
    server.notes(file, handling: Task { reply.set(await handler(head, body)) })
    let answer = reply.wait()
    _ = server.takes(-body.count)
    switch answer {
    case .response(let response):
      let isSent = write(
        response.head(keepsAlive: head.keepsAlive)
          + (head.method == "HEAD" ? Data() : response.body))
      return isSent && head.keepsAlive
    case .brokenOff(let response, let count):
      write(response.head(keepsAlive: head.keepsAlive) + response.body.prefix(count))
      return false
    case .last(let response):
      write(response.head(keepsAlive: false) + response.body)
      server.stop()
      return false
    case .connectionClosed: return false
    }
  }

  /// Writes all bytes; false when the client is gone.
  @discardableResult
  private func write(_ bytes: [UInt8]) -> Bool {
    var unsent = bytes[...]
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes {
        send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      server.notes(file)
      unsent = unsent.dropFirst(count)
    }
    return true
  }
}
