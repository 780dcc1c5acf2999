import ClientTestSupport
import Foundation
import GradesClient
import Logging
import TestSupport
import Testing

@Suite("The log of requests", .inTurn)
struct RequestLogTests {
  @Test("shows method, address, status, size and duration")
  func lines() async throws {
    let server = try ScriptedServer([.answer(500)], [.json("[]")])
    let log = RecordingLog()
    let client = HTTPClient(
      transport: CurlTransport(), clock: SteppedClock().requestClock, logger: log.logger)
    _ = try await client.send(HTTPRequest(url: server.url("/public/user-info?lang=cs")))
    let address = "http://127.0.0.1:\(server.port)/public/user-info?lang=cs"
    #expect(
      log.lines.all == [
        "debug GET \(address) → 500 (0 bytes), 0 ms",
        "debug Again in 250 ms (retry 1 of 3)",
        "debug GET \(address) → 200 (2 bytes), 0 ms",
      ])
  }

  @Test("hides tokens, codes and bodies")
  func secrets() async throws {
    let server = try ScriptedServer([.json(#"{"access_token": "TOPSECRET"}"#)])
    let log = RecordingLog()
    let client = HTTPClient(transport: CurlTransport(), logger: log.logger)
    let request = HTTPRequest(
      method: .post,
      url: server.url(
        "/oauth/token?code=TOPSECRET&lang=cs&State=TOPSECRET&access%5ftoken=TOPSECRET#TOPSECRET"),
      headers: [
        HTTPHeader("Authorization", "Bearer TOPSECRET"), HTTPHeader("X-Own", "TOPSECRET"),
        HTTPHeader("Accept", "application/json"),
      ],
      body: Data("refresh_token=TOPSECRET".utf8))
    let response = try await client.send(request)
    let line = try #require(log.lines.all.first)
    #expect(
      line.contains(
        "/token?code=hidden&lang=cs&State=hidden&access%5ftoken=hidden (23 bytes) → 200 (29 bytes)")
    )

    var dumped = ""
    dump(request, to: &dumped)
    dump(response, to: &dumped)
    let texts = [line, dumped, "\(request)", String(reflecting: request), "\(response)"]
    for text in texts + ["\(request.headers)", String(reflecting: response)] {
      #expect(!text.contains("TOPSECRET"))
    }
    #expect(
      "\(request.headers)" == "[Authorization: (hidden), X-Own: (hidden), Accept: application/json]"
    )
  }
}

/// A log handler that records "level message" lines.
struct RecordingLog: Sendable {
  let lines = Occurrences<String>()

  var logger: Logger {
    Logger(label: "test") { _ in Handler(lines: lines) }
  }

  private struct Handler: LogHandler {
    let lines: Occurrences<String>
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { lines.record("\(event.level) \(event.message)") }
  }
}
