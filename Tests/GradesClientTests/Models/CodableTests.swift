import Foundation
import GradesClient
import TestSupport
import Testing

/// Models as values of other programs: stored, printed and compared.
@Suite struct CodableTests {
  @Test func modelsAreStoredAndReadAgain() throws {
    let row = GroupRow(
      student: Student(
        username: "zkusade1", firstName: "Žofie", lastName: nil,
        parallels: [.init(rawValue: "P"): "1"]),
      values: [
        "du1": RecordedValue(value: 7.5, note: "pozdě"), "zk": RecordedValue(value: "A"),
        "zap": RecordedValue(value: true), "du2": RecordedValue(value: nil),
      ])
    let bytes = try JSONEncoder().encode(row)
    #expect(try JSONDecoder().decode(GroupRow.self, from: bytes) == row)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(#""du1":{"#) && text.contains(#""value":7.5"#))
    let code = try JSONEncoder().encode(try #require(SemesterCode("B261")))
    #expect(String(decoding: code, as: UTF8.self) == #""B261""#)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SemesterCode.self, from: Data(#""now""#.utf8))
    }
    #expect(row.id == "zkusade1")
  }

  @Test(arguments: [(7, "7"), (7.25, "7.25"), ("A", "A"), (false, "no")] as [(GradeValue, String)])
  func valuesArePrinted(_ value: GradeValue, _ text: String) { #expect("\(value)" == text) }
}

/// What a failure says to people.
@Suite struct ErrorTextTests {
  @Test func anErrorNamesRequestStatusAndTheServicesText() async {
    let service = TestService(
      RecordingTransport { _, _ in
        HTTPResponse(status: 404, body: Data(#"{"message": "No such course"}"#.utf8))
      })
    let error = await #expect(throws: GradesError.notFound) { try await service.information() }
    #expect(
      error?.localizedDescription
        == "GET /api/v1/public/courses/XI-AAA.23/information: 404 not found: No such course")
    #expect(error?.status == 404)
  }

  @Test(arguments: [
    (GradesError.unreachable(.timedOut), "unreachable: timed out"),
    (.unreachable(.tls(.expired)), "unreachable: tls: expired"),
    (.unreadable(.json(path: "[2].username")), "unreadable: json: [2].username"),
    (.serviceFailure(status: 500), "service failure: 500"),
    (.login(.portBusy(8765)), "login: port busy: 8765"),
    (.badRequest(detail: nil), "bad request"),
  ])
  func reasonsAreWords(_ error: GradesError, _ text: String) { #expect("\(error)" == text) }

  @Test func neitherTokenNorQueryIsSaid() async {
    let service = TestService(
      RecordingTransport { request, _ in
        let token = request.headers.first { $0.name == "Authorization" }?.value ?? ""
        return HTTPResponse(status: 500, body: Data("Bad token: \(token)".utf8))
      })
    let error = await #expect(throws: GradesError.self) { try await service.rows() }
    #expect(error?.description.contains("token-1") == false)
    #expect(error?.description.contains("semester") == false)
  }
}
