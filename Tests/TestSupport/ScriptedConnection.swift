import Foundation

/// One connection of a ``ScriptedServer``, read and written by its own thread.
struct ScriptedConnection: Sendable {
  let socket: Int32
  let number: Int

  /// The next request with its whole body; nil when the client has gone.
  func readRequest() -> ScriptedServer.Request? {
    var bytes: [UInt8] = []
    let blank = Array("\r\n\r\n".utf8)
    var headEnd: Int?
    while headEnd == nil {
      guard let more = read() else { return nil }
      bytes += more
      headEnd = bytes.indices.first { bytes[$0...].starts(with: blank) }
    }
    let end = headEnd ?? 0
    let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ").map(String.init)
    guard words.count == 3 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = line[line.index(after: colon)...]
        .trimmingCharacters(in: .whitespaces)
    }
    var body = Array(bytes[(end + 4)...])
    let length = headers["content-length"].flatMap(Int.init) ?? 0
    while body.count < length {
      guard let more = read() else { return nil }
      body += more
    }
    return ScriptedServer.Request(
      method: words[0], target: words[1], headers: headers,
      body: String(decoding: body, as: UTF8.self), connection: number)
  }

  /// Sends all bytes; false when the client has gone.
  func write(_ bytes: [UInt8]) -> Bool { sendAll(bytes, to: socket) }

  /// Makes closing send a reset.
  func resetOnClose() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Waits until the gate opens (true) or the client goes (false).
  func waits(for gate: Int32) -> Bool {
    while true {
      var files = [
        pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
        pollfd(fd: gate, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&files, 2, -1) > 0 else { continue }
      if files[1].revents != 0 { return true }
      if read() == nil { return false }
    }
  }

  /// Reads until the client goes.
  func drain() { while read() != nil {} }

  /// Everything that comes until the other side ends.
  func readToEnd() -> [UInt8] {
    var bytes: [UInt8] = []
    while let more = read() { bytes += more }
    return bytes
  }

  private func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count < 0 && errno == EINTR { continue }
      return count > 0 ? Array(buffer[..<count]) : nil
    }
  }
}
