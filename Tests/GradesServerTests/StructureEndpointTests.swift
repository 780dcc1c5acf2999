import Foundation
import GradesServer
import ServiceTestSupport
import TestSupport
import Testing

/// Editors, functions of expressions, and what all endpoints have in common (Service contract, 6.12, 6.13).
@Suite("Structure endpoints", .inTurn)
struct StructureEndpointTests {
  @Test("One teacher is editor of one course only")
  func oneCourse() async throws {
    let service = try await startedService()
    let both = try await service.client(for: DemoAccounts.both)
    let editors = try await both.api("courses/XI-DAT.23/editors")
    #expect(editors.text == #"["kolegjo1","obojial1","ucitezk1"]"#)
    #expect(try await both.api("courses/XI-PGA.21/editors").status == 401)
    #expect(try await both.api("courses/XI-NIC.99/editors").status == 404)
    let student = try await service.client(for: DemoAccounts.student)
    #expect(try await student.api("courses/XI-DAT.23/editors").status == 401)
  }

  @Test("An editor adds and removes others")
  func editors() async throws {
    let service = try await startedService()
    let teacher = try await service.client(for: DemoAccounts.teacher)
    let both = try await service.client(for: DemoAccounts.both)
    func send(_ method: String, _ path: String) async throws -> Int {
      try await teacher.send(method, "/api/v1/public/courses/XI-ZPT.23/editors/\(path)").status
    }
    #expect(try await both.api("courses/XI-ZPT.23/editors").status == 401)
    #expect(try await send("PUT", "obojial1") == 201)
    #expect(
      try await both.api("courses/XI-ZPT.23/editors").text
        == #"["kolegjo1","obojial1","ucitezk1"]"#)
    #expect(try await send("DELETE", "obojial1") == 204)
    #expect(try await both.api("courses/XI-ZPT.23/editors").status == 401)
    #expect(try await send("PUT", "nikdo999") == 400)
  }

  @Test("Who is not an editor changes nothing, whichever way")
  func refused() async throws {
    let service = try await startedService()
    let both = try await service.client(for: DemoAccounts.both)
    let teacher = try await service.client(for: DemoAccounts.teacher)
    func state() async throws -> [String] {
      [
        try await teacher.api("courses/XI-ZPT.23/definitions").text,
        try await teacher.api("courses/XI-ZPT.23/editors").text,
      ]
    }
    let before = try await state()
    let body = DefinitionTests.definition("kviz", parent: "")
    for (method, path, body) in [
      ("POST", "XI-ZPT.23/definition-hierarchy", "{\"\": [\(body)]}"),
      ("DELETE", "XI-ZPT.23/definitions/du1", ""),
      ("PUT", "XI-ZPT.23/editors/obojial1", ""), ("DELETE", "XI-ZPT.23/editors/ucitezk1", ""),
    ] {
      let answer = try await both.send(
        method, "/api/v1/public/courses/\(path)", body: Data(body.utf8))
      #expect(answer.status == 401, "\(method) \(path)")
    }
    #expect(try await state() == before)
  }

  @Test(
    "The functions of expressions are known, and endpoints of 2018 that only one client used are not"
  )
  func expressions() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    #expect(
      try await client.api("expressions/functions").text == #"["MARK","SUM"]"#)
    #expect(
      try await client.send("PUT", "/api/v1/public/courses/XI-ZPT.23/classifications/order").status
        == 404)
  }

  @Test("Yes and no of a query are read in the writings of clients")
  func truth() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    func save(_ notify: String) async throws -> Int {
      try await client.send(
        "PUT",
        "/api/v1/public/courses/XI-ZPT.23/student-classifications?semester=B261&notify=\(notify)",
        body: Data(
          #"[{"studentUsername":"zkusade1","classificationIdentifier":"du1","value":1}]"#.utf8)
      ).status
    }
    for notify in ["true", "True", "1", "false", "FALSE", "0"] {
      #expect(try await save(notify) == 201)
    }
    #expect(try await save("maybe") == 400)
  }
}
