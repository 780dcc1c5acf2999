import GradesClient
import TestSupport
import Testing

/// The endpoints of 2018 where those of 2021 do not exist (Service contract, 5).
@Suite(.inTurn) struct FallbackTests {
  @Test func newEndpointsAreAskedFirstAndOldOnesWhereTheyAreMissing() async throws {
    let service = TestService(
      RecordingTransport { request, _ in
        guard request.url.path.contains("/classifications") else { return .status(404) }
        return .json(#"[{ "identifier": "du1" }]"#)
      })

    #expect(try await service.definitions().map(\.identifier.rawValue) == ["du1"])
    #expect(
      service.lines == [
        "GET /public/courses/XI-AAA.23/definitions?semester=B231&lang=cs",
        "GET /public/courses/XI-AAA.23/classifications?semester=B231&lang=cs",
      ])
  }

  @Test func aCourseThatNeitherEndpointKnowsIsNotFound() async throws {
    let service = TestService(RecordingTransport { _, _ in .status(404) })
    await #expect(throws: GradesError.notFound) { try await service.definitions() }
    #expect(service.transport.requests.count == 2)
  }
}
