import Foundation
import GradesClient
import TestSupport
import Testing

@Suite("A request over libcurl", .inTurn)
struct CurlTransportTests {
  private let transport = CurlTransport()

  @Test("brings status, header fields and body, whatever the status")
  func wholeAnswer() async throws {
    let server = try ScriptedServer([.answer(404, ["X-Name": "Žluťoučký"], body: "nobody")])
    let response = try await transport.send(
      HTTPRequest(
        url: server.url("/public/a%2Fb?lang=cs"), headers: [HTTPHeader("Accept", "text/plain")]))
    #expect(response.status == 404)
    #expect(response.header("x-name") == "Žluťoučký")
    #expect(String(decoding: response.body, as: UTF8.self) == "nobody")
    let request = try #require(server.requests.all.first)
    #expect(request.method == "GET")
    #expect(request.target == "/public/a%2Fb?lang=cs")
    #expect(request.headers["accept"] == "text/plain")
    #expect(request.headers["accept-encoding"] == "gzip")
    #expect(request.headers["user-agent"] == "grades")
    #expect(request.headers["cookie"] == nil)
  }

  @Test("can be prepared for, as often as one likes and also without one after it")
  func prepared() async throws {
    let server = try ScriptedServer([.answer(200, body: "ready")])
    CurlTransport().prepare()
    transport.prepare()
    transport.prepare()
    let response = try await transport.send(HTTPRequest(url: server.url()))
    #expect(String(decoding: response.body, as: UTF8.self) == "ready")
    transport.prepare()
    var options = CurlTransport.Options()
    options.library = "libcurl-of-nobody.so"
    let lost = CurlTransport(options: options)
    lost.prepare()
    await #expect(throws: GradesError.unreachable(.curlMissing)) {
      try await lost.send(HTTPRequest(url: server.url()))
    }
  }

  @Test("sends bodies with their type, also empty ones", arguments: ["{\"value\":7.5}", ""])
  func bodies(text: String) async throws {
    let server = try ScriptedServer([.answer(201)])
    let response = try await transport.send(
      HTTPRequest(
        method: .put, url: server.url("/values"),
        headers: [HTTPHeader("Content-Type", "application/json")], body: Data(text.utf8)))
    #expect(response.status == 201)
    let request = try #require(server.requests.all.first)
    #expect(request.method == "PUT")
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["content-length"] == "\(text.utf8.count)")
    #expect(request.headers["expect"] == nil)
    #expect(request.body == text)
  }

  @Test("knows POST and DELETE")
  func otherMethods() async throws {
    let server = try ScriptedServer([.answer(204)])
    _ = try await transport.send(
      HTTPRequest(method: .post, url: server.url(), body: Data("a=b".utf8)))
    _ = try await transport.send(HTTPRequest(method: .delete, url: server.url()))
    let requests = server.requests.all
    #expect(requests.map(\.method) == ["POST", "DELETE"])
    #expect(requests.map(\.body) == ["a=b", ""])
    #expect(requests.map { $0.headers["content-type"] } == [nil, nil])
  }

  @Test("keeps no cookies, follows no redirect, skips interim answers")
  func nothingKept() async throws {
    let server = try ScriptedServer(
      [
        .send("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"),
        .answer(302, ["Location": "http://127.0.0.1:1/elsewhere", "Set-Cookie": "JSESSIONID=1"]),
      ], [.answer(200)])
    let response = try await transport.send(HTTPRequest(url: server.url("/first")))
    #expect(response.status == 302)
    #expect(response.header("link") == nil)
    _ = try await transport.send(HTTPRequest(url: server.url("/second")))
    #expect(server.requests.all.map(\.target) == ["/first", "/second"])
    #expect(server.requests.all.last?.headers["cookie"] == nil)
  }

  @Test("reuses a connection for GET but never for a request that could change something")
  func reuse() async throws {
    let server = try ScriptedServer([.answer(200)])
    for method in [HTTPRequest.Method.get, .get, .put, .post, .delete] {
      _ = try await transport.send(HTTPRequest(method: method, url: server.url()))
    }
    let connections = server.requests.all.map(\.connection)
    #expect(connections[0] == connections[1])
    #expect(Set(connections[1...]).count == 4)
  }

  @Test("is sent once when it could change something and the connection breaks")
  func putIsNeverSentTwice() async throws {
    let server = try ScriptedServer { request, _ in
      request.method == "PUT" ? [.reset] : [.answer(200)]
    }
    _ = try await transport.send(HTTPRequest(url: server.url()))
    await #expect(throws: GradesError.unreachable(.connectionLost)) {
      try await transport.send(HTTPRequest(method: .put, url: server.url(), body: Data("{}".utf8)))
    }
    #expect(server.requests.all.map(\.method) == ["GET", "PUT"])
  }

  @Test("takes at most six connections to a host; further requests wait for their turn")
  func connectionLimit() async throws {
    let server = try ScriptedServer([.stall, .answer(200)])
    let urls = (0..<20).map { server.url("/\($0)") }
    try await withThrowingTaskGroup(of: Int.self) { [transport] group in
      for url in urls { group.addTask { try await transport.send(HTTPRequest(url: url)).status } }
      _ = try await server.requests.first(6)
      server.release()
      for try await status in group { #expect(status == 200) }
    }
    let requests = server.requests.all
    #expect(Set(requests.map(\.target)).count == 20)
    #expect(Set(requests.map(\.connection)).count == 6)
  }

  @Test("unpacks gzip and counts the unpacked bytes")
  func gzip() async throws {
    // "0" a hundred times over.
    let packed: [UInt8] = [
      0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0x33, 0x30, 0xA0, 0x3D, 0, 0,
      0x77, 0x60, 0xA4, 0x53, 100, 0, 0, 0,
    ]
    let head =
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n"
    let server = try ScriptedServer([.send(head), .bytes(packed)])
    let response = try await transport.send(HTTPRequest(url: server.url()))
    #expect(response.body == Data(repeating: UInt8(ascii: "0"), count: 100))

    var options = CurlTransport.Options()
    options.largestAnswer = 99
    let strict = CurlTransport(options: options)
    await #expect(throws: GradesError.unreadable(.tooLarge)) {
      try await strict.send(HTTPRequest(url: server.url()))
    }
  }
}
