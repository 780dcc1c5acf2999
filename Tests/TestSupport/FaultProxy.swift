import Foundation
import Synchronization

/// Stands between a client and a service on this machine, and breaks what passes in the ways in which
/// networks and gateways do.
package final class FaultProxy: Sendable {
  /// What happens to every request while it is set.
  package enum Fault: Sendable {
    /// The whole answer passes at once.
    case none
    /// The service never gets the request; these steps are the answer.
    case instead([ScriptedServer.Step])
    /// The service handles the request; these steps come in place of its answer.
    case afterwards([ScriptedServer.Step])
    /// The answer breaks off so many bytes before its end, as usual or with a reset.
    case cut(beforeEnd: Int, resets: Bool)
    /// The answer comes a few bytes at a time.
    case slow
    /// The answer of a path comes in two pieces; something is done before the first, and the second is
    /// held until ``FaultProxy/release()``.
    case inTwoPieces(String, before: @Sendable () -> Void)
    /// The answer comes twice, one after the other.
    case twice
    /// The answer's body is damaged, each time in another way.
    case damaged(seed: UInt64)
  }

  private final class State: Sendable {
    let fault = Mutex(Fault.none)
  }

  private let server: ScriptedServer
  private let state: State

  /// Starts in front of a service on a port of 127.0.0.1.
  package init(to port: UInt16) throws {
    let state = State()
    self.state = state
    server = try ScriptedServer { request, index in
      Self.steps(for: request, index, to: port, state.fault.withLock { $0 })
    }
  }

  /// Where it listens on 127.0.0.1.
  package var port: UInt16 { server.port }

  /// The requests that came, whatever became of them.
  package var requests: [ScriptedServer.Request] { server.requests.all }

  /// The address of a path.
  package func url(_ path: String) -> URL { server.url(path) }

  /// Sends what is held.
  package func release() { server.release() }

  /// Breaks all further requests so.
  package func set(_ fault: Fault) { state.fault.withLock { $0 = fault } }

  private static func steps(
    for request: ScriptedServer.Request, _ index: Int, to port: UInt16, _ fault: Fault
  ) -> [ScriptedServer.Step] {
    if case .instead(let steps) = fault { return steps }
    guard let answer = answer(to: request, from: port) else { return [.close] }
    return switch fault {
    case .none, .instead: [.bytes(answer)]
    case .afterwards(let steps): steps
    case .cut(let count, let resets):
      [.bytes(Array(answer.dropLast(count))), resets ? .reset : .close]
    case .slow:
      stride(from: 0, to: answer.count, by: 11).map { start in
        .bytes(Array(answer[start..<min(start + 11, answer.count)]))
      }
    case .inTwoPieces(let path, let before):
      pieces(of: answer, if: request.target.contains(path), before: before)
    case .twice: [.bytes(answer + answer)]
    case .damaged(let seed): [damaged(answer, seed &+ UInt64(index))]
    }
  }

  private static func pieces(
    of answer: [UInt8], if isMeant: Bool, before: () -> Void
  ) -> [ScriptedServer.Step] {
    guard isMeant else { return [.bytes(answer)] }
    before()
    return [.bytes(Array(answer.dropLast())), .stall, .bytes(answer.suffix(1))]
  }

  private static func damaged(_ answer: [UInt8], _ seed: UInt64) -> ScriptedServer.Step {
    guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else { return .bytes(answer) }
    var damage = ByteDamage(seed: seed)
    let body = damage.damaged(Array(answer[end.upperBound...]))
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
    return .bytes(Array(head.utf8) + body)
  }

  /// The service's whole answer, as if the connection were kept.
  private static func answer(to request: ScriptedServer.Request, from port: UInt16) -> [UInt8]? {
    guard let socket = try? connectToLoopback(port: port) else { return nil }
    defer { close(socket) }
    let connection = ScriptedConnection(socket: socket, number: 0)
    var head = "\(request.method) \(request.target) HTTP/1.1\r\n"
    for (name, value) in request.headers where name != "connection" {
      head += "\(name): \(value)\r\n"
    }
    guard connection.write(Array((head + "connection: close\r\n\r\n" + request.body).utf8)) else {
      return nil
    }
    let answer = connection.readToEnd()
    guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let kept = String(decoding: answer[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n").filter { !$0.lowercased().hasPrefix("connection:") }
    return Array(kept.joined(separator: "\r\n").utf8) + answer[end.lowerBound...]
  }
}
