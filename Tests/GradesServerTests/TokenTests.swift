import Foundation
import GradesServer
import GradesTesting
import ServiceTestSupport
import Synchronization
import TestSupport
import Testing

/// A clock that a test moves.
final class MovableClock: Sendable {
  private let time: Mutex<Date>

  init(_ start: Date = Date(timeIntervalSince1970: 1_796_000_000)) { time = Mutex(start) }

  var now: Date { time.withLock { $0 } }

  func advance(by seconds: TimeInterval) { time.withLock { $0 += seconds } }
}

@Suite("Tokens", .inTurn)
struct TokenTests {
  private let clock = MovableClock()

  private var options: EmbeddedService.Options {
    var options = EmbeddedService.Options()
    let clock = clock
    options.now = { clock.now }
    return options
  }

  private func ask(
    _ service: TestService, _ fields: [(String, String)], authorization: String? = basic()
  ) async throws -> RawAnswer {
    try await RawClient(port: service.port).form(
      "/oauth/token", fields,
      headers: authorization.map { ["Authorization": $0] } ?? [:])
  }

  private func refresh(_ service: TestService, _ token: String) async throws -> RawAnswer {
    try await ask(service, [("grant_type", "refresh_token"), ("refresh_token", token)])
  }

  @Test func refreshEndsTheOldAccessToken() async throws {
    let service = try await startedService(options)
    let old = try await service.control.issueTokens(username: "zkusade1")
    let answer = try await refresh(service, old.refresh)
    #expect(answer.status == 200)
    #expect(answer["Cache-Control"] == "no-store")
    let token = try answer.object()
    #expect(
      Set(token.keys) == [
        "access_token", "token_type", "refresh_token", "expires_in", "scope",
      ])
    #expect(token["token_type"] as? String == "bearer")
    #expect(token["refresh_token"] as? String == old.refresh, "not rotated")
    #expect(token["expires_in"] as? Int == 3600)
    #expect(token["scope"] as? String == "cvut:grades:user-read cvut:grades:user-write")
    let access = try #require(token["access_token"] as? String)
    #expect(UUID(uuidString: access) != nil)
    #expect(
      try await RawClient(port: service.port, token: old.access).api("user-info").status == 401)
    #expect(try await RawClient(port: service.port, token: access).api("user-info").status == 200)
  }

  @Test func rotationEndsTheOldRefreshToken() async throws {
    var options = options
    options.rotatesRefreshTokens = true
    let service = try await startedService(options)
    let old = try await service.control.issueTokens(username: "zkusade1")
    let token = try await refresh(service, old.refresh).object()
    let new = try #require(token["refresh_token"] as? String)
    #expect(new != old.refresh)
    let reused = try await refresh(service, old.refresh)
    #expect(reused.status == 400)
    #expect(try reused.object()["error"] as? String == "invalid_grant")
    #expect(try await refresh(service, new).status == 200)
  }

  @Test func aRefreshDoesNotProlongTheLogin() async throws {
    let service = try await startedService(options)
    let tokens = try await service.control.issueTokens(username: "zkusade1")
    clock.advance(by: 29 * 86_400)
    #expect(try await refresh(service, tokens.refresh).status == 200)
    clock.advance(by: 86_400)
    let late = try await refresh(service, tokens.refresh)
    #expect(late.status == 401)
    #expect(try late.object()["error"] as? String == "invalid_token")

    clock.advance(by: 2 * 3600 + 1)
    _ = try await service.control.issueTokens(username: "ucitezk1")
    let cleaned = try await refresh(service, tokens.refresh)
    #expect(cleaned.status == 400, "cleaned away by now")
    #expect(try cleaned.object()["error"] as? String == "invalid_grant")
  }

  @Test func tokensCanBeEndedByHand() async throws {
    let service = try await startedService()
    let tokens = try await service.control.issueTokens(username: "zkusade1")
    try await service.control.expireRefreshTokens()
    let expired = try await refresh(service, tokens.refresh)
    #expect(expired.status == 401)
    #expect(try expired.object()["error"] as? String == "invalid_token")
    try await service.control.deleteTokens()
    let unknown = try await refresh(service, tokens.refresh)
    #expect(unknown.status == 400)
    #expect(try unknown.object()["error"] as? String == "invalid_grant")
  }

  @Test func theSameTokenIsHandedOutAgain() async throws {
    let service = try await startedService(options)
    let authorization = basic(
      DemoAccounts.serviceClientID, DemoAccounts.serviceClientSecret)
    let fields = [
      ("grant_type", "client_credentials"), ("scope", "cvut:grades:course-restricted"),
    ]
    let first = try await ask(service, fields, authorization: authorization).object()
    #expect(first["refresh_token"] == nil)
    #expect(first["expires_in"] as? Int == 3600)
    clock.advance(by: 600)
    let second = try await ask(service, fields, authorization: authorization).object()
    #expect(second["access_token"] as? String == first["access_token"] as? String)
    #expect(second["expires_in"] as? Int == 3000)
    clock.advance(by: 3000)
    let third = try await ask(service, fields, authorization: authorization).object()
    #expect(third["access_token"] as? String != first["access_token"] as? String)
  }

  @Test func parametersMayComeInTheQuery() async throws {
    let service = try await startedService()
    let answer = try await RawClient(port: service.port).send(
      "POST",
      "/oauth/token?grant_type=client_credentials&scope=cvut%3Agrades%3Acourse-restricted",
      headers: [
        "Authorization": basic(DemoAccounts.serviceClientID, DemoAccounts.serviceClientSecret)
      ])
    #expect(answer.status == 200)
  }

  struct Refused: CustomTestStringConvertible, Sendable {
    let fields: [(String, String)]
    var authorization: String? = basic()
    let status: Int
    let error: String
    var testDescription: String { "\(fields) → \(status) \(error)" }
  }

  @Test(arguments: [
    Refused(fields: [], status: 400, error: "invalid_request"),
    Refused(fields: [("grant_type", "password")], status: 400, error: "unsupported_grant_type"),
    Refused(fields: [("grant_type", "client_credentials")], status: 401, error: "invalid_client"),
    Refused(fields: [("grant_type", "authorization_code")], status: 400, error: "invalid_request"),
    Refused(
      fields: [("grant_type", "authorization_code"), ("code", "abc123")], status: 400,
      error: "invalid_grant"),
    Refused(
      fields: [("grant_type", "refresh_token"), ("refresh_token", "x")], status: 400,
      error: "invalid_grant"),
    Refused(
      fields: [("grant_type", "refresh_token"), ("client_id", "somebody")], status: 401,
      error: "invalid_client"),
    Refused(
      fields: [("grant_type", "refresh_token")], authorization: nil, status: 401,
      error: "unauthorized"),
    Refused(
      fields: [("grant_type", "refresh_token")], authorization: basic("grades-demo", "wrong"),
      status: 401, error: "unauthorized"),
    Refused(
      fields: [("grant_type", "refresh_token")], authorization: basic("nobody", "wrong"),
      status: 401, error: "unauthorized"),
    Refused(
      fields: [("grant_type", "refresh_token")], authorization: "Basic !!!", status: 401,
      error: "unauthorized"),
    Refused(
      fields: [("grant_type", "client_credentials"), ("scope", "cvut:grades:user-read")],
      authorization: basic("xi-zpt-scripts", "xi-zpt-scripts-secret"), status: 400,
      error: "invalid_scope"),
  ])
  func refusals(_ refused: Refused) async throws {
    let service = try await startedService()
    let answer = try await ask(
      service, refused.fields, authorization: refused.authorization)
    #expect(answer.status == refused.status)
    let body = try answer.object()
    #expect(body["error"] as? String == refused.error)
    #expect(body["error_description"] is String)
    #expect((answer["WWW-Authenticate"] != nil) == (refused.error == "unauthorized"))
  }

  @Test func otherRefusals() async throws {
    let service = try await startedService()
    let get = try await RawClient(port: service.port).get(
      "/oauth/token?grant_type=refresh_token", headers: ["Authorization": basic()])
    #expect(get.status == 405)
    #expect(try get.object()["error"] as? String == "method_not_allowed")

    let tokens = try await service.control.issueTokens(username: "zkusade1")
    let wider = try await ask(
      service,
      [
        ("grant_type", "refresh_token"), ("refresh_token", tokens.refresh),
        ("scope", "cvut:grades:user-read cvut:grades:course-restricted"),
      ])
    #expect(wider.status == 400)
    #expect(try wider.object()["error"] as? String == "invalid_scope")

    service.control.setLocked(true)
    let locked = try await refresh(service, tokens.refresh)
    #expect(locked.status == 401)
    #expect(try locked.object()["error"] as? String == "unauthorized")
  }

  @Test func checkTokenTellsWhoseItIs() async throws {
    let service = try await startedService(options)
    let client = RawClient(port: service.port)
    let tokens = try await service.control.issueTokens(
      username: "zkusade1", lifetime: .seconds(90))
    let person = try await client.get("/oauth/check_token?token=\(tokens.access)")
    #expect(
      person.text == """
        {"client_id":"grades-demo","user_name":"zkusade1","authorities":["ROLE_USER"],\
        "scope":["cvut:grades:user-read","cvut:grades:user-write"],"exp":1796000090}
        """)
    let account = try #require(try await service.serviceAccount().token)
    let program = try await client.form("/oauth/check_token", [("token", account)]).object()
    #expect(program["user_name"] == nil)
    clock.advance(by: 90)
    let expired = try await client.get("/oauth/check_token?token=\(tokens.access)")
    #expect(expired.status == 400)
    #expect(try expired.object()["error"] as? String == "invalid_token")
    #expect(try await client.get("/oauth/check_token").status == 400)
  }
}
