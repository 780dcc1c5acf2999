import Foundation
import GradesClient
import TestSupport
import Testing

@Suite("A network that fails", .inTurn)
struct TransportFaultTests {
  private let transport = CurlTransport()

  private func failure(
    of url: URL, over transport: CurlTransport? = nil
  ) async throws -> GradesError? {
    await #expect(throws: GradesError.self) {
      try await (transport ?? self.transport).send(HTTPRequest(url: url))
    }
  }

  @Test("refuses the connection")
  func refused() async throws {
    // Bound but not listening, so that no other program can take the port.
    let port = try ClosedPort()
    let url = try #require(URL(string: "http://127.0.0.1:\(port.number)/"))
    #expect(try await failure(of: url) == .unreachable(.refused))
  }

  @Test("does not know the name")
  func nameNotFound() async throws {
    let url = try #require(URL(string: "https://grades.invalid/api/v1"))
    var options = CurlTransport.Options()
    options.usesProxies = false
    #expect(
      try await failure(of: url, over: CurlTransport(options: options))
        == .unreachable(.nameNotFound))
  }

  @Test(
    "speaks no TLS where TLS is due",
    arguments: ["220 plain.example ESMTP ready\r\n", "HTTP/1.1 400 Bad Request\r\n\r\n"])
  func notTLS(greeting: String) async throws {
    let greeter = try PlainGreeter(greeting)
    let url = try #require(URL(string: "https://127.0.0.1:\(greeter.port)/"))
    #expect(try await failure(of: url) == .unreachable(.tls(.notTLS)))
  }

  @Test("hangs up in the middle of the TLS handshake")
  func brokenHandshake() async throws {
    let greeter = try PlainGreeter("")
    let url = try #require(URL(string: "https://127.0.0.1:\(greeter.port)/"))
    #expect(try await failure(of: url) == .unreachable(.tls(.other)))
  }

  @Test("answers too late")
  func timedOut() async throws {
    let server = try ScriptedServer([
      .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), .stall,
    ])
    var options = CurlTransport.Options()
    options.requestTimeLimit = .milliseconds(300)
    #expect(
      try await failure(of: server.url(), over: CurlTransport(options: options))
        == .unreachable(.timedOut))
  }

  @Test("leaves less time to a request that asks for less")
  func ownTimeLimit() async throws {
    let server = try ScriptedServer([.stall])
    await #expect(throws: GradesError.unreachable(.timedOut)) {
      var request = HTTPRequest(url: server.url())
      request.timeLimit = .milliseconds(200)
      return try await transport.send(request)
    }
  }

  @Test(
    "breaks off",
    arguments: [
      ("before the answer", [ScriptedServer.Step.close]),
      ("before the answer with a reset", [.reset]),
      ("in the head", [.send("HTTP/1.1 200 OK\r\nContent-Le"), .reset]),
      ("in the body", [.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[{\"a\":"), .close]),
      (
        "in the body with a reset",
        [.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n["), .reset]
      ),
      (
        "in a chunk",
        [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[1,2"), .close]
      ),
    ])
  func connectionLost(when: String, steps: [ScriptedServer.Step]) async throws {
    let server = try ScriptedServer(steps)
    #expect(try await failure(of: server.url()) == .unreachable(.connectionLost))
  }

  @Test("brings something that is not HTTP")
  func notHTTP() async throws {
    let server = try ScriptedServer([.send("SSH-2.0-OpenSSH_9.2\r\n"), .close])
    #expect(try await failure(of: server.url()) == .unreadable(.text))
  }

  @Test("brings more than is taken, said beforehand or not")
  func tooLarge() async throws {
    var options = CurlTransport.Options()
    options.largestAnswer = 1000
    let transport = CurlTransport(options: options)
    let rows = String(repeating: "x", count: 1001)
    let server = try ScriptedServer(
      [.answer(200, body: rows)], [.send("HTTP/1.1 200 OK\r\n\r\n" + rows), .close],
      [.answer(200, body: String(rows.dropLast()))])
    #expect(try await failure(of: server.url(), over: transport) == .unreadable(.tooLarge))
    #expect(try await failure(of: server.url(), over: transport) == .unreadable(.tooLarge))
    #expect(try await transport.send(HTTPRequest(url: server.url())).body.count == 1000)
  }

  @Test("brings an endless head")
  func endlessHead() async throws {
    let field = "X-Field: " + String(repeating: "x", count: 8000) + "\r\n"
    let server = try ScriptedServer([
      .send("HTTP/1.1 200 OK\r\n" + String(repeating: field, count: 100)), .stall,
    ])
    let error = try await failure(of: server.url())
    #expect(error == .unreadable(.tooLarge) || error == .unreachable(.connectionLost))
  }

  @Test(
    "is not asked at all for plain http to another machine",
    arguments: [
      "http://grades.example/api", "http://127.0.0.1.grades.example/", "http://127.1/",
      "http://127.0.0.1@grades.example/", "ftp://127.0.0.1/", "file://localhost/etc/hosts",
      "http://10.0.0.1/", "http://0.0.0.0/",
    ])
  func insecureAddress(address: String) async throws {
    let url = try #require(URL(string: address))
    #expect(try await failure(of: url) == .unreachable(.insecureAddress))
  }

  @Test("is not asked with a line break in a header field")
  func injectedField() async throws {
    let server = try ScriptedServer([.answer(200)])
    let request = HTTPRequest(
      url: server.url(), headers: [HTTPHeader("Accept", "text/plain\r\nX-Admin: yes")])
    await #expect(throws: GradesError.unreachable(.other(code: 43))) {
      try await transport.send(request)
    }
    #expect(server.requests.all.isEmpty)
  }

  @Test("cannot be used without libcurl")
  func noLibrary() async throws {
    let server = try ScriptedServer([.answer(200)])
    var options = CurlTransport.Options()
    options.library = "libgrades-has-no-such-library.so.4"
    let transport = CurlTransport(options: options)
    #expect(try await failure(of: server.url(), over: transport) == .unreachable(.curlMissing))
    #expect(try await failure(of: server.url(), over: transport) == .unreachable(.curlMissing))
  }
}

@Suite("Giving up on a request", .inTurn)
struct TransportCancellationTests {
  @Test("ends the transfer: the service sees the connection go")
  func cancelled() async throws {
    let server = try ScriptedServer([.stall])
    let transport = CurlTransport()
    let task = Task { try await transport.send(HTTPRequest(url: server.url())) }
    _ = try await server.requests.first(1)
    task.cancel()
    await #expect(throws: GradesError.cancelled) { try await task.value }
    _ = try await server.departures.first(1)
  }

  @Test("before it began sends nothing")
  func cancelledBefore() async throws {
    let server = try ScriptedServer([.answer(200)])
    let transport = CurlTransport()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.send(HTTPRequest(url: server.url()))
    }
    await #expect(throws: GradesError.cancelled) { try await task.value }
    #expect(server.requests.all.isEmpty)
  }

  @Test("leaves the other requests of the same transport alone")
  func others() async throws {
    let server = try ScriptedServer([.stall, .answer(200, body: "kept")])
    let transport = CurlTransport()
    let given = (0..<8).map { index in
      Task { try await transport.send(HTTPRequest(url: server.url("/given/\(index)"))) }
    }
    let other = try ScriptedServer([.answer(200, body: "elsewhere")])
    _ = try await server.requests.first(6)
    let waiting = Task { try await transport.send(HTTPRequest(url: server.url("/kept"))) }
    for task in given { task.cancel() }
    for task in given {
      await #expect(throws: GradesError.cancelled) { try await task.value }
    }
    let elsewhere = try await transport.send(HTTPRequest(url: other.url()))
    #expect(String(decoding: elsewhere.body, as: UTF8.self) == "elsewhere")
    _ = try await server.departures.first(6)
    server.release()
    #expect(String(decoding: try await waiting.value.body, as: UTF8.self) == "kept")
  }

  @Test("a transport that nobody needs any more takes its connections along")
  func deinitialised() async throws {
    let server = try ScriptedServer([.answer(200)])
    do {
      let transport = CurlTransport()
      _ = try await transport.send(HTTPRequest(url: server.url()))
    }
    _ = try await server.departures.first(1)
  }
}
