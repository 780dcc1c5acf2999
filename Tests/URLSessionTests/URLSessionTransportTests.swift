import Foundation
import GradesClient
import GradesTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The transport of macOS, as far as it works on this one, against the embedded service.
@Suite("Requests over URLSession", .hangLimit, .inTurn) struct URLSessionTransportTests {
  private func withService(
    _ test: (TestService, GradesAPI) async throws -> Void
  ) async throws {
    let service = try await TestService.start()
    do {
      let token = try await service.control.issueTokens(username: "ucitezk1").access
      try await test(
        service,
        GradesAPI(
          baseURL: service.apiURL,
          client: HTTPClient(transport: URLSessionTransport(), retry: .never),
          authenticator: GivenToken(token), language: .english))
    } catch {
      await service.stop()
      throw error
    }
    await service.stop()
  }

  @Test("Reading and saving")
  func readsAndSaves() async throws {
    try await withService { service, grades in
      #expect(try await grades.user.info().username == "ucitezk1")
      let semester = try await grades.semester(.current)
      let course = grades.course("XI-ZPT.23", in: semester)
      let row = try #require(try await course.values.group(.all).first)
      let change = ValueChange(
        username: row.student.username, identifier: "du1", value: .number(0.5), note: "přes síť")
      try await course.values.save([change], notify: false)
      let saved = try await service.control.cell(
        course: "XI-ZPT.23", username: row.student.username.rawValue, item: "du1")
      #expect(saved?.note == "přes síť")
      #expect(service.control.requestLog.count { $0.method == "PUT" } == 1)
    }
  }

  @Test("A status is a response, and no redirect is followed")
  func statuses() async throws {
    try await withService { service, grades in
      await #expect(throws: GradesError.notFound) {
        try await grades.notifications(of: "ucitezk1").mark(NotificationID("999999"), asRead: true)
      }
      let fault = service.control.add(
        Fault(
          "GET", "user-info",
          .answer(status: 302, headers: ["Location": "\(service.apiURL)/public/user-roles"])))
      await #expect(throws: GradesError.unexpectedStatus(302)) { try await grades.user.info() }
      #expect(service.control.requestLog.last?.path.hasSuffix("user-info") == true)
      fault.remove()
    }
  }

  @Test(
    "A request without a body has none, and the response's fields are sorted",
    arguments: ["POST", "PUT"])
  func noBody(method: String) async throws {
    try await withService { service, _ in
      service.control.add(
        Fault(
          method, "user-info",
          .answer(status: 201, headers: ["X-Second": "2", "X-First": "1", "x-third": "3"])))
      let method = try #require(HTTPRequest.Method(rawValue: method))
      let url = service.apiURL.appending(path: "public/user-info")
      let response = try await URLSessionTransport().send(HTTPRequest(method: method, url: url))
      #expect(response.status == 201)
      #expect(response.headers.map(\.name) == response.headers.map(\.name).sorted())
      #expect(response.header("X-First") == "1")
      let logged = try #require(service.control.requestLog.last)
      #expect(logged.body.isEmpty)
      #expect(!logged.headerNames.contains("content-type"))
    }
  }

  @Test("A response that is too large or too late is refused")
  func limits() async throws {
    try await withService { service, _ in
      var options = URLSessionTransport.Options()
      options.largestAnswer = 1 << 10
      options.requestTimeLimit = .milliseconds(300)
      let transport = URLSessionTransport(options: options)
      let url = service.apiURL.appending(path: "public/user-info")
      let large = service.control.add(
        Fault(
          "GET", "user-info", .answer(status: 200, body: String(repeating: "x", count: 4 << 10))))
      await #expect(throws: GradesError.unreadable(.tooLarge)) {
        try await transport.send(HTTPRequest(url: url))
      }
      large.remove()
      let hanging = service.control.add(Fault("GET", "user-info", .hangBeforeHandling))
      await #expect(throws: GradesError.unreachable(.timedOut)) {
        try await transport.send(HTTPRequest(url: url))
      }
      hanging.remove()
    }
  }

  @Test("Cancelling ends the request")
  func cancelled() async throws {
    try await withService { service, grades in
      let hanging = service.control.add(Fault("GET", "user-info", .hangBeforeHandling))
      let reading = Task { try await grades.user.info() }
      await hanging.waitUntilHit()
      reading.cancel()
      await #expect(throws: GradesError.cancelled) { try await reading.value }
      hanging.remove()
    }
  }

  @Test("Refused connections, unknown names and plain http to other machines")
  func unreachable() async throws {
    let transport = URLSessionTransport()
    let port = try ClosedPort()
    let cases: [(String, GradesError)] = [
      ("http://127.0.0.1:\(port.number)/", .unreachable(.refused)),
      ("http://grades.example.org/", .unreachable(.insecureAddress)),
    ]
    for (address, error) in cases {
      let url = try #require(URL(string: address))
      await #expect(throws: error) { try await transport.send(HTTPRequest(url: url)) }
    }
  }
}
