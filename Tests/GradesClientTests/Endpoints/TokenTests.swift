import Foundation
import GradesClient
import TestSupport
import Testing

/// Sending, replacing and rejecting tokens (Service contract, 3.3; Figures, Safe with
/// credentials).
@Suite(.inTurn) struct TokenTests {
  private let user = #"{ "username": "zkusade1" }"#

  private func sentTokens(_ service: TestService) -> [String] {
    service.transport.requests.flatMap(\.headers).filter { $0.name == "Authorization" }.map(\.value)
  }

  @Test func aRefusedTokenIsReplacedOnce() async throws {
    let tokens = ScriptedTokens("token-1", better: "token-2")
    let service = TestService(RecordingTransport(.status(401), .json(user)), tokens: tokens)
    #expect(try await service.api.user.info().username == TestService.student)
    #expect(sentTokens(service) == ["Bearer token-1", "Bearer token-2"])
    #expect(tokens.rejected == ["token-1"])
  }

  @Test func aSecondRefusalMeansNotPermitted() async {
    let tokens = ScriptedTokens("token-1", better: "token-2")
    let service = TestService(
      RecordingTransport(.status(401), .status(401), .json(user)), tokens: tokens)
    await #expect(throws: GradesError.notPermitted) { try await service.api.user.info() }
    #expect(service.transport.requests.count == 2)
    #expect(tokens.rejected == ["token-1"])
  }

  @Test(arguments: [nil, "token-1"])
  func withoutABetterTokenNothingIsSentAgain(_ better: String?) async {
    let service = TestService(
      RecordingTransport(.status(401), .json(user)),
      tokens: ScriptedTokens("token-1", better: better))
    await #expect(throws: GradesError.notPermitted) { try await service.api.user.info() }
    #expect(service.transport.requests.count == 1)
  }

  @Test func aForbiddenRequestNeedsNoOtherToken() async {
    let tokens = ScriptedTokens("token-1", better: "token-2")
    let service = TestService(RecordingTransport(.status(403), .json(user)), tokens: tokens)
    await #expect(throws: GradesError.notPermitted) { try await service.api.user.info() }
    #expect(service.transport.requests.count == 1)
    #expect(tokens.rejected.isEmpty)
  }

  @Test func aTokenThatCannotBeReplacedIsTold() async {
    let service = TestService(
      RecordingTransport(.status(401)), tokens: EndedTokens(atFirst: "token-1"))
    await #expect(throws: GradesError.notSignedIn(.expired)) { try await service.api.user.info() }
  }

  @Test func nobodySignedInMeansNoRequest() async {
    let service = TestService(RecordingTransport(), tokens: EndedTokens(atFirst: nil))
    await #expect(throws: GradesError.notSignedIn(.noCredentials)) {
      try await service.api.user.info()
    }
    #expect(service.transport.requests.isEmpty)
  }

  @Test func anUnknownFailureOfTheSourceStaysAGradesError() async {
    let service = TestService(
      RecordingTransport(), tokens: BrokenTokens(error: CancellationError()))
    await #expect(throws: GradesError.cancelled) { try await service.api.user.info() }
    let other = TestService(
      RecordingTransport(), tokens: BrokenTokens(error: CocoaError(.fileLocking)))
    await #expect(throws: GradesError.unreachable(.other(code: 0))) {
      try await other.api.user.info()
    }
  }

  @Test(arguments: ["", "a\r\nX-Evil: 1", "a b", "žeton", "a\u{0}"])
  func aTokenThatWouldBreakTheHeaderIsNotSent(_ token: String) async {
    let service = TestService(RecordingTransport(), tokens: ScriptedTokens(token))
    await #expect(throws: GradesError.notSignedIn(.rejected)) { try await service.api.user.info() }
    #expect(service.transport.requests.isEmpty)
  }

  @Test(
    arguments: [
      "http://grades.example.org/api", "http://127.0.0.1.example.org/api", "http://127.1/api",
      "http://localhost@example.org/api", "http://128.0.0.1/api", "http://0.0.0.0/api",
      "http://localhost.example.org", "http://127.0.0.256/", "http://[::2]/", "ftp://127.0.0.1/",
      "file:///api", "/api", "http:///api",
    ])
  func noTokenGoesOverPlainHTTPToAnotherMachine(_ base: String) async {
    let service = TestService(RecordingTransport(), base: base, tokens: ScriptedTokens("token-1"))
    await #expect(throws: GradesError.unreachable(.insecureAddress)) {
      try await service.api.user.info()
    }
    await #expect(throws: GradesError.unreachable(.insecureAddress)) {
      try await service.course.values.save(
        [
          ValueChange(
            username: TestService.student, identifier: ItemIdentifier("x"), value: nil, note: nil)
        ], notify: false)
    }
    #expect(service.transport.requests.isEmpty)
  }

  @Test(
    arguments: [
      "http://127.0.0.1:8080/api/v1", "http://127.9.8.7/api", "http://localhost:1/api",
      "http://LOCALHOST/api", "http://[::1]:8080/api", "HTTPS://grades.example.org/api",
    ])
  func thisMachineAndTLSAreSafe(_ base: String) async throws {
    let service = TestService(RecordingTransport { [user] _, _ in .json(user) }, base: base)
    #expect(try await service.api.user.info().username == TestService.student)
    #expect(service.transport.requests.count == 1)
  }

  @Test func aCancelledTaskSendsNothing() async {
    let service = TestService(RecordingTransport { [user] _, _ in .json(user) })
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await service.api.user.info()
    }
    await #expect(throws: GradesError.cancelled) { try await task.value }
    #expect(service.transport.requests.isEmpty)
  }
}

/// A source whose tokens have expired.
struct EndedTokens: TokenSource {
  let atFirst: String?

  func accessToken() async throws -> String {
    guard let atFirst else { throw GradesError.notSignedIn(.noCredentials) }
    return atFirst
  }

  func replacement(for rejected: String) async throws -> String? {
    throw GradesError.notSignedIn(.expired)
  }
}

/// A source with an error of its own.
private struct BrokenTokens<Failure: Error>: TokenSource {
  let error: Failure

  func accessToken() async throws -> String { throw error }

  func replacement(for rejected: String) async throws -> String? { throw error }
}
