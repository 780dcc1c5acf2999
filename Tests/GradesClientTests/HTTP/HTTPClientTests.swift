import ClientTestSupport
import Foundation
import GradesClient
import TestSupport
import Testing

@Suite("A client that tries again", .inTurn)
struct HTTPClientRetryTests {
  private let clock = SteppedClock()

  private var client: HTTPClient {
    HTTPClient(transport: CurlTransport(), clock: clock.requestClock)
  }

  @Test("gets the answer when the service recovers; the waits double")
  func recovers() async throws {
    // The reset comes first: on a reused connection libcurl would try again by itself.
    let server = try ScriptedServer(
      [.reset], [.answer(500)], [.answer(502, body: "<html>Bad gateway</html>")], [.json("[1]")])
    let response = try await client.send(HTTPRequest(url: server.url()))
    #expect(String(decoding: response.body, as: UTF8.self) == "[1]")
    #expect(server.requests.all.count == 4)
    #expect(clock.pauses.all == [.milliseconds(250), .milliseconds(500), .milliseconds(1000)])
  }

  @Test("spreads the waits")
  func jitter() async throws {
    let clock = SteppedClock(spread: 0)
    let server = try ScriptedServer([.answer(503)], [.answer(200)])
    let client = HTTPClient(transport: CurlTransport(), clock: clock.requestClock)
    _ = try await client.send(HTTPRequest(url: server.url()))
    #expect(clock.pauses.all == [.milliseconds(125)])
  }

  @Test("gives up after three retries", arguments: [500, 502, 503, 504])
  func givesUp(status: Int) async throws {
    let server = try ScriptedServer([.answer(status)])
    await #expect(throws: GradesError.serviceFailure(status: status)) {
      try await client.send(HTTPRequest(url: server.url()))
    }
    #expect(server.requests.all.count == 4)
  }

  @Test("tries again when nobody listens")
  func refused() async throws {
    let port = try ClosedPort()
    let url = try #require(URL(string: "http://127.0.0.1:\(port.number)/"))
    await #expect(throws: GradesError.unreachable(.refused)) {
      try await client.send(HTTPRequest(url: url))
    }
    #expect(clock.pauses.all.count == 3)
  }

  @Test(
    "never sends again what could change something",
    arguments: [HTTPRequest.Method.put, .post, .delete])
  func writesOnce(method: HTTPRequest.Method) async throws {
    let server = try ScriptedServer([.answer(503)], [.reset], [.answer(429)])
    let expected: [GradesError] = [
      .serviceFailure(status: 503), .unreachable(.connectionLost),
      .tooManyRequests(retryAfter: nil),
    ]
    for error in expected {
      await #expect(throws: error) {
        try await client.send(HTTPRequest(method: method, url: server.url()))
      }
    }
    #expect(server.requests.all.count == 3)
    #expect(clock.pauses.all.isEmpty)
  }

  @Test("waits as long as the service asks, in seconds or until a date")
  func retryAfter() async throws {
    let server = try ScriptedServer(
      [.answer(429, ["Retry-After": "7"])],
      [.answer(503, ["Retry-After": "Sat, 21 Nov 2026 12:00:20 GMT"])],
      [.answer(429, ["Retry-After": "soon"])], [.answer(200)])
    _ = try await client.send(HTTPRequest(url: server.url()))
    #expect(clock.pauses.all == [.seconds(7), .seconds(13), .milliseconds(1000)])
  }

  @Test(
    "does not come back before it may: fails at once when that is too long",
    arguments: [
      (429, GradesError.tooManyRequests(retryAfter: .seconds(3600))),
      (503, .serviceFailure(status: 503, retryAfter: .seconds(3600))),
    ])
  func longRetryAfter(status: Int, expected: GradesError) async throws {
    let server = try ScriptedServer([.answer(status, ["Retry-After": "3600"])])
    await #expect(throws: expected) {
      try await client.send(HTTPRequest(url: server.url()))
    }
    #expect(server.requests.all.count == 1)
    #expect(clock.pauses.all.isEmpty)
  }

  @Test("keeps to a total time")
  func totalTime() async throws {
    var policy = RetryPolicy()
    policy.totalTimeLimit = .seconds(25)
    let server = try ScriptedServer([.answer(503, ["Retry-After": "20"])])
    let client = HTTPClient(
      transport: CurlTransport(), retry: policy, clock: clock.requestClock)
    await #expect(
      throws: GradesError.serviceFailure(status: 503, retryAfter: .seconds(20))
    ) {
      try await client.send(HTTPRequest(url: server.url()))
    }
    #expect(server.requests.all.count == 2)
    #expect(clock.pauses.all == [.seconds(20)])
  }

  @Test("leaves a later attempt only the time that is left")
  func timeLeft() async throws {
    let transport = StatusTransport(
      answers: [.failure(.unreachable(.timedOut)), .success(503)],
      passTime: { [clock] in clock.advance(by: .seconds(60)) })
    let client = HTTPClient(transport: transport, clock: clock.requestClock)
    await #expect(throws: GradesError.serviceFailure(status: 503)) {
      try await client.send(HTTPRequest(url: URL(string: "https://grades.example/")!))
    }
    #expect(transport.requests.all.map(\.timeLimit) == [.seconds(90), .milliseconds(29_750)])
  }

  @Test("stops waiting when the caller gives up")
  func cancelled() async throws {
    let clock = SteppedClock(passesTime: false)
    let server = try ScriptedServer([.answer(503)])
    let client = HTTPClient(transport: CurlTransport(), clock: clock.requestClock)
    let task = Task { try await client.send(HTTPRequest(url: server.url())) }
    _ = try await clock.pauses.first(1)
    task.cancel()
    await #expect(throws: GradesError.cancelled) { try await task.value }
    #expect(server.requests.all.count == 1)
  }
}

@Suite("What an answer means", .inTurn)
struct HTTPClientAnswerTests {
  private func error(for answer: ScriptedServer.Step) async throws -> GradesError? {
    let server = try ScriptedServer([answer])
    let client = HTTPClient(transport: CurlTransport(), retry: .never)
    return await #expect(throws: GradesError.self) {
      try await client.send(HTTPRequest(url: server.url()))
    }
  }

  @Test(
    "by its status",
    arguments: [
      (400, GradesError.badRequest(detail: nil)), (422, .badRequest(detail: nil)),
      (401, .unexpectedStatus(401)), (403, .notPermitted), (404, .notFound), (409, .conflict),
      (429, .tooManyRequests(retryAfter: nil)), (500, .serviceFailure(status: 500)),
      (302, .unexpectedStatus(302)), (304, .unexpectedStatus(304)),
      (405, .unexpectedStatus(405)),
    ])
  func statuses(status: Int, expected: GradesError) async throws {
    #expect(try await error(for: .answer(status)) == expected)
  }

  @Test("any 2xx is success, with or without a body", arguments: [200, 201, 204])
  func success(status: Int) async throws {
    let server = try ScriptedServer([.answer(status)])
    let client = HTTPClient(transport: CurlTransport())
    #expect(try await client.send(HTTPRequest(url: server.url())).status == status)
  }

  @Test("a web page instead of an answer is recognized, whatever it says it is")
  func webPage() async throws {
    let page = "\u{FEFF}\r\n<!DOCTYPE html><title>Sign in to the hotel</title>"
    #expect(
      try await error(for: .answer(200, ["Content-Type": "application/json"], body: page))
        == .unreadable(.html))
  }

  @Test("the service's own words are not shown when they repeat the token")
  func repeatedToken() async throws {
    let server = try ScriptedServer([
      .answer(400, body: #"{"message": "No such user for TOPSECRET-1"}"#)
    ])
    let client = HTTPClient(transport: CurlTransport(), retry: .never)
    await #expect(throws: GradesError.badRequest(detail: nil)) {
      try await client.send(
        HTTPRequest(
          url: server.url(), headers: [HTTPHeader("Authorization", "Bearer TOPSECRET-1")]))
    }
  }

  @Test(
    "the service's own words are shown only when they are short, and never steer a terminal",
    arguments: [
      ("Unknown semester word\n", "Unknown semester word"),
      (#"{"status": 400, "message": "No such definition: du9"}"#, "No such definition: du9"),
      (#"{"error": "invalid"}"#, "invalid"),
      (#""just text""#, "just text"),
      ("red \u{1B}[31malert\u{7}\u{202E}\r\nend", "red [31malert end"),
      ("<html><body>Error</body></html>", nil),
      (#"{"status": 400}"#, nil), ("[1, 2]", nil), ("{ broken", nil), ("", nil), ("42", nil),
      (String(repeating: "long ", count: 50), nil),
      (
        #"{"message": ""# + String(repeating: "x", count: 300) + #""}"#,
        String(repeating: "x", count: 199) + "…"
      ),
    ] as [(String, String?)])
  func detail(body: String, expected: String?) async throws {
    #expect(try await error(for: .answer(400, body: body)) == .badRequest(detail: expected))
  }
}
