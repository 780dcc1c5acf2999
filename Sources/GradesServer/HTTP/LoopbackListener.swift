import FlyingSocks
import Foundation

/// Accepts connections on a port of 127.0.0.1.
struct LoopbackListener: Sendable {
  /// The port on which it listens.
  let port: UInt16
  private let socket: Socket

  /// Listens, on a free port for 0; throws `SocketError`. ``run(_:)`` has to follow: it closes the
  /// socket at its end.
  init(port: UInt16) throws {
    socket = try Socket(domain: Int32(AF_INET))
    do {
      _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
      try socket.setValue(true, for: .localAddressReuse)
      try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
      guard SystemCalls.startListening(socket.file.rawValue) == 0 else {
        throw SocketError.makeFailed("listen")
      }
      guard case .ip4(_, let bound) = try socket.sockname() else {
        throw SocketError.unsupportedAddress
      }
      self.port = bound
    } catch {
      try? socket.close()
      throw error
    }
  }

  /// Serves all connections until the task is cancelled.
  func run(_ handler: RequestHandler) async throws {
    defer { try? socket.close() }
    let pool = SocketPool(queue: PollQueue())
    try await pool.prepare()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await pool.run() }
      group.addTask { try await accept(pool, handler) }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func accept(_ pool: some AsyncSocketPool, _ handler: RequestHandler) async throws {
    let listener = try AsyncSocket(socket: socket, pool: pool)
    try await withThrowingDiscardingTaskGroup { connections in
      while !Task.isCancelled {
        do {
          let socket = try await listener.accept()
          _ = fcntl(socket.socket.file.rawValue, F_SETFD, FD_CLOEXEC)
          connections.addTask {
            await ServerConnection(socket: socket, handler: handler).serve()
          }
        } catch is SocketError {
          // The client is gone already, or all descriptors are in use until a connection ends.
          try await Task.sleep(for: .milliseconds(50))
        }
      }
    }
  }
}
