import Files
import Foundation
import Synchronization

/// The listener on 127.0.0.1 that receives the redirect with the code (RFC 8252 §7.3).
///
/// It serves one path. The first redirect with the right state ends it; others get an error page
/// and change nothing. It listens from its initialisation until ``answer()`` returns or the value
/// is released; then the port is free. Slow, silent and endless connections cannot block it.
final class RedirectListener: Sendable {
  /// The redirect URI: the given one, with the real port in place of 0.
  let redirectURI: URL
  private let socket: LoopbackSocket
  private let state: String
  private let pages: RedirectPages

  /// Starts listening; throws ``GradesError/login(_:)`` with `portBusy`, `portNotAllowed` or
  /// `redirectURIUnusable`.
  init(redirectURI: URL, state: String, pages: RedirectPages) throws {
    guard redirectURI.scheme?.lowercased() == "http", let host = redirectURI.host,
      ["127.0.0.1", "localhost"].contains(host.lowercased()),
      let port = UInt16(exactly: redirectURI.port ?? 80)
    else { throw GradesError.login(.redirectURIUnusable) }
    socket = try LoopbackSocket(port: port, keepsIPv6: host.lowercased() == "localhost")
    var parts = URLComponents(url: redirectURI, resolvingAgainstBaseURL: true)
    if port == 0 { parts?.port = Int(socket.port) }
    self.redirectURI = parts?.url ?? redirectURI
    self.state = state
    self.pages = pages
  }

  /// Waits for the redirect; throws ``GradesError/cancelled``. To be called once.
  func answer() async throws -> RedirectAnswer {
    try await withTaskCancellationHandler {
      try await onOwnThread(name: "grades.redirect") { [self] in
        let loop = RedirectLoop(socket: socket, path: path, state: state, pages: pages)
        // Before the answer is returned, so that the port is free for another attempt.
        defer { socket.close() }
        guard let answer = loop.run() else { throw GradesError.cancelled }
        return answer
      }
    } onCancel: {
      socket.stop()
    }
  }

  private var path: String {
    let path =
      URLComponents(url: redirectURI, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? ""
    return path.isEmpty ? "/" : path
  }
}

/// A listening socket of 127.0.0.1 with a way to interrupt a wait for it.
final class LoopbackSocket: Sendable {
  let port: UInt16
  /// For poll and accept, by the one thread that calls ``close()`` afterwards.
  let listener: Int32
  /// Becomes readable with ``stop()``.
  let stopSignal: Int32
  private let stopTrigger: Int32
  /// `::1` at the same port, without a listener.
  private let kept: Int32?
  private let isOpen = Mutex(true)

  /// Starts listening. For `localhost` a browser may try `::1` first, where another user of this
  /// machine could listen; `keepsIPv6` reserves that port, and the browser continues with 127.0.0.1
  /// (RFC 8252 §8.3).
  init(port: UInt16, keepsIPv6: Bool) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard listener >= 0 else { throw GradesError.login(.portNotAllowed(port)) }
    // Connections of an earlier login in TIME_WAIT do not count as busy.
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 128) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    let failure = errno
    var ends: [Int32] = [-1, -1]
    guard isListening, pipe(&ends) == 0 else {
      Foundation.close(listener)
      throw GradesError.login(failure == EADDRINUSE ? .portBusy(port) : .portNotAllowed(port))
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    self.port = UInt16(bigEndian: address.sin_port)
    do {
      kept = keepsIPv6 ? try Self.keepIPv6(self.port) : nil
    } catch {
      for end in ends + [listener] { Foundation.close(end) }
      throw error
    }
    self.listener = listener
    (stopSignal, stopTrigger) = (ends[0], ends[1])
  }

  deinit {
    close()
    Foundation.close(stopSignal)
    Foundation.close(stopTrigger)
  }

  /// Interrupts the wait, also one that has not begun.
  func stop() {
    var byte: UInt8 = 1
    write(stopTrigger, &byte, 1)
  }

  /// Frees the port.
  func close() {
    isOpen.withLock { isOpen in
      if isOpen {
        Foundation.close(listener)
        if let kept { Foundation.close(kept) }
      }
      isOpen = false
    }
  }

  /// Reserves the port of `::1` without listening; nil without IPv6.
  private static func keepIPv6(_ port: UInt16) throws -> Int32? {
    let socket = socket(AF_INET6, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return nil }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_addr = in6addr_loopback
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
      }
    }
    if isBound { return socket }
    let failure = errno
    Foundation.close(socket)
    if failure == EADDRINUSE { throw GradesError.login(.portBusy(port)) }
    return nil
  }
}
