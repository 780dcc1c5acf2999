import Foundation
import Synchronization

/// A port of this machine at which every connection is refused, for as long as the value lives.
package final class ClosedPort: Sendable {
  /// The port's number.
  package let number: UInt16
  private let holder: Int32

  /// Binds a free port without listening there, so that nobody else can take it.
  package init() throws {
    (holder, number) = try bindToLoopback()
  }

  deinit { close(holder) }
}

/// A port that greets every connection in plain text, like a mail server, and hangs up.
package final class PlainGreeter: Sendable {
  /// Where it listens on 127.0.0.1.
  package let port: UInt16
  private let listener: Int32

  /// Starts on a free port; without a greeting it hangs up at once.
  package init(_ greeting: String = "220 plain.example ESMTP ready\r\n") throws {
    let (listener, port) = try listenOnLoopback()
    (self.listener, self.port) = (listener, port)
    let thread = Thread {
      while true {
        let socket = accept(listener, nil, nil)
        guard socket >= 0 else { break }
        let connection = ScriptedConnection(socket: socket, number: 1)
        _ = connection.write(Array(greeting.utf8))
        if greeting.isEmpty { shutdown(socket, Int32(SHUT_WR)) }
        // Reads what the client says, so that closing is no reset.
        connection.drain()
        close(socket)
      }
      close(listener)
    }
    thread.start()
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}

/// A free port of this machine, for what needs a fixed one. It lies below those that systems give
/// out by themselves, so that nobody gets it by chance before it is used.
package func freeFixedPort() throws -> UInt16 {
  while true {
    let number = UInt16.random(in: 20_000..<32_000)
    guard givenPorts.withLock({ $0.insert(number).inserted }) else { continue }
    if let bound = try? bindToLoopback(port: number) {
      close(bound.socket)
      return number
    }
  }
}

/// No two tests of one run get the same port.
private let givenPorts = Mutex<Set<UInt16>>([])

/// A connection that says something and then nothing any more.
package final class IdleConnection: Sendable {
  private let socket: Int32

  /// Connects to a port of this machine.
  public convenience init(to port: UInt16, saying text: String) throws {
    try self.init(to: port, saying: Array(text.utf8))
  }

  /// Connects to a port of this machine and sends bytes.
  package init(to port: UInt16, saying bytes: [UInt8]) throws {
    socket = try connectToLoopback(port: port)
    _ = ScriptedConnection(socket: socket, number: 0).write(bytes)
  }

  deinit { close(socket) }
}
