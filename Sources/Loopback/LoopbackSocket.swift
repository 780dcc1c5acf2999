import Foundation

/// A socket of this machine's own address.
enum LoopbackSocket {
  /// Listens on 127.0.0.1, on a free port for 0; returns the socket and its port.
  static func listening(port: UInt16) throws(LoopbackServer.Failure) -> (file: Int32, port: UInt16)
  {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { throw .init(code: errno) }
    // Connections of an earlier run in TIME_WAIT do not count as busy.
    var yes: Int32 = 1
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(file, $0, size) == 0 && listen(file, SOMAXCONN) == 0
          && getsockname(file, $0, &size) == 0
      }
    }
    guard isListening else {
      let failure = errno
      close(file)
      throw .init(code: failure)
    }
    return (file, UInt16(bigEndian: address.sin_port))
  }

  /// Binds the port of `::1` without listening, so that nobody else can; nil without IPv6.
  static func keepingIPv6(port: UInt16) throws(LoopbackServer.Failure) -> Int32? {
    let file = socket(AF_INET6, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { return nil }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_addr = in6addr_loopback
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(file, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
      }
    }
    if isBound { return file }
    let failure = errno
    close(file)
    if failure == EADDRINUSE { throw .init(code: failure) }
    return nil
  }
}
