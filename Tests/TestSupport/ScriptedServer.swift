import Foundation
import Synchronization

/// An HTTP server on a free port of this machine that answers every request with scripted bytes
/// and can break off in any way that a network can.
///
/// Each connection has a thread of its own; the server ends with the value.
package final class ScriptedServer: Sendable {
  /// A request as it came.
  package struct Request: Sendable, Equatable {
    /// Such as `GET`.
    package var method: String
    /// Path and query as sent.
    package var target: String
    /// Fields by lower-case name.
    package var headers: [String: String]
    /// The body as text.
    package var body: String
    /// Which connection it came on, counted from 1.
    package var connection: Int
  }

  /// What to do for an answer, in order; the connection then waits for the next request.
  package enum Step: Sendable {
    case send(String)
    case bytes([UInt8])
    /// Does nothing until ``ScriptedServer/release()`` or until the client goes.
    case stall
    /// Ends the connection as usual.
    case close
    /// Ends the connection with a reset.
    case reset

    /// A whole answer with its length.
    package static func answer(_ status: Int, _ headers: [String: String] = [:], body: String = "")
      -> Step
    {
      var head = "HTTP/1.1 \(status) Scripted\r\nContent-Length: \(body.utf8.count)\r\n"
      for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
        head += "\(name): \(value)\r\n"
      }
      return .send(head + "\r\n" + body)
    }

    /// A whole answer with JSON.
    package static func json(_ body: String, status: Int = 200) -> Step {
      .answer(status, ["Content-Type": "application/json;charset=UTF-8"], body: body)
    }
  }

  private let core: ScriptedServerCore

  /// Starts; the script gets every request and its index, counted from 0.
  package init(_ script: @escaping @Sendable (Request, Int) -> [Step]) throws {
    core = try ScriptedServerCore(script)
    let thread = Thread { [core] in core.acceptConnections() }
    thread.start()
  }

  /// Starts; the requests get these answers in turn, further ones the last again.
  public convenience init(_ answers: [Step]...) throws {
    try self.init { _, index in answers[min(index, answers.count - 1)] }
  }

  deinit { core.stop() }

  /// Where it listens on 127.0.0.1.
  package var port: UInt16 { core.port }

  /// The address of a path on the server.
  package func url(_ path: String = "/", scheme: String = "http") -> URL {
    URL(string: "\(scheme)://127.0.0.1:\(port)\(path)")!
  }

  /// The requests, also to wait for.
  package var requests: Occurrences<Request> { core.requests }

  /// The connections that the client ended, also to wait for.
  package var departures: Occurrences<Int> { core.departures }

  /// Lets everything that stalls go on, now and later.
  package func release() { core.release() }
}

/// The part of the server that its threads keep alive.
private final class ScriptedServerCore: Sendable {
  let port: UInt16
  let requests = Occurrences<ScriptedServer.Request>()
  let departures = Occurrences<Int>()
  private let script: @Sendable (ScriptedServer.Request, Int) -> [ScriptedServer.Step]
  private let listener: Int32
  /// A pipe whose writing end is closed to release what stalls.
  private let gate: Int32
  private let state: Mutex<State>

  private struct State {
    var gateKey: Int32?
    var open: Set<Int32> = []
    var connections = 0
    var isStopped = false
  }

  init(_ script: @escaping @Sendable (ScriptedServer.Request, Int) -> [ScriptedServer.Step]) throws
  {
    self.script = script
    (listener, port) = try listenOnLoopback()
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    gate = ends[0]
    state = Mutex(State(gateKey: ends[1]))
  }

  deinit { close(gate) }

  func release() {
    state.withLock { state in
      if let key = state.gateKey { close(key) }
      state.gateKey = nil
    }
  }

  func stop() {
    release()
    state.withLock { state in
      state.isStopped = true
      for socket in state.open { shutdown(socket, Int32(SHUT_RDWR)) }
    }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  func acceptConnections() {
    while true {
      let socket = accept(listener, nil, nil)
      if socket < 0 {
        if errno == EINTR || errno == ECONNABORTED { continue }
        break
      }
      let number: Int? = state.withLock { state in
        if state.isStopped { return nil }
        state.open.insert(socket)
        state.connections += 1
        return state.connections
      }
      guard let number else {
        close(socket)
        break
      }
      let thread = Thread { self.serve(ScriptedConnection(socket: socket, number: number)) }
      thread.start()
    }
    close(listener)
  }

  private func serve(_ connection: ScriptedConnection) {
    defer {
      _ = state.withLock { $0.open.remove(connection.socket) }
      close(connection.socket)
    }
    while let request = connection.readRequest() {
      let index = requests.record(request)
      for step in script(request, index) {
        guard perform(step, on: connection) else { return }
      }
    }
    departures.record(connection.number)
  }

  /// Whether the connection goes on.
  private func perform(_ step: ScriptedServer.Step, on connection: ScriptedConnection) -> Bool {
    switch step {
    case .send(let text): return connection.write(Array(text.utf8))
    case .bytes(let bytes): return connection.write(bytes)
    case .close: return false
    case .reset:
      connection.resetOnClose()
      return false
    case .stall:
      if connection.waits(for: gate) { return true }
      departures.record(connection.number)
      return false
    }
  }
}
