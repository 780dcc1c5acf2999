import Foundation

/// A port of this machine at which every connection is refused, for as long as the value lives.
public final class ClosedPort: Sendable {
  /// The port's number.
  public let number: UInt16
  private let holder: Int32

  /// Binds a free port without listening there, so that nobody else can take it.
  public init() throws {
    (holder, number) = try bindToLoopback()
  }

  deinit { close(holder) }
}

/// A port that greets every connection in plain text, like a mail server, and hangs up.
public final class PlainGreeter: Sendable {
  /// Where it listens on 127.0.0.1.
  public let port: UInt16
  private let listener: Int32

  /// Starts on a free port.
  public init() throws {
    let (listener, port) = try listenOnLoopback()
    (self.listener, self.port) = (listener, port)
    let thread = Thread {
      while true {
        let socket = accept(listener, nil, nil)
        guard socket >= 0 else { break }
        let connection = ScriptedConnection(socket: socket, number: 1)
        _ = connection.write(Array("220 plain.example ESMTP ready\r\n".utf8))
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
