import Foundation
import GradesClient
import TestSupport
import Testing

@Suite("Any request with the stored login", .inTurn)
struct CallTests {
  private let user: ServicePath

  init() throws { user = try ServicePath("/public/user-info") }

  private func sentTokens(_ service: TestService) -> [String] {
    service.transport.requests.flatMap(\.headers).filter { $0.name == "Authorization" }.map(\.value)
  }

  @Test("decodes JSON; a failure is thrown as what its status means")
  func decoded() async throws {
    struct Teacher: Decodable, Equatable {
      let username: String
    }
    let service = TestService(
      RecordingTransport(
        .json(#"[{"username":"ucitezk1"}]"#), .json(#"[{"username":1}]"#), .status(404)))
    let request = try ServiceRequest.get("public/teachers", query: ["semester": "B231"])
    #expect(
      try await service.api.call(request, as: [Teacher].self) == [Teacher(username: "ucitezk1")])
    #expect(service.lines == ["GET /public/teachers?semester=B231"])
    await #expect(throws: GradesError.unreadable(.json(path: "[0].username"))) {
      try await service.api.call(request, as: [Teacher].self)
    }
    await #expect(throws: GradesError.notFound) {
      try await service.api.call(request, as: [Teacher].self)
    }
    #expect(throws: InvalidServicePath.dots) { try ServiceRequest.get("public/../admin") }
  }

  @Test("returns status, header fields and the very bytes of the body")
  func exactResponse() async throws {
    let body = Data([0xEF, 0xBB, 0xBF, 0x00, 0x7B, 0xFF, 0x0A])
    let service = TestService(
      RecordingTransport(
        HTTPResponse(status: 203, headers: [HTTPHeader("X-Page", "2")], body: body)))
    let response = try await service.api.call(
      ServiceRequest(.get, user, query: [URLQueryItem(name: "lang", value: "č &")]))
    #expect(response.status == 203)
    #expect(response.header("x-page") == "2")
    #expect(response.body == body)
    #expect(response.isSuccess)
    #expect(service.lines == ["GET /public/user-info?lang=%C4%8D%20%26"])
  }

  @Test(
    "sends body, media type and token, for every method", arguments: HTTPRequest.Method.allCases)
  func requests(method: HTTPRequest.Method) async throws {
    let service = TestService(RecordingTransport(.status(200)))
    let body = Data(#"{ "a" : 1 }"#.utf8)
    var call = ServiceRequest(method, user, body: body, contentType: "text/plain")
    call.headers = [HTTPHeader("accept", "text/csv"), HTTPHeader("Prefer", "x")]
    _ = try await service.api.call(call)
    let request = try #require(service.transport.requests.first)
    #expect(request.method == method)
    #expect(request.body == body)
    #expect(
      request.headers == [
        HTTPHeader("Authorization", "Bearer token-1"),
        HTTPHeader("Content-Type", "text/plain"), HTTPHeader("accept", "text/csv"),
        HTTPHeader("Prefer", "x"),
      ])
  }

  @Test(
    "returns each status instead of throwing it",
    arguments: [
      (301, GradesError.unexpectedStatus(301)), (400, .badRequest(detail: "no such item")),
      (401, .notPermitted), (403, .notPermitted), (404, .notFound), (409, .conflict),
      (418, .unexpectedStatus(418)),
    ])
  func statuses(status: Int, failure: GradesError) async throws {
    let service = TestService(
      RecordingTransport(HTTPResponse(status: status, body: Data("no such item".utf8))))
    let response = try await service.api.call(ServiceRequest(.get, user))
    #expect(response.status == status)
    #expect(response.failure == failure)
    #expect(String(decoding: response.body, as: UTF8.self) == "no such item")
    #expect(service.transport.requests.count == 1)
  }

  @Test("returns the last response of a reading request that failed several times")
  func retries() async throws {
    let clock = RequestClock(
      now: { Date() }, uptime: { .zero }, pause: { _ in }, spread: { 0 })
    let service = TestService(RecordingTransport { _, _ in .status(503) }, clock: clock)
    #expect(try await service.api.call(ServiceRequest(.head, user)).status == 503)
    #expect(service.transport.requests.count == 4)
    #expect(try await service.api.call(ServiceRequest(.patch, user)).status == 503)
    #expect(service.transport.requests.count == 5)
  }

  @Test("never sends a writing request twice", arguments: [HTTPRequest.Method.post, .put, .delete])
  func writesOnce(method: HTTPRequest.Method) async throws {
    let tokens = ScriptedTokens("token-1", better: "token-2")
    let service = TestService(RecordingTransport(.status(401), .status(200)), tokens: tokens)
    await #expect(throws: GradesError.tokenReplaced) {
      try await service.api.call(ServiceRequest(method, user))
    }
    #expect(tokens.rejected == ["token-1"])
    #expect(sentTokens(service) == ["Bearer token-1"])

    let lost = TestService(RecordingTransport())
    await #expect(throws: GradesError.unreachable(.refused)) {
      try await lost.api.call(ServiceRequest(method, user))
    }
    #expect(lost.transport.requests.count == 1)
  }

  @Test("follows no redirect and waits for no body of a HEAD request")
  func overHTTP() async throws {
    let other = try ScriptedServer([.answer(200)])
    let server = try ScriptedServer(
      [.answer(302, ["Location": other.url().absoluteString])],
      [.send("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n")])
    let api = GradesAPI(
      baseURL: server.url("/api"), client: HTTPClient(transport: CurlTransport()),
      authenticator: ScriptedTokens())
    let redirect = try await api.call(ServiceRequest(.get, user))
    #expect(redirect.status == 302)
    let head = try await api.call(ServiceRequest(.head, user))
    #expect(head.header("Content-Length") == "900" && head.body.isEmpty)
    #expect(other.requests.all.isEmpty)
  }

  @Test("hides its token where a header field repeats it, and reports web pages")
  func echoes() async throws {
    let service = TestService(
      RecordingTransport(
        HTTPResponse(
          status: 200, headers: [HTTPHeader("X-Echo", "Bearer token-1")],
          body: Data("<html>".utf8))))
    let response = try await service.api.call(ServiceRequest(.get, user))
    #expect(response.header("X-Echo") == "(hidden)")
    #expect(response.failure == .unreadable(.html))
    #expect(response.body == Data("<html>".utf8))
  }
}
