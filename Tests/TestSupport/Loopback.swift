import Foundation

/// A socket bound to a port of 127.0.0.1 (0: any free one) that does not listen.
package func bindToLoopback(port: UInt16 = 0) throws -> (socket: Int32, port: UInt16) {
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
package func listenOnLoopback() throws -> (socket: Int32, port: UInt16) {
  let bound = try bindToLoopback()
  guard listen(bound.socket, 64) == 0 else {
    close(bound.socket)
    throw POSIXError(.EADDRINUSE)
  }
  return bound
}

/// A socket connected to a port of this machine.
package func connectToLoopback(port: UInt16, host: String = "127.0.0.1") throws -> Int32 {
  let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  guard client >= 0 else { throw POSIXError(.EMFILE) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = inet_addr(host)
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

/// Sends all bytes over a socket; false when the other side has gone.
package func sendAll(_ bytes: some DataProtocol & Sendable, to socket: Int32) -> Bool {
  var rest = Array(bytes)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}
