import Foundation
import GradesServer
import GradesTesting
import ServiceTestSupport
import TestSupport
import Testing

@Suite("The service as a whole", .inTurn)
struct ServiceTests {
  @Test func itSaysWhereItIs() async throws {
    let service = try await startedService()
    let root = "http://127.0.0.1:\(service.port)"
    #expect(service.apiURL.absoluteString == root + "/api/v1")
    #expect(service.authorizeURL.absoluteString == root + "/oauth/authorize")
    #expect(service.tokenURL.absoluteString == root + "/oauth/token")
    #expect(service.checkTokenURL.absoluteString == root + "/oauth/check_token")
  }

  @Test(
    "Only who calls it by a name of this machine is answered",
    arguments: [
      ("127.0.0.1:PORT", 302), ("localhost:PORT", 302), ("LOCALHOST", 302), ("[::1]:1", 302),
      ("grades.example:PORT", 421), ("127.0.0.1.grades.example:PORT", 421),
      ("localhost.grades.example", 421), ("127.0.0.1:PORT@grades.example", 421), ("", 421),
    ])
  func itAnswersToNamesOfThisMachine(host: String, status: Int) async throws {
    let service = try await startedService()
    let name = host.replacing("PORT", with: "\(service.port)")
    let address = "/oauth/authorize?response_type=code&client_id=\(DemoAccounts.clientID)"
    let head = "GET \(address) HTTP/1.1\r\nHost: \(name)\r\nConnection: close\r\n\r\n"
    let answer = try await RawClient(port: service.port).exchange(Data(head.utf8))
    let line = String(decoding: answer, as: UTF8.self).prefix { $0 != "\r\n" }
    #expect(line.hasPrefix("HTTP/1.1 \(status) "))
  }

  @Test func aFileSurvivesARestart() async throws {
    let folder = try TemporaryFolder()
    var options = EmbeddedService.Options()
    options.dataFile = folder.file("demo.sqlite")
    let first = try await TestService.start(options)
    let tokens = try await first.control.issueTokens(username: "zkusade1")
    try await first.control.changeAsColleague(
      course: "XI-ZPT.23", username: "zkusade1", item: "du1", value: 3.125, note: "drží")
    await first.stop()

    options.seed = 2  // Only an empty file is filled.
    try await TestService.run(options) { service in
      let cell = try await service.control.cell(
        course: "XI-ZPT.23", username: "zkusade1", item: "du1")
      #expect(cell?.value == 3.125)
      #expect(cell?.note == "drží")
      let client = RawClient(port: service.port, token: tokens.access)
      #expect(try await client.api("user-info").status == 200, "logins survive too")
    }
    #expect(try folder.names() == ["demo.sqlite"])
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.file("demo.sqlite").path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func twoMayFillTheSameNewFile() async throws {
    let folder = try TemporaryFolder()
    var options = EmbeddedService.Options()
    options.dataFile = folder.file("demo.sqlite")
    options.students = 5
    async let first = TestService.start(options)
    async let second = TestService.start(options)
    let services = try await [first, second]
    let token = try await services[0].control.issueTokens(username: "zkusade1").access
    let answer = try await RawClient(port: services[1].port, token: token).api("user-info")
    #expect(answer.status == 200, "one file, one set of tokens")
    for service in services { await service.stop() }
  }

  @Test func foreignFilesAreLeftAlone() async throws {
    let folder = try TemporaryFolder()
    let text = folder.file("text.sqlite")
    try Data("Not a database, but a text that is needed.".utf8).write(to: text)
    var options = EmbeddedService.Options()
    options.dataFile = text
    await #expect(throws: (any Error).self) { try await TestService.start(options) }
    #expect(
      try String(contentsOf: text, encoding: .utf8)
        == "Not a database, but a text that is needed.")
    options.dataFile = folder.url.appendingPathComponent("missing/demo.sqlite")
    await #expect(throws: (any Error).self) { try await TestService.start(options) }
  }

  @Test func aTakenPortIsTold() async throws {
    let service = try await startedService()
    var options = EmbeddedService.Options()
    options.port = service.port
    await #expect(throws: EmbeddedService.StartError.portInUse(service.port)) {
      try await TestService.start(options)
    }
  }

  @Test func stoppingClosesIdleConnections() async throws {
    let service = try await TestService.start()
    let token = try await service.control.issueTokens(username: "zkusade1").access
    let request = """
      GET /api/v1/public/semester-code HTTP/1.1\r
      Host: 127.0.0.1\r
      Authorization: Bearer \(token)\r
      \r\n
      """
    let hit = service.control.add(Fault("GET", "semester-code", .run {}))
    let client = RawClient(port: service.port)
    async let answer = client.exchange(Data(request.utf8))
    await hit.waitUntilHit()
    await service.stop()
    // The client reads until the service closes the connection, which has happened.
    _ = try await answer
    let count = service.control.requestCount
    _ = try? await client.api("semester-code")
    #expect(service.control.requestCount == count, "nobody listens")
  }

  @Test(arguments: [
    "nonsense\r\n\r\n", "\r\n\r\n", "GET\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    "PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
    "PUT / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "GET /%ZZ?%ZZ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    "GET //..//../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  ])
  func nonsenseHarmsNobody(_ bytes: String) async throws {
    let service = try await startedService()
    let client = try await service.client()
    let answer = try await client.exchange(Data(bytes.utf8), thenEnds: true)
    let text = String(decoding: answer.prefix(12), as: UTF8.self)
    #expect(["", "HTTP/1.1 400", "HTTP/1.1 404"].contains(text))
    #expect(try await client.api("user-info").status == 200)
  }

  @Test func bodiesMayComeInChunks() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let request = """
      PUT /api/v1/public/courses/XI-ZPT.23/student-classifications?notify=false HTTP/1.1\r
      Host: 127.0.0.1\r
      Authorization: Bearer \(client.token ?? "")\r
      Transfer-Encoding: chunked\r
      Connection: close\r
      \r
      1\r
      [\r
      1\r
      ]\r
      0\r
      \r\n
      """
    let answer = try await client.exchange(Data(request.utf8))
    #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 201"))
    #expect(service.control.requestLog.last?.body == Data("[]".utf8))
  }

  @Test func manyRunAtOnce() async throws {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<12 {
        group.addTask {
          let service = try await startedService()
          try await service.control.changeAsColleague(
            course: "XI-ZPT.23", username: "zkusade1", item: "du1",
            value: .number(Double(number)))
          let text = try await service.client(for: DemoAccounts.teacher).api(
            "courses/XI-ZPT.23/group/ALL/student-classifications/du1"
          ).objects().first { $0["studentUsername"] as? String == "zkusade1" }
          return text?["value"] as? Int ?? -1
        }
      }
      let seen = try await group.reduce(into: Set<Int>()) { $0.insert($1) }
      #expect(seen == Set(0..<12), "each has data of its own")
    }
  }

  @Test func aConnectionServesSeveralRequests() async throws {
    let service = try await startedService()
    let client = try await service.client()
    let request = { (last: Bool) in
      """
      GET /api/v1/public/semester-code HTTP/1.1\r
      Host: 127.0.0.1\r
      Authorization: Bearer \(client.token ?? "")\r
      \(last ? "Connection: close\r\n" : "")\r\n
      """
    }
    let answers = try await client.exchange(
      Data((request(false) + request(false) + request(true)).utf8))
    let text = String(decoding: answers, as: UTF8.self)
    #expect(text.ranges(of: "HTTP/1.1 200 OK").count == 3)
    #expect(text.ranges(of: "\r\n\r\nB261").count == 3)
  }

  @Test func answersSetASessionCookieThatNobodyNeeds() async throws {
    let service = try await startedService()
    let answer = try await service.client().api("user-info")
    #expect(answer["Set-Cookie"]?.hasPrefix("JSESSIONID=") == true)
    #expect(answer["Set-Cookie"]?.contains("Path=/api") == true)
  }

  @Test func nobodyOutsideThisMachineIsServed() async throws {
    let service = try await startedService()
    // A listener on all addresses would respond on each loopback address.
    let elsewhere = RawClient(port: service.port, host: "127.0.0.2")
    await #expect(throws: POSIXError.self) { try await elsewhere.api("user-info") }
  }
}
