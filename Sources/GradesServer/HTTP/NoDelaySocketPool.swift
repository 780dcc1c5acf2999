import FlyingSocks
import Foundation
import Synchronization

/// A pool of sockets that send small writes at once.
///
/// FlyingFox sends the head and the body of a response in two writes; without TCP_NODELAY the
/// second one waits some 40 ms for the acknowledgement of the first on every reused connection.
struct NoDelaySocketPool<Base: AsyncSocketPool>: AsyncSocketPool {
  private let base: Base

  init(_ base: Base) { self.base = base }

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    // A connection first waits to read, before anything is written; setting it again is harmless.
    if events.contains(.read) { try? socket.setValue(true, for: Self.noDelay) }
    try await base.suspendSocket(socket, untilReadyFor: events)
  }

  private static var noDelay: BoolSocketOption {
    BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
  }
}
