import Foundation
import GradesClient
import TestSupport
import Testing

@Suite("A signed-in user's token", .inTurn)
struct AuthenticatorTokenTests {
  @Test("is used while it is good, from the file, without any request")
  func fresh() async throws {
    let fixture = try LoginFixture([.answer(500)])
    try fixture.store("access-1", endsIn: 61)
    let authenticator = fixture.authenticator()
    #expect(try await authenticator.accessToken() == "access-1")
    #expect(fixture.server.requests.all.isEmpty)
    #expect(try await authenticator.credentials()?.username == Username("zkusade1"))
  }

  @Test("is missing before anybody signed in")
  func nobody() async throws {
    let fixture = try LoginFixture([.answer(500)])
    let authenticator = fixture.authenticator()
    await #expect(throws: GradesError.notSignedIn(.noCredentials)) {
      try await authenticator.accessToken()
    }
    await #expect(throws: GradesError.notSignedIn(.noCredentials)) {
      try await authenticator.replacement(for: "access-1")
    }
    #expect(try await authenticator.credentials() == nil)
    #expect(fixture.server.requests.all.isEmpty)
  }

  @Test("is renewed a minute before its end; a refresh token that is not rotated stays")
  func reuse() async throws {
    let fixture = try LoginFixture([.token("access-2")])
    try fixture.store("access-1", endsIn: 60)
    let authenticator = fixture.authenticator()
    #expect(try await authenticator.accessToken() == "access-2")
    #expect(try await authenticator.accessToken() == "access-2")

    let request = try #require(fixture.server.requests.all.first)
    #expect(fixture.server.requests.all.count == 1)
    #expect(request.headers["authorization"] == "Basic Z3JhZGVzLWNsaWVudDpub3Qtc28tc2VjcmV0")
    #expect(items(request.body) == ["grant_type": "refresh_token", "refresh_token": "refresh-1"])

    let stored = try #require(try await fixture.stored())
    #expect(stored.accessToken == "access-2")
    #expect(stored.refreshToken == "refresh-1")
    #expect(stored.expiresAt == .moment("2026-11-21T13:00:00Z"))
    #expect(stored.username == Username("zkusade1"))
    #expect(stored.firstName == "Adéla")
    #expect(stored.lastName == "Zkušební")
  }

  @Test("comes with a new refresh token where they rotate")
  func rotation() async throws {
    let fixture = try LoginFixture(
      [.token("access-2", refresh: "refresh-2")], [.token("access-3", refresh: "refresh-3")])
    try fixture.store("access-1", endsIn: -10)
    #expect(try await fixture.authenticator().accessToken() == "access-2")
    #expect(try await fixture.stored()?.refreshToken == "refresh-2")
    fixture.clock.advance(by: .seconds(3600))
    #expect(try await fixture.authenticator().accessToken() == "access-3")
    #expect(try await fixture.stored()?.refreshToken == "refresh-3")
    #expect(
      fixture.server.requests.all.map { items($0.body)["refresh_token"] }
        == ["refresh-1", "refresh-2"])
  }

  @Test(
    "is forgotten when the server says that the refresh token has ended",
    arguments: [
      ScriptedServer.Step.refusal(400, "invalid_grant"), .refusal(401, "invalid_token"),
    ])
  func ended(answer: ScriptedServer.Step) async throws {
    let fixture = try LoginFixture([answer])
    try fixture.store("access-1", endsIn: -10)
    let authenticator = fixture.authenticator()
    await #expect(throws: GradesError.notSignedIn(.expired)) {
      try await authenticator.accessToken()
    }
    #expect(try await fixture.stored() == nil)
    #expect(try await fixture.store.lastHost() == nil)
    // Later requests get the same error; a program that is started later never had the login.
    await #expect(throws: GradesError.notSignedIn(.expired)) {
      try await authenticator.accessToken()
    }
    await #expect(throws: GradesError.notSignedIn(.noCredentials)) {
      try await fixture.authenticator().accessToken()
    }
    #expect(fixture.server.requests.all.count == 1)
  }

  @Test(
    "is kept when the client, the service or the network fails",
    arguments: [
      (.refusal(401, "unauthorized"), GradesError.login(.clientRefused)),
      (.refusal(401, "invalid_client"), .login(.clientRefused)),
      (.refusal(400, "invalid_client"), .login(.clientRefused)),
      (.answer(401), .login(.clientRefused)),
      (.refusal(400, "invalid_scope"), .login(.refused(error: "invalid_scope"))),
      (.answer(400, body: "invalid_grant"), .unexpectedStatus(400)),
      (.refusal(500, "server_error"), .serviceFailure(status: 500)),
      (.answer(503), .serviceFailure(status: 503)),
      (.answer(429), .tooManyRequests(retryAfter: nil)),
      (.answer(200, body: "<html>portal</html>"), .unreadable(.html)),
      (.json("[]"), .unreadable(.json(path: ""))),
      (.reset, .unreachable(.connectionLost)),
    ] as [(ScriptedServer.Step, GradesError)])
  func kept(answer: ScriptedServer.Step, error: GradesError) async throws {
    let fixture = try LoginFixture([answer], [.token("access-2")])
    try fixture.store("access-1", endsIn: -10)
    let before = try Data(contentsOf: fixture.file)
    let authenticator = fixture.authenticator()
    await #expect(throws: error) { try await authenticator.accessToken() }
    #expect(try Data(contentsOf: fixture.file) == before)
    // A refresh is never retried; the next request starts another one.
    #expect(fixture.server.requests.all.count == 1)
    #expect(try await authenticator.accessToken() == "access-2")
  }

  @Test(
    "serves its last minute when it cannot be renewed now",
    arguments: [
      ScriptedServer.Step.answer(503), .reset, .answer(200, body: "<html>portal</html>"),
    ])
  func lastMinute(answer: ScriptedServer.Step) async throws {
    let fixture = try LoginFixture([answer])
    try fixture.store("access-1", endsIn: 30)
    #expect(try await fixture.authenticator().accessToken() == "access-1")
    #expect(fixture.server.requests.all.count == 1)
  }

  @Test("cannot be renewed without a client in the configuration, and is kept")
  func noClient() async throws {
    var fixture = try LoginFixture([.token("access-2")])
    fixture.clientSecret = nil
    try fixture.store("access-1", endsIn: -10)
    let authenticator = fixture.authenticator()
    await #expect(throws: GradesError.login(.clientMissing)) {
      try await authenticator.accessToken()
    }
    #expect(try await fixture.stored() != nil)
  }

  @Test("without a refresh token is used to its very end")
  func noRefreshToken() async throws {
    let fixture = try LoginFixture([.token("access-2")])
    try fixture.store("access-1", refresh: nil, endsIn: 5)
    let authenticator = fixture.authenticator()
    #expect(try await authenticator.accessToken() == "access-1")
    fixture.clock.advance(by: .seconds(5))
    await #expect(throws: GradesError.notSignedIn(.expired)) {
      try await authenticator.accessToken()
    }
    #expect(fixture.server.requests.all.isEmpty)
  }

  @Test("that lives shorter than a minute is not renewed with every request")
  func shortLife() async throws {
    let fixture = try LoginFixture([.token("access-2", expiresIn: "40")])
    try fixture.store("access-1", endsIn: -10)
    let authenticator = fixture.authenticator()
    for _ in 0..<5 { #expect(try await authenticator.accessToken() == "access-2") }
    #expect(fixture.server.requests.all.count == 1)
  }

  @Test("survives clocks that jump, without a loop")
  func clockJumps() async throws {
    let fixture = try LoginFixture([.token("access-2")], [.token("access-3")])
    try fixture.store("access-1", endsIn: 3600)
    let authenticator = fixture.authenticator()
    fixture.clock.set(.moment("2050-01-01T00:00:00Z"))
    for _ in 0..<3 { #expect(try await authenticator.accessToken() == "access-2") }
    fixture.clock.set(.moment("1990-01-01T00:00:00Z"))
    for _ in 0..<3 { #expect(try await authenticator.accessToken() == "access-2") }
    #expect(fixture.server.requests.all.count == 1)
    // By that clock the token is valid for sixty years; the service rejects it.
    #expect(try await authenticator.replacement(for: "access-2") == "access-3")
    #expect(try await fixture.stored()?.expiresAt == .moment("1990-01-01T01:00:00Z"))
  }

  @Test("serves this process when the disk takes nothing more")
  func diskFull() async throws {
    let fixture = try LoginFixture([.token("access-2")])
    try fixture.store("access-1", endsIn: -10)
    // The new file cannot be made, because a folder has its name.
    try FileManager.default.createDirectory(
      at: fixture.folder.file("state/credentials.json.new"), withIntermediateDirectories: true)
    let authenticator = fixture.authenticator()
    #expect(try await authenticator.accessToken() == "access-2")
    #expect(try await authenticator.accessToken() == "access-2")
    #expect(fixture.server.requests.all.count == 1)
    #expect(fixture.log.lines.all.contains { $0.hasPrefix("warning The renewed credentials") })
    // Nothing can be written, but a file without tokens is not needed.
    try await authenticator.logOut()
    #expect(!FileManager.default.fileExists(atPath: fixture.file.path))
  }

  @Test("never shows in logs, descriptions and dumps")
  func redaction() async throws {
    let fixture = try LoginFixture([.token("SECRET-2", refresh: "SECRET-3")])
    try fixture.store("SECRET-0", refresh: "SECRET-1", endsIn: -10)
    let authenticator = fixture.authenticator()
    let credentials = try #require(try await authenticator.credentials())
    _ = try await authenticator.accessToken()
    var printed = "\(credentials) \(String(reflecting: credentials)) \(fixture.configuration)"
    dump(credentials, to: &printed)
    dump(fixture.configuration, to: &printed)
    printed += fixture.log.lines.all.joined()
    #expect(!printed.contains("SECRET"))
    #expect(!printed.contains("not-so-secret"))
    #expect("\(credentials)" == "user credentials of zkusade1")
  }
}
