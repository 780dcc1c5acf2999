import Foundation
import GradesServer
import ServiceTestSupport
import TestSupport
import Testing

@Suite("Definitions", .inTurn)
struct DefinitionTests {
  @Test func listAndSingleItemAgree() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let new = try await client.api("courses/XI-ZPT.23/definitions?semester=B261")
    let old = try await client.api("courses/XI-ZPT.23/classifications?semester=B261")
    #expect(new.status == 200)
    #expect(new.text == old.text)
    let items = try new.objects()
    #expect(items.allSatisfy { Set($0.keys) == StudentEndpointTests.definition2021 })
    let one = try await client.api("courses/XI-ZPT.23/definitions/du1?lang=cs")
    #expect(
      one.text == """
        {"id":8136,"identifier":"du1","parentId":8135,"parentIdentifier":"ukoly",\
        "courseCode":"XI-ZPT.23","semesterCode":"B261","evaluationType":"MANUAL",\
        "classificationType":"HOMEWORK","valueType":"NUMBER",\
        "classificationTextDtos":[{"identifier":"cs","name":"Úloha 1"}],"skillDtos":[],\
        "hidden":false,"index":0,"minimumValue":0,"minimumRequiredValue":3,"maximumValue":10,\
        "expression":null,"aggregatedIdentifier":null,"aggregationFunction":null,\
        "aggregationScope":null}
        """)
    #expect(try await client.api("courses/XI-ZPT.23/classifications/nic").status == 404)
  }

  @Test func hierarchyHoldsChildren() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let roots = try await client.api("courses/XI-ZPT.23/definition-hierarchy").objects()
    #expect(
      roots.compactMap { $0["identifier"] as? String } == [
        "ukoly", "testy", "projekt", "aktivita", "slovne", "interni", "zapocet", "body",
        "znamka",
      ])
    let children = try #require(roots[0]["children"] as? [[String: Any]])
    #expect(children.compactMap { $0["identifier"] as? String } == ["du1", "du2", "du3", "du4"])
    #expect((children[0]["children"] as? [Any])?.isEmpty == true)
  }

  @Test func in2018OnlyTheOldEndpointsAnswer() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    for path in ["definitions", "definitions/prace", "definition-hierarchy"] {
      let answer = try await client.api("courses/XI-ZPT.23/\(path)?semester=B241")
      #expect(answer.status == 404, "\(path)")
    }
    let list = try await client.api("courses/XI-ZPT.23/classifications?semester=B241").objects()
    #expect(list.contains { $0["calculated"] as? Bool == true })
    let item = try await client.api("courses/XI-ZPT.23/classifications/prace?semester=B241")
    #expect(item.status == 200)
  }

  @Test func editorsCreateChangeAndDelete() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    func send(_ method: String, _ path: String, _ body: String = "") async throws -> Int {
      try await client.send(
        method, "/api/v1/public/courses/XI-ZPT.23/\(path)", body: Data(body.utf8)
      ).status
    }
    // The parent's name is after its child's, because the order of the keys has no meaning.
    let created = try await send(
      "POST", "definition-hierarchy?semester=B261",
      """
      {"kviz": [\(Self.definition("kviz1", parent: "kviz", maximum: 5))],
       "": [\(Self.definition("kviz", parent: "", expression: "SUM(`kviz[0-9]+`)"))]}
      """)
    #expect(created == 201)
    let child = try await client.api("courses/XI-ZPT.23/definitions/kviz1").object()
    #expect(child["parentIdentifier"] as? String == "kviz")
    #expect(child["maximumValue"] as? Int == 5)
    #expect(child["hidden"] as? Bool == true)

    let saved = try await client.put(
      "courses/XI-ZPT.23/student-classifications?notify=false",
      #"[{"studentUsername":"zkusade1","classificationIdentifier":"kviz1","value":4}]"#)
    #expect(saved.status == 201)
    let control = service.control
    #expect(
      try await control.cell(course: "XI-ZPT.23", username: "zkusade1", item: "kviz")?.value == 4)

    let changed = try await send(
      "PUT", "definitions",
      #"{"kviz": \#(Self.definition("kviz", parent: "", expression: "kviz1 + kviz1"))}"#)
    #expect(changed == 201)
    #expect(
      try await control.cell(course: "XI-ZPT.23", username: "zkusade1", item: "kviz")?.value == 8)

    #expect(try await send("DELETE", "definitions/kviz?preserve-children=true") == 204)
    let orphan = try await client.api("courses/XI-ZPT.23/definitions/kviz1").object()
    #expect(orphan["parentIdentifier"] is NSNull)
    #expect(try await send("DELETE", "definitions/ukoly?semester=B261") == 204)
    #expect(try await client.api("courses/XI-ZPT.23/definitions/du1").status == 404)
    #expect(try await send("DELETE", "definitions/ukoly") == 400, "unknown by now")
  }

  @Test(arguments: [
    #"{"": [\#(definition("du1", parent: ""))]}"#,
    #"{"nic": [\#(definition("novy", parent: "nic"))]}"#,
    #"{"": [\#(definition("nový", parent: ""))]}"#,
    #"{"": [\#(definition("novy", parent: "", expression: "1 +"))]}"#,
    #"{"": [\#(definition("novy", parent: "", course: "XI-DAT.23"))]}"#,
    "[]",
  ])
  func badDefinitionsChangeNothing(_ body: String) async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let before = try await client.api("courses/XI-ZPT.23/definitions").text
    let answer = try await client.send(
      "POST", "/api/v1/public/courses/XI-ZPT.23/definition-hierarchy", body: Data(body.utf8))
    #expect(answer.status == 400)
    #expect(try await client.api("courses/XI-ZPT.23/definitions").text == before)
  }

  @Test func refusesCyclesAndUnknownCourses() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let cycle = try await client.put(
      "courses/XI-ZPT.23/definitions",
      #"{"ukoly": \#(Self.definition("ukoly", parent: "du1"))}"#)
    #expect(cycle.status == 400)
    let unknown = try await client.send(
      "POST", "/api/v1/public/courses/XI-NIC.99/definition-hierarchy", body: Data("{}".utf8))
    #expect(unknown.status == 400)
  }

  static func definition(
    _ identifier: String, parent: String, expression: String? = nil, maximum: Int? = nil,
    course: String = "XI-ZPT.23"
  ) -> String {
    """
    {"identifier": "\(identifier)", "parentIdentifier": "\(parent)", "courseCode": "\(course)",
     "semesterCode": "B261", "classificationTextDtos": [{"identifier": "cs", "name": "Kvíz"},
     {"identifier": "en", "name": "Quiz"}], "classificationType": "QUIZ",
     "evaluationType": "\(expression == nil ? "MANUAL" : "EXPRESSION")", "valueType": "NUMBER",
     "expression": \(expression.map { "\"\($0)\"" } ?? "null"), "hidden": true, "minimumValue": 0,
     "minimumRequiredValue": null, "maximumValue": \(maximum.map(String.init) ?? "null")}
    """
  }
}
