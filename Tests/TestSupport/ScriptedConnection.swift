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
  func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

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

/// A socket bound to a port of 127.0.0.1 (0: any free one) that does not listen.
public func bindToLoopback(port: UInt16 = 0) throws -> (socket: Int32, port: UInt16) {
  let holder = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  guard holder >= 0 else { throw POSIXError(.EMFILE) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let isBound = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(holder, $0, size) == 0 && getsockname(holder, $0, &size) == 0
    }
  }
  guard isBound else {
    close(holder)
    throw POSIXError(.EADDRINUSE)
  }
  return (holder, UInt16(bigEndian: address.sin_port))
}

/// A socket that listens on a free port of 127.0.0.1.
public func listenOnLoopback() throws -> (socket: Int32, port: UInt16) {
  let bound = try bindToLoopback()
  guard listen(bound.socket, 64) == 0 else {
    close(bound.socket)
    throw POSIXError(.EADDRINUSE)
  }
  return bound
}

/// A socket connected to a port of 127.0.0.1.
func connectToLoopback(port: UInt16) throws -> Int32 {
  let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  guard client >= 0 else { throw POSIXError(.EMFILE) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  let isConnected = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
  guard isConnected else {
    close(client)
    throw POSIXError(.ECONNREFUSED)
  }
  return client
}
