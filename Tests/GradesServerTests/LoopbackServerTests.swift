import Foundation
import Loopback
import ServiceTestSupport
import TestSupport
import Testing

/// What one client of the server on this machine may take from the others.
@Suite("The HTTP server", .inTurn)
struct LoopbackServerTests {
  /// Runs a server that answers with the length of the body, and stops it.
  private func running(
    connections: Int = 100, _ body: (UInt16) async throws -> Void
  ) async throws {
    let server = try LoopbackServer(port: 0, mostConnections: connections)
    let running = Task {
      await server.run { _, body in
        .response(ServerResponse(status: 200, body: Data("\(body.count)".utf8)))
      }
    }
    do {
      try await body(server.port)
    } catch {
      server.stop()
      throw error
    }
    server.stop()
    await running.value
  }

  private func answer(_ request: String, at port: UInt16) async throws -> [String] {
    let answer = try await RawClient(port: port).exchange(Data(request.utf8))
    let lines = String(decoding: answer, as: UTF8.self).components(separatedBy: "\r\n")
    return [String(lines[0].dropFirst("HTTP/1.1 ".count).prefix(3)), lines.last ?? ""]
  }

  private func get(_ fields: String = "") -> String {
    "GET / HTTP/1.1\r\nHost: localhost\r\n\(fields)Connection: close\r\n\r\n"
  }

  private func chunked(_ chunks: String) -> String {
    "PUT / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
      + "Connection: close\r\n\r\n\(chunks)"
  }

  @Test("More silent connections than it keeps give way to a new one", .hangLimit)
  func silentConnections() async throws {
    try await running(connections: 8) { port in
      let silent = try (0..<40).map { index in
        try IdleConnection(to: port, saying: index.isMultiple(of: 2) ? "GET / HT" : "")
      }
      let served = try await answer(get(), at: port)
      #expect(served == ["200", "0"])
      withExtendedLifetime(silent) {}
    }
  }

  @Test("The cookies of a browser are read")
  func cookies() async throws {
    try await running { port in
      let cookies = "Cookie: \(String(repeating: "c", count: 20_000))\r\n"
      let served = try await answer(get(cookies), at: port)
      #expect(served == ["200", "0"])
    }
  }

  @Test("Chunks are put together; a length that is none is rejected")
  func chunks() async throws {
    try await running { port in
      let whole = try await answer(chunked("5\r\nhello\r\n3;x=1\r\nabc\r\n0\r\n\r\n"), at: port)
      #expect(whole == ["200", "8"])
      for broken in ["-0\r\n\r\n", "+5\r\nhello\r\n0\r\n\r\n", "5\r\nhello!\r\n0\r\n\r\n"] {
        let rejected = try await answer(chunked(broken), at: port)
        #expect(rejected[0] == "400", "\(broken)")
      }
    }
  }

  @Test("Bodies that are held open together cannot take the memory", .hangLimit)
  func heldBodies() async throws {
    try await running { port in
      let part = String(repeating: "x", count: 7 << 20)
      let begun = "PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(8 << 20)\r\n\r\n\(part)"
      let (ends, end) = AsyncStream.makeStream(of: String?.self)
      for _ in 0..<10 {
        Task { end.yield(try? await answer(begun, at: port)[0]) }
      }
      var first = ends.makeAsyncIterator()
      let refused = await first.next()
      #expect(refused == "503")
      let served = try await answer(get(), at: port)
      #expect(served == ["200", "0"], "others are served")
    }
  }
}
