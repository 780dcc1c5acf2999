import TestSupport
import Testing

/// A way in which a network, a gateway or the service fails, and what a command makes of it.
struct NetworkFault: Sendable, CustomTestStringConvertible {
  /// What comes of it.
  enum Effect {
    /// Nothing: the answer is whole all the same.
    case harmless
    /// There is no service: what is stored stands in, else status 69.
    case away
    /// A network wants a login of its own: what is stored stands in, else status 76.
    case portal
    /// There is an answer that is none: status 76, so that a person looks at it.
    case garbled
    /// The service says no.
    case refused(status: Int32)

    /// The status where nothing is stored.
    var status: Int32 {
      switch self {
      case .harmless: 0
      case .away: 69
      case .portal, .garbled: 76
      case .refused(let status): status
      }
    }

    /// Whether what is stored stands in.
    var isBridged: Bool {
      switch self {
      case .harmless, .away, .portal: true
      case .garbled, .refused: false
      }
    }
  }

  let name: String
  let fault: FaultProxy.Fault
  let effect: Effect
  /// Whether a request that only reads may be sent again.
  var isRepeated = false
  /// How long an answer may take, in seconds.
  var timeout: Double { isSilent && !Duration.testsAreSlow ? 0.5 : 60 }
  /// Whether nothing comes any more.
  var isSilent: Bool { name.hasPrefix("silent") }

  var testDescription: String { name }

  static let all: [NetworkFault] =
    [
      // What networks do.
      NetworkFault(name: "closed", fault: .instead([.close]), effect: .away, isRepeated: true),
      NetworkFault(name: "reset", fault: .instead([.reset]), effect: .away, isRepeated: true),
      NetworkFault(name: "silent", fault: .instead([.stall]), effect: .away, isRepeated: true),
      NetworkFault(
        name: "silent in the middle", fault: .instead([.send(head(200, 900) + "{\"a\":"), .stall]),
        effect: .away, isRepeated: true),
      NetworkFault(
        name: "lost after it was done", fault: .afterwards([.close]), effect: .away,
        isRepeated: true),
      NetworkFault(
        name: "reset after it was done", fault: .afterwards([.reset]), effect: .away,
        isRepeated: true),
      NetworkFault(
        name: "cut before the end", fault: .cut(beforeEnd: 1, resets: false), effect: .away,
        isRepeated: true),
      NetworkFault(
        name: "reset before the end", fault: .cut(beforeEnd: 2, resets: true), effect: .away,
        isRepeated: true),
      NetworkFault(name: "slow", fault: .slow, effect: .harmless),
      NetworkFault(name: "twice", fault: .twice, effect: .harmless),
      NetworkFault(
        name: "no HTTP", fault: .instead([.send("SSH-2.0-OpenSSH_9.2\r\n"), .close]),
        effect: .garbled),
      // What gateways and the service say.
      answer(204, .garbled), answer(400, .refused(status: 65)), answer(401, .refused(status: 77)),
      answer(403, .refused(status: 77)), answer(404, .refused(status: 65)),
      answer(409, .refused(status: 75)), answer(429, .away, isRepeated: true),
      answer(500, .away, isRepeated: true), answer(502, .away, isRepeated: true),
      answer(503, .away, isRepeated: true),
      NetworkFault(
        name: "429 for a day",
        fault: .instead([.answer(429, ["Retry-After": "86400"], body: "")]), effect: .away),
      NetworkFault(
        name: "elsewhere",
        fault: .instead([.answer(302, ["Location": "http://127.0.0.1:1/steal"], body: "")]),
        effect: .garbled),
      NetworkFault(
        name: "a page to log in to the network",
        fault: .instead([
          .answer(200, ["Content-Type": "text/html"], body: "<html><form>Wi-Fi</form></html>")
        ]), effect: .portal),
    ]
    // What is JSON, or claims to be.
    + ["", "null", "{", "\"text\"", "[3]", String(repeating: "[", count: 100_000)].map { body in
      NetworkFault(
        name: "body \(body.prefix(8))", fault: .instead([.json(body)]), effect: .garbled)
    }

  private static func answer(_ status: Int, _ effect: Effect, isRepeated: Bool = false)
    -> NetworkFault
  {
    NetworkFault(
      name: "\(status)", fault: .instead([.answer(status, body: status == 204 ? "" : "no")]),
      effect: effect, isRepeated: isRepeated)
  }

  private static func head(_ status: Int, _ length: Int) -> String {
    "HTTP/1.1 \(status) OK\r\nContent-Type: application/json\r\nContent-Length: \(length)\r\n\r\n"
  }
}
