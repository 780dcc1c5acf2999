import Foundation
import GradesClient
import TestSupport
import Testing

/// Saving values (Service contract, 6.11).
@Suite(.inTurn) struct SaveTests {
  private let change = ValueChange(
    username: TestService.student, identifier: ItemIdentifier("du1"), value: .number(8),
    note: "opraveno")

  private func save(_ changes: [ValueChange], notify: Bool = false, with service: TestService)
    async throws
  {
    try await service.course.values.save(changes, notify: notify)
  }

  private func body(_ service: TestService) throws -> String {
    String(decoding: try #require(service.transport.requests.first?.body), as: UTF8.self)
  }

  @Test func oneRequestCarriesAllChanges() async throws {
    let service = TestService(RecordingTransport(.status(201)))
    try await save(
      [
        change,
        ValueChange(
          username: Username("druhyst2"), identifier: ItemIdentifier("du1"), value: .number(5.5),
          note: nil),
        ValueChange(
          username: Username("druhyst2"), identifier: ItemIdentifier("zapocet"),
          value: .flag(false), note: nil),
        ValueChange(
          username: Username("druhyst2"), identifier: ItemIdentifier("tema"), value: .text("A"),
          note: nil),
        ValueChange(
          username: Username("druhyst2"), identifier: ItemIdentifier("du2"), value: nil, note: nil),
      ], notify: true, with: service)

    #expect(
      service.lines == [
        "PUT /public/courses/XI-AAA.23/student-classifications?semester=B231&notify=true"
      ])
    #expect(
      service.transport.requests[0].headers == [
        HTTPHeader("Authorization", "Bearer token-1"), HTTPHeader("Accept", "application/json"),
        HTTPHeader("Content-Type", "application/json;charset=UTF-8"),
      ])
    #expect(
      try body(service)
        == #"[{"studentUsername":"zkusade1","classificationIdentifier":"du1","value":8,"note":"opraveno","timestamp":null},"#
        + #"{"studentUsername":"druhyst2","classificationIdentifier":"du1","value":5.5,"note":null,"timestamp":null},"#
        + #"{"studentUsername":"druhyst2","classificationIdentifier":"zapocet","value":false,"note":null,"timestamp":null},"#
        + #"{"studentUsername":"druhyst2","classificationIdentifier":"tema","value":"A","note":null,"timestamp":null},"#
        + #"{"studentUsername":"druhyst2","classificationIdentifier":"du2","value":null,"note":null,"timestamp":null}]"#
    )
  }

  @Test func notifyingIsAlwaysSaid() async throws {
    let service = TestService(RecordingTransport(.status(201)))
    try await save([change], notify: false, with: service)
    #expect(
      service.lines == [
        "PUT /public/courses/XI-AAA.23/student-classifications?semester=B231&notify=false"
      ])
  }

  @Test func textsSurviveAnyCharacters() async throws {
    let service = TestService(RecordingTransport(.status(201)))
    let text = "\"Žák\" \\ / \n\r\t\u{8}\u{1B}[2J\u{0} 😀 \u{2028}"
    try await save(
      [
        ValueChange(
          username: TestService.student, identifier: ItemIdentifier("a"), value: .text(text),
          note: text)
      ],
      with: service)

    let sent = try JSONDecoder().decode(
      [[String: String?]].self, from: Data(try body(service).utf8))
    #expect(sent.first?["value"] == text)
    #expect(sent.first?["note"] == text)
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (7.25, "7.25"), (0.1, "0.1"), (-3, "-3"), (1e300, "1e+300"),
      (0.1 + 0.2, "0.30000000000000004"), (1e15, "1000000000000000"),
    ])
  func numbersKeepTheirFullPrecision(_ number: Double, _ expected: String) async throws {
    let service = TestService(RecordingTransport(.status(201)))
    try await save(
      [
        ValueChange(
          username: TestService.student, identifier: ItemIdentifier("a"), value: .number(number),
          note: nil)
      ],
      with: service)
    #expect(try body(service).contains(#""value":\#(expected),"#))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func whatIsNoNumberIsNotSent(_ number: Double) async {
    let service = TestService(RecordingTransport(.status(201)))
    let change = ValueChange(
      username: TestService.student, identifier: ItemIdentifier("a"), value: .number(number),
      note: nil)
    await #expect(throws: GradesError.badRequest(detail: nil)) {
      try await save([self.change, change], with: service)
    }
    #expect(service.transport.requests.isEmpty)
  }

  @Test func nothingToSaveMeansNoRequest() async throws {
    let service = TestService(RecordingTransport())
    try await save([], with: service)
    #expect(service.transport.requests.isEmpty)
  }

  @Test(
    "Any 2xx with any or no body will do",
    arguments: [(200, "{}"), (200, "[]"), (201, ""), (202, "{\"a\":"), (204, ""), (200, "null")])
  func anySuccess(_ status: Int, _ body: String) async throws {
    let service = TestService(
      RecordingTransport(HTTPResponse(status: status, body: Data(body.utf8))))
    try await save([change], with: service)
    #expect(service.transport.requests.count == 1)
  }

  @Test(
    "What a refused token means is found out, and nothing is sent again",
    arguments: [
      ("token-2", GradesError.tokenReplaced), ("token-1", .notPermitted), (nil, .notPermitted),
    ] as [(String?, GradesError)])
  func refusedToken(_ better: String?, _ error: GradesError) async {
    let tokens = ScriptedTokens("token-1", better: better)
    let service = TestService(
      RecordingTransport(.status(401), .status(201)), tokens: tokens)
    await #expect(throws: error) { try await save([change], with: service) }
    #expect(service.transport.requests.count == 1)
    #expect(tokens.rejected == ["token-1"])
  }

  @Test func aLoginThatHasEndedIsTold() async {
    let service = TestService(
      RecordingTransport(.status(401), .status(201)), tokens: EndedTokens(atFirst: "token-1"))
    await #expect(throws: GradesError.notSignedIn(.expired)) {
      try await save([change], with: service)
    }
    #expect(service.transport.requests.count == 1)
  }

  @Test func aLostAnswerIsToldAndNothingIsSentAgain() async {
    for failure in [GradesError.unreachable(.timedOut), .unreachable(.connectionLost)] {
      let service = TestService(RecordingTransport { _, _ in throw failure })
      await #expect(throws: failure) { try await save([change], with: service) }
      #expect(service.transport.requests.count == 1)
    }
  }
}
