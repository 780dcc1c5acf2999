import Foundation
import GradesServer
import ServiceTestSupport
import TestSupport
import Testing

/// Editors, the way of 2018 to change definitions, and checking expressions (Service contract, 6.9, 6.12,
/// 6.13).
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

  @Test("Older clients create, order, copy and delete definitions")
  func old() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    func send(_ method: String, _ path: String, _ body: String = "") async throws -> Int {
      try await client.send(
        method, "/api/v1/public/courses/\(path)", body: Data(body.utf8)
      ).status
    }
    func roots() async throws -> [String] {
      try await client.api("courses/XI-ZPT.23/definition-hierarchy").objects()
        .compactMap { $0["identifier"] as? String }
    }
    #expect(
      try await send(
        "POST", "XI-ZPT.23/classifications", DefinitionTests.definition("kviz", parent: ""))
        == 201)
    #expect(try await roots().last == "kviz")
    #expect(
      try await send("PUT", "XI-ZPT.23/classifications/order?semester=B261", #"{"kviz": -1}"#)
        == 201)
    #expect(try await roots().first == "kviz")
    #expect(
      try await send("PUT", "XI-ZPT.23/classifications/order", #"{"nic": 1}"#) == 400)
    let query = "source-semester=B261&target-semester=B261&remove-existing=true"
    // A course may be copied onto itself.
    #expect(try await send("PUT", "XI-ZPT.23/classifications/clones/XI-ZPT.23?\(query)") == 201)
    #expect(try await roots().first == "kviz")
    #expect(try await send("PUT", "XI-ZPT.23/classifications/clones/XI-DAT.23?\(query)") == 201)
    let copied = try await client.api("courses/XI-DAT.23/definition-hierarchy").objects()
    #expect(copied.compactMap { $0["identifier"] as? String } == (try await roots()))
    #expect(
      try await send("PUT", "XI-ZPT.23/classifications/clones/XI-DAT.23") == 400)
    #expect(
      try await send(
        "DELETE", "XI-ZPT.23/classifications?classification-identifier=kviz&semester=B261")
        == 204)
    #expect(try await roots().contains("kviz") == false)
    // Values of copied items are not copied.
    #expect(
      try await service.control.cell(course: "XI-DAT.23", username: "zkusade1", item: "du1")?
        .value == nil)
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
    let copying = "source-semester=B261&target-semester=B261&remove-existing=true"
    for (method, path, body) in [
      ("POST", "XI-ZPT.23/classifications", body),
      ("DELETE", "XI-ZPT.23/classifications?classification-identifier=du1", ""),
      ("PUT", "XI-ZPT.23/classifications/order", "{\"du1\": 3}"),
      ("PUT", "XI-DAT.23/classifications/clones/XI-ZPT.23?\(copying)", ""),
      ("PUT", "XI-ZPT.23/editors/obojial1", ""), ("DELETE", "XI-ZPT.23/editors/ucitezk1", ""),
    ] {
      let answer = try await both.send(
        method, "/api/v1/public/courses/\(path)", body: Data(body.utf8))
      #expect(answer.status == 401, "\(method) \(path)")
    }
    #expect(try await state() == before)
  }

  @Test("Expressions are checked")
  func expressions() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let one = try await client.send(
      "POST", "/api/v1/public/expressions/analyses", body: Data(#"{"expression": "1 +"}"#.utf8))
    #expect(one.status == 201)
    #expect(one.text == #"{"valid":false,"position":3}"#)
    let all = try await client.send(
      "POST", "/api/v1/public/course-expressions/analyses",
      body: Data(#"{"expressions": {"body": "a + b"}, "variableValueTypes": {}}"#.utf8))
    #expect(all.text == #"{"body":{"valid":true,"position":null}}"#)
    #expect(
      try await client.api("expressions/functions").text == #"["MARK","SUM"]"#)
  }
}
