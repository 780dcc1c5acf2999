import Foundation
import GradesServer
import GradesTesting
import ServiceTestSupport
import TestSupport
import Testing

@Suite("Saving results", .inTurn)
struct SavingTests {
  static let noon = Date(timeIntervalSince1970: 1_796_000_000)

  @Test func savesWithTimeAndAuthorAndComputesAtOnce() async throws {
    var options = EmbeddedService.Options()
    options.now = { Self.noon }
    let service = try await startedService(options)
    let client = try await service.client(for: DemoAccounts.teacher)
    let before = try await totals(service)
    let answer = try await client.put(
      "courses/XI-ZPT.23/student-classifications?semester=B261&notify=false",
      """
      [{"studentUsername":"zkusade1","classificationIdentifier":"du1","value":0.5,
        "note":"opraveno","timestamp":null},
       {"studentUsername":"druhyst2","classificationIdentifier":"slovne","value":"Hezky, \\"ř\\"",
        "note":null,"firstName":"","lastName":""}]
      """)
    #expect(answer.status == 201)
    #expect(answer.body.isEmpty)
    let control = service.control
    #expect(
      try await control.cell(course: "XI-ZPT.23", username: "zkusade1", item: "du1")
        == StoredCell(value: 0.5, note: "opraveno", changedAt: Self.noon, author: "ucitezk1"))
    #expect(
      try await control.cell(course: "XI-ZPT.23", username: "druhyst2", item: "slovne")
        == StoredCell(value: "Hezky, \"ř\"", note: nil, changedAt: Self.noon, author: "ucitezk1"))
    let after = try await totals(service)
    #expect(after["du1"]?.value == 0.5)
    #expect(after["ukoly"]?.value != before["ukoly"]?.value)
    #expect(after["ukoly"]?.time == 1_796_000_000_060)
    #expect(after["body"]?.time == 1_796_000_000_060)
    #expect(
      after["testy"]?.time == before["testy"]?.time,
      "a computed item keeps its time when its result did not change")
  }

  @Test func clearsAndKeepsTheKindOfValue() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let answer = try await client.put(
      "courses/XI-DAT.23/student-classifications?notify=false",
      """
      [{"studentUsername":"zkusade1","classificationIdentifier":"kviz1","value":null,"note":""},
       {"studentUsername":"zkusade1","classificationIdentifier":"kviz2","value":0,"note":""},
       {"studentUsername":"zkusade1","classificationIdentifier":"cv1","value":false,"note":""}]
      """)
    #expect(answer.status == 201)
    let text = try await client.api("courses/XI-DAT.23/student-classifications/zkusade1").text
    #expect(text.contains(#/"identifier":"kviz1",[^}]*}[^}]*}[^}]*"value":null,"note":""/#))
    #expect(text.contains(#/"identifier":"kviz2",[^}]*}[^}]*}[^}]*"value":0,"note":""/#))
    #expect(text.contains(#/"identifier":"cv1",[^}]*}[^}]*}[^}]*"value":false,"note":""/#))
  }

  @Test func computedItemsAreIgnored() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let before = try await totals(service)
    let answer = try await client.put(
      "courses/XI-ZPT.23/student-classifications?notify=true",
      """
      [{"studentUsername":"zkusade1","classificationIdentifier":"body","value":100,"note":""}]
      """)
    #expect(answer.status == 201)
    #expect(try await totals(service) == before)
  }

  @Test(arguments: [
    #"{"studentUsername":"nikdo","classificationIdentifier":"du1","value":1}"#,
    #"{"studentUsername":"ucitezk1","classificationIdentifier":"du1","value":1}"#,
    #"{"studentUsername":"zkusade1","classificationIdentifier":"nic","value":1}"#,
    #"{"studentUsername":"zkusade1","classificationIdentifier":"DU1","value":1}"#,
    #"{"studentUsername":"zkusade1","classificationIdentifier":"du1","value":"7"}"#,
    #"{"studentUsername":"zkusade1","classificationIdentifier":"du1","value":true}"#,
    #"{"studentUsername":"zkusade1","classificationIdentifier":"slovne","value":7}"#,
    #"{"studentUsername":"zkusade1","classificationIdentifier":"du1","value":[1]}"#,
    #"{"studentUsername":"zkusade1","value":1}"#,
  ])
  func aBadEntrySpoilsTheWholeRequest(_ entry: String) async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let before = try await totals(service)
    let answer = try await client.put(
      "courses/XI-ZPT.23/student-classifications?notify=true",
      """
      [{"studentUsername":"zkusade1","classificationIdentifier":"du2","value":0,"note":""},
       \(entry)]
      """)
    #expect(answer.status == 400)
    #expect(try await totals(service) == before, "nothing is saved")
  }

  @Test(arguments: ["", "nothing", "{}", "[{]", "[1]", #"{"a":"#])
  func malformedBodiesAreRefused(_ body: String) async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let answer = try await client.put("courses/XI-ZPT.23/student-classifications", body)
    #expect(answer.status == 400)
  }

  @Test func queriesAreChecked() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    for (query, status) in [
      ("notify=maybe", 400), ("semester=current", 400), ("semester=B252", 404), ("", 201),
    ] {
      let answer = try await client.put(
        "courses/XI-ZPT.23/student-classifications?\(query)", "[]")
      #expect(answer.status == status, "\(query)")
    }
  }

  @Test func oversizedBodiesAreRefused() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let body = "[" + String(repeating: " ", count: 9 << 20) + "]"
    let answer = try await client.put("courses/XI-ZPT.23/student-classifications", body)
    #expect(answer.status == 413)
    #expect(service.control.requestLog.isEmpty, "it is rejected before it is handled")
  }

  @Test func aStudentGetsOneNotificationARequest() async throws {
    let service = try await startedService()
    let teacher = try await service.client(for: DemoAccounts.teacher)
    let student = try await service.client()
    let before = try await service.control.notificationCount(of: "zkusade1")
    func save(_ notify: String) async throws {
      let answer = try await teacher.put(
        "courses/XI-ZPT.23/student-classifications?notify=\(notify)",
        """
        [{"studentUsername":"zkusade1","classificationIdentifier":"du1","value":7.5,"note":""},
         {"studentUsername":"zkusade1","classificationIdentifier":"interni","value":"x"},
         {"studentUsername":"zkusade1","classificationIdentifier":"slovne","value":null}]
        """)
      #expect(answer.status == 201)
    }
    try await save("false")
    #expect(try await service.control.notificationCount(of: "zkusade1") == before)
    try await save("true")
    #expect(try await service.control.notificationCount(of: "zkusade1") == before + 1)
    let list = try await student.api("notifications/zkusade1/new?count=1&page=0").object()
    let newest = try #require((list["notifications"] as? [[String: Any]])?.first)
    #expect(newest["courseCode"] as? String == "XI-ZPT.23")
    let texts = try #require(newest["notificationTextDtos"] as? [[String: String]])
    #expect(
      texts == [
        [
          "identifier": "cs", "title": "XI-ZPT.23",
          "text": """
          Změnilo se vaše hodnocení v předmětu XI-ZPT.23:
          * Úloha 1: 7,5
          * Slovní hodnocení: nehodnoceno
          Podrobnosti najdete v Grades.
          """,
        ],
        [
          "identifier": "en", "title": "XI-ZPT.23",
          "text": """
          Your classification in the course XI-ZPT.23 has changed:
          * Task 1: 7.5
          * Project review: not graded
          See Grades for details.
          """,
        ],
      ])
  }

  @Test func artificialStudentsCanBeGraded() async throws {
    let service = try await startedService()
    let client = try await service.client(for: DemoAccounts.teacher)
    let answer = try await client.put(
      "courses/XI-ZPT.23/student-classifications?notify=false",
      #"[{"studentUsername":"testst01","classificationIdentifier":"du1","value":1}]"#)
    #expect(answer.status == 201)
  }

  private struct Total: Equatable {
    let value: Double?
    let time: Int?
  }

  private func totals(_ service: TestService) async throws -> [String: Total] {
    let student = try await service.client().api(
      "courses/XI-ZPT.23/student-classifications/zkusade1"
    ).object()
    let items = try #require(student["studentClassificationFullDtos"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: items.map {
        (
          $0["identifier"] as? String ?? "",
          Total(value: $0["value"] as? Double, time: $0["lastUpdated"] as? Int)
        )
      })
  }
}
