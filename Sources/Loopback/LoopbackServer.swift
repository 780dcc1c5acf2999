import Files
import Foundation
import Synchronization

/// An HTTP server on 127.0.0.1, for the embedded service and for the redirect of a login.
///
/// Each connection has a thread that reads and writes, and answers one request after the other; requests are
/// handled in tasks. What one client may take from the others is bounded: connections, the size and the time
/// of heads and bodies, and the memory of all bodies together.
package final class LoopbackServer: Sendable {
  /// Why it cannot listen: the system's number of the error.
  package struct Failure: Error, Hashable {
    package let code: Int32
  }

  package typealias Handler = @Sendable (RequestHead, Data) async -> ServerReply

  private struct Connection {
    /// When it was heard last.
    var heard = ContinuousClock.now
    /// The request that is handled.
    var task: Task<Void, Never>?
  }

  private struct State {
    /// By their sockets.
    var connections: [Int32: Connection] = [:]
    /// The bytes of all bodies that are being read.
    var bodies = 0
    var isStopped = false
    /// Whether the port is free again.
    var isClosed = false
  }

  /// Bytes of all bodies that are being read at a time.
  private static let bodiesLimit = 64 << 20

  /// The port on which it listens.
  package let port: UInt16
  private let listener: Int32
  /// `::1` at the same port, without a listener.
  private let kept: Int32?
  private let mostConnections: Int
  private let state = Mutex(State())

  /// Listens, on a free port for 0, until ``run(_:)`` has ended or the value is released.
  ///
  /// - Parameters:
  ///   - keepsIPv6: for `localhost` a browser may try `::1` first, where another user of this machine could
  ///     listen; so the port is kept there, and the browser goes on with 127.0.0.1 (RFC 8252 §8.3).
  ///   - mostConnections: at a further one, the connection closes that was silent for the longest time. There
  ///     are fewer where this process may open few files: a part of them is left for its own work.
  package init(
    port: UInt16, keepsIPv6: Bool = false, mostConnections: Int
  ) throws(Failure) {
    (listener, self.port) = try LoopbackSocket.listening(port: port)
    do {
      kept = keepsIPv6 ? try LoopbackSocket.keepingIPv6(port: self.port) : nil
    } catch {
      close(listener)
      throw error
    }
    var files = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
    self.mostConnections = min(mostConnections, max(8, Int(clamping: files.rlim_cur) / 4 * 3 - 32))
  }

  deinit { freePort() }

  /// Serves until the task is cancelled or ``stop()`` is called, and all connections have ended. To be called
  /// once.
  package func run(_ handler: @escaping Handler) async {
    await withTaskCancellationHandler {
      await onOwnThread(name: "grades.loopback") { self.accept(handler) }
    } onCancel: {
      stop()
    }
  }

  /// Frees the port, ends all connections and cancels what is handled.
  package func stop() {
    let handled = state.withLock { state in
      state.isStopped = true
      if !state.isClosed { shutdown(listener, Int32(SHUT_RDWR)) }
      for file in state.connections.keys { shutdown(file, Int32(SHUT_RDWR)) }
      return state.connections.values.compactMap(\.task)
    }
    for task in handled { task.cancel() }
  }

  private func freePort() {
    state.withLock { state in
      guard !state.isClosed else { return }
      close(listener)
      if let kept { close(kept) }
      state.isClosed = true
    }
  }

  // MARK: Connections

  private func accept(_ handler: @escaping Handler) {
    let threads = DispatchGroup()
    while !state.withLock(\.isStopped) {
      let file = Foundation.accept(listener, nil, nil)
      guard file >= 0 else {
        // All descriptors are in use until a connection ends; else the client is gone, or the server stops.
        if errno == EMFILE || errno == ENFILE { usleep(50_000) }
        continue
      }
      begin(file)
      threads.enter()
      let thread = Thread {
        LoopbackConnection(file, server: self, handler: handler).serve()
        threads.leave()
      }
      thread.stackSize = 256 << 10
      thread.start()
    }
    freePort()
    threads.wait()
  }

  private func begin(_ file: Int32) {
    let replaced = state.withLock { state in
      var replaced: Connection?
      if state.connections.count >= mostConnections,
        let silent = state.connections.min(by: { $0.value.heard < $1.value.heard })?.key
      {
        // Its thread closes it.
        shutdown(silent, Int32(SHUT_RDWR))
        replaced = state.connections.removeValue(forKey: silent)
      }
      state.connections[file] = Connection()
      if state.isStopped { shutdown(file, Int32(SHUT_RDWR)) }
      return replaced
    }
    replaced?.task?.cancel()
  }

  /// Notes that a client did something, and what is handled for it.
  func notes(_ file: Int32, handling task: Task<Void, Never>? = nil) {
    let isKept = state.withLock { state in
      guard state.connections[file] != nil, !state.isStopped else { return false }
      state.connections[file] = Connection(task: task)
      return true
    }
    if !isKept { task?.cancel() }
  }

  /// Closes a socket; only here, so that its number is not another connection's while it is known.
  func end(_ file: Int32) {
    state.withLock { state in
      state.connections[file] = nil
      close(file)
    }
  }

  /// Counts bytes of bodies; false when there are too many for the time being.
  func takes(_ bytes: Int) -> Bool {
    state.withLock { state in
      state.bodies += bytes
      return bytes <= 0 || state.bodies <= Self.bodiesLimit
    }
  }
}

/// A reply that a thread waits for.
final class BlockingReply: Sendable {
  private let reply = Mutex(ServerReply.connectionClosed)
  private let isSet = DispatchSemaphore(value: 0)

  func set(_ reply: ServerReply) {
    self.reply.withLock { $0 = reply }
    isSet.signal()
  }

  func wait() -> ServerReply {
    isSet.wait()
    return reply.withLock(\.self)
  }
}
