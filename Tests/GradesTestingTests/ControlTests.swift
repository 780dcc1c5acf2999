import Foundation
import GradesServer
import GradesTesting
import ServiceTestSupport
import TestSupport
import Testing

@Suite("Switches for tests and demonstrations", .inTurn)
struct ControlTests {
  @Test func aColleagueChangesACell() async throws {
    let service = try await startedService()
    let control = service.control
    let before = try await control.notificationCount(of: "zkusade1")
    try await control.changeAsColleague(
      course: "XI-ZPT.23", semester: "B261", username: "zkusade1", item: "du1", value: 1.25,
      note: "kolega")
    let table = try await service.client(for: DemoAccounts.teacher).api(
      "courses/XI-ZPT.23/group/ALL/student-classifications"
    ).objects()
    let row = try #require(table.first { $0["username"] as? String == "zkusade1" })
    let map = try #require(row["classificationMap"] as? [String: [String: Any]])
    #expect(map["du1"]?["value"] as? Double == 1.25)
    #expect(map["du1"]?["note"] as? String == "kolega")
    #expect(map["du1"]?["authorUsername"] as? String == "kolegjo1")
    #expect(try await control.notificationCount(of: "zkusade1") == before)
    await #expect(throws: Control.Failure.unknownItem) {
      try await control.changeAsColleague(
        course: "XI-ZPT.23", username: "zkusade1", item: "nic", value: nil)
    }
  }

  @Test func theLogShowsRequestsWithoutSecrets() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    _ = try await client.put(
      "courses/XI-ZPT%2E23/student-classifications?semester=B261&notify=false", "[]")
    _ = try await client.api("nic")
    let log = service.control.requestLog
    #expect(service.control.requestCount == 2)
    #expect(log.map(\.method) == ["PUT", "GET"])
    #expect(log[0].path == "/api/v1/public/courses/XI-ZPT%2E23/student-classifications")
    #expect(log[0].query == ["semester": "B261", "notify": "false"])
    #expect(log[0].body == Data("[]".utf8))
    #expect(log[0].headerNames.contains("authorization"))
    #expect(log.map(\.status) == [201, 404])
    service.control.resetRequestLog()
    #expect(service.control.requestLog.isEmpty)
  }

  private func save(_ value: Int, _ client: RawClient) async throws -> RawAnswer {
    try await client.put(
      "courses/XI-ZPT.23/student-classifications?notify=false",
      """
      [{"studentUsername":"zkusade1","classificationIdentifier":"du1","value":\(value)}]
      """)
  }

  private func stored(at service: TestService) async throws -> CellValue? {
    try await service.control.cell(course: "XI-ZPT.23", username: "zkusade1", item: "du1")?.value
  }

  @Test func answersCanBeReplacedBeforeAndAfterHandling() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let before = try await stored(at: service)
    service.control.add(
      Fault(
        "PUT", "student-classifications",
        .answer(status: 503, headers: ["Retry-After": "2"], body: "<html>busy</html>")))
    let busy = try await save(1, client)
    #expect(busy.status == 503)
    #expect(busy["Retry-After"] == "2")
    #expect(busy.text == "<html>busy</html>")
    #expect(try await stored(at: service) == before)

    service.control.add(Fault("PUT", "XI-ZPT", .answerAfterHandling(status: 500)))
    #expect(try await save(2, client).status == 500)
    #expect(try await stored(at: service) == 2)
    #expect(try await save(3, client).status == 201, "a fault happens once")
  }

  @Test func connectionsCanBreakBeforeAndAfterHandling() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let before = try await stored(at: service)
    service.control.add(Fault("PUT", "/", .disconnectBeforeHandling))
    let first = try await save(1, client)
    #expect(first.isBroken && first.status == 0)
    #expect(try await stored(at: service) == before)
    service.control.add(Fault("PUT", "/", .disconnectAfterHandling))
    let second = try await save(2, client)
    #expect(second.isBroken && second.status == 0)
    #expect(try await stored(at: service) == 2)
    #expect(service.control.requestLog.suffix(2).map(\.status) == [nil, nil])
  }

  @Test func bodiesCanBeCutOff() async throws {
    let service = try await startedService()
    let client = try await service.client()
    service.control.add(Fault(nil, "user-info", skipping: 1, times: 2, .truncate(after: 10)))
    let whole = try await client.api("user-info")
    #expect(!whole.isBroken)
    for _ in 0..<2 {
      let cut = try await client.api("user-info")
      #expect(cut.status == 200)
      #expect(cut.isBroken)
      #expect(cut.body == whole.body.prefix(10))
      #expect(cut["Content-Length"] == "\(whole.body.count)")
    }
    #expect(try await client.api("user-info").isBroken == false)
  }

  @Test func requestsCanHangUntilReleased() async throws {
    let service = try await startedService()
    let client = try await service.client()
    for action in [Fault.Action.hangBeforeHandling, .hangAfterHandling] {
      let fault = service.control.add(Fault("GET", "user-info", action))
      async let answer = client.api("user-info")
      await fault.waitUntilHit()
      #expect(fault.hits == 1)
      #expect(try await client.api("semester-code").status == 200, "others go on")
      fault.release()
      #expect(try await answer.status == 200)
    }
  }

  @Test func stoppingEndsRequestsThatHang() async throws {
    let service = try await TestService.start()
    let client = try await service.client()
    let fault = service.control.add(Fault("GET", "user-info", .hangBeforeHandling))
    async let answer = try? client.api("user-info")
    await fault.waitUntilHit()
    await service.stop()
    // The request ends with or without a response; otherwise the test would hang.
    _ = await answer
    await service.stop()
  }

  @Test func somethingCanHappenRightBeforeARequest() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let control = service.control
    control.add(
      Fault(
        "GET", "/group/ALL/student-classifications/du1",
        .run {
          try await control.changeAsColleague(
            course: "XI-ZPT.23", username: "zkusade1", item: "du1", value: 9.75)
        }))
    let column = try await client.api("courses/XI-ZPT.23/group/ALL/student-classifications/du1")
      .objects()
    let cell = try #require(column.first { $0["studentUsername"] as? String == "zkusade1" })
    #expect(cell["value"] as? Double == 9.75)
  }

  @Test func resetForgetsFaultsAndLatency() async throws {
    let service = try await startedService()
    let client = try await service.client()
    service.control.add(Fault(nil, "/", times: nil, .answer(status: 500)))
    service.control.addLatency(.milliseconds(1))
    #expect(try await client.api("user-info").status == 500)
    #expect(try await client.api("user-info").status == 500)
    service.control.reset()
    #expect(service.control.requestCount == 0)
    #expect(try await client.api("user-info").status == 200)
  }

  @Test func theCurrentSemesterCanChange() async throws {
    let service = try await startedService()
    let client = try await service.client()
    try await service.control.setCurrentSemester("B252")
    #expect(try await client.api("semester-code").text == "B252")
    let roles = try await client.api("user-roles").object()
    #expect(roles["studentCourses"] as? [String] == ["XI-PGA.21", "XI-WEB.22"])
  }
}
