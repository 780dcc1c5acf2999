import Files
import Foundation
import TestSupport
import Testing

@testable import GradesClient

@Suite("Many who need a new token at once", .inTurn)
struct SharedRenewalTests {
  @Test("twenty tasks of one process make one refresh")
  func oneProcess() async throws {
    let fixture = try LoginFixture([.stall, .token("access-2", refresh: "refresh-2")])
    try fixture.store("access-1", endsIn: -10)
    let authenticator = fixture.authenticator()
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { try await authenticator.accessToken() } }
      _ = try await fixture.server.requests.first(1)
      fixture.server.release()
      for try await token in group { #expect(token == "access-2") }
    }
    #expect(fixture.server.requests.all.count == 1)
  }

  @Test("twenty authenticators over one file make one refresh")
  func manyAuthenticators() async throws {
    let fixture = try LoginFixture([.stall, .token("access-2", refresh: "refresh-2")])
    try fixture.store("access-1", endsIn: -10)
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 {
        let authenticator = fixture.authenticator()
        group.addTask { try await authenticator.accessToken() }
      }
      _ = try await fixture.server.requests.first(1)
      fixture.server.release()
      for try await token in group { #expect(token == "access-2") }
    }
    #expect(fixture.server.requests.all.count == 1)
    #expect(try await fixture.stored()?.refreshToken == "refresh-2")
  }

  @Test("twenty requests that are refused at once make one refresh")
  func refusedTogether() async throws {
    let fixture = try LoginFixture([.token("access-2")])
    try fixture.store("access-1", endsIn: 3000)
    let authenticator = fixture.authenticator()
    try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<20 { group.addTask { try await authenticator.replacement(for: "access-1") } }
      for try await token in group { #expect(token == "access-2") }
    }
    #expect(fixture.server.requests.all.count == 1)
  }

  @Test("a process that holds the lock for too long is reported, and no second refresh is made")
  func heldLock() async throws {
    let fixture = try LoginFixture([.token("access-2")])
    try fixture.store("access-1", endsIn: -10)
    let lock = try #require(try FileLock.take(FileLock.file(beside: fixture.file)))
    var store = fixture.store
    store.lockTimeLimit = .milliseconds(1)
    let authenticator = Authenticator(
      configuration: fixture.configuration, store: store, client: fixture.client,
      now: { [clock = fixture.clock] in clock.now })
    await #expect(throws: GradesError.login(.storeBusy(path: fixture.file.path))) {
      try await authenticator.accessToken()
    }
    #expect(fixture.server.requests.all.isEmpty)
    lock.release()
    store.lockTimeLimit = .seconds(60)
    #expect(try await fixture.authenticator().accessToken() == "access-2")
  }

  @Test("a stored token that is none is blamed on its file", arguments: ["", "a b", "a\nb", "é"])
  func malformed(token: String) async throws {
    let fixture = try LoginFixture([.answer(500)])
    try fixture.store(token, endsIn: 3000)
    let blamed = GradesError.login(.storedTokenMalformed(path: fixture.file.path))
    await #expect(throws: blamed) { try await fixture.authenticator().accessToken() }
    await #expect(throws: blamed) { try await fixture.authenticator().replacement(for: "access-9") }
    // It can be logged out.
    try await fixture.authenticator().logOut()
    #expect(try await fixture.stored() == nil)
  }

  @Test("one who gives up leaves the refresh to the others, and its token is kept")
  func givingUp() async throws {
    let fixture = try LoginFixture([.stall, .token("access-2", refresh: "refresh-2")])
    try fixture.store("access-1", endsIn: -10)
    let authenticator = fixture.authenticator()
    let impatient = Task { try await authenticator.accessToken() }
    _ = try await fixture.server.requests.first(1)
    let patient = Task { try await authenticator.accessToken() }
    impatient.cancel()
    await #expect(throws: GradesError.cancelled) { try await impatient.value }
    fixture.server.release()
    #expect(try await patient.value == "access-2")
    #expect(try await fixture.stored()?.refreshToken == "refresh-2")
    #expect(fixture.server.requests.all.count == 1)
  }
}

@Suite("A token that the service refuses", .inTurn)
struct RefusedTokenTests {
  @Test("gives way to one that another process has stored since")
  func reloaded() async throws {
    let fixture = try LoginFixture([.answer(500)])
    try fixture.store("access-1", endsIn: 3000)
    let authenticator = fixture.authenticator()
    #expect(try await authenticator.accessToken() == "access-1")
    try fixture.store("access-2", endsIn: 3000)
    #expect(try await authenticator.replacement(for: "access-1") == "access-2")
    #expect(try await authenticator.accessToken() == "access-2")
    #expect(fixture.server.requests.all.isEmpty)
  }

  @Test("is renewed once, also when it is good by the local clock")
  func renewed() async throws {
    let fixture = try LoginFixture([.token("access-2")])
    try fixture.store("access-1", endsIn: 3000)
    let authenticator = fixture.authenticator()
    #expect(try await authenticator.replacement(for: "access-1") == "access-2")
    #expect(try await authenticator.replacement(for: "access-1") == "access-2")
    #expect(fixture.server.requests.all.count == 1)
  }

  @Test("is all there is when the server hands out the same one or there is none to ask with")
  func nothingBetter() async throws {
    let fixture = try LoginFixture([.token("access-1")])
    try fixture.store("access-1", refresh: nil, endsIn: 3000)
    #expect(try await fixture.authenticator().replacement(for: "access-1") == nil)
    #expect(fixture.server.requests.all.isEmpty)
    try fixture.store("access-1", refresh: nil, endsIn: 3000, kind: .serviceAccount)
    #expect(try await fixture.authenticator().replacement(for: "access-1") == nil)
    #expect(fixture.server.requests.all.count == 1)
  }

  @Test("ends the login when the refresh token has ended too")
  func ended() async throws {
    let fixture = try LoginFixture([.refusal(400, "invalid_grant")])
    try fixture.store("access-1", endsIn: 3000)
    let authenticator = fixture.authenticator()
    await #expect(throws: GradesError.notSignedIn(.expired)) {
      try await authenticator.replacement(for: "access-1")
    }
    #expect(try await fixture.stored() == nil)
  }

  @Test("is kept when it cannot be renewed now")
  func unreachable() async throws {
    let fixture = try LoginFixture([.answer(502)])
    try fixture.store("access-1", endsIn: 3000)
    let authenticator = fixture.authenticator()
    await #expect(throws: GradesError.serviceFailure(status: 502)) {
      try await authenticator.replacement(for: "access-1")
    }
    #expect(try await fixture.stored()?.accessToken == "access-1")
  }
}

@Suite("A token given by the environment", .inTurn)
struct GivenTokenTests {
  @Test("is used as it is, never renewed, never stored")
  func used() async throws {
    let fixture = try LoginFixture([.answer(500)])
    let authenticator = fixture.authenticator(givenToken: " given-1\n")
    #expect(try await authenticator.accessToken() == "given-1")
    #expect(try await authenticator.replacement(for: "given-1") == nil)
    try await authenticator.remember(
      user: UserInfo(username: Username("ucitezk1"), firstName: "Jan", lastName: "Učitel"))
    let credentials = try #require(try await authenticator.credentials())
    #expect(credentials.accessToken == "given-1")
    #expect(credentials.username == Username("ucitezk1"))
    #expect(credentials.expiresAt == nil)
    #expect(!FileManager.default.fileExists(atPath: fixture.file.path))
    #expect(fixture.server.requests.all.isEmpty)
  }

  @Test("that is blank is none")
  func blank() async throws {
    let fixture = try LoginFixture([.answer(500)])
    try fixture.store("access-1", endsIn: 3000)
    #expect(try await fixture.authenticator(givenToken: " \n").accessToken() == "access-1")
  }

  @Test("is distinguished from a missing permission where the server can be asked")
  func checked() async throws {
    var fixture = try LoginFixture(
      [.refusal(400, "invalid_token")],
      [.json(#"{"user_name": "ZKUSADE1", "scope": ["b", "a"], "exp": 1893456000}"#)],
      [.answer(500)])
    fixture.hasCheckToken = true
    let authenticator = fixture.authenticator(givenToken: "given-1")
    await #expect(throws: GradesError.notSignedIn(.rejected)) {
      try await authenticator.replacement(for: "given-1")
    }
    let check = try #require(try await authenticator.checkToken())
    #expect(check.username == Username("zkusade1"))
    #expect(check.scopes == ["a", "b"])
    #expect(check.expiresAt == .moment("2030-01-01T00:00:00Z"))
    #expect(try await authenticator.replacement(for: "given-1") == nil)
    // The token is in the body, and nothing else is.
    let request = try #require(fixture.server.requests.all.first)
    #expect(request.target == "/oauth/check_token")
    #expect(request.body == "token=given-1")
    #expect(request.headers["authorization"] == nil)
  }
}

@Suite("A service account", .inTurn)
struct ServiceAccountTests {
  @Test("signs in with the client alone and gets a new token in the same way")
  func wholeLife() async throws {
    let fixture = try LoginFixture(
      [.token("access-1", expiresIn: "3600")], [.token("access-1", expiresIn: "50")],
      [.token("access-2", expiresIn: "3600")])
    let authenticator = fixture.authenticator()
    let credentials = try await authenticator.logInAsServiceAccount()
    #expect(credentials.kind == .serviceAccount)
    #expect(credentials.refreshToken == nil)
    let request = try #require(fixture.server.requests.all.first)
    #expect(
      items(request.body)
        == ["grant_type": "client_credentials", "scope": "cvut:grades:course-restricted"])

    // Near its end the server issues the same token, which is used for its remaining lifetime.
    fixture.clock.advance(by: .seconds(3550))
    let other = fixture.authenticator()
    for _ in 0..<3 { #expect(try await other.accessToken() == "access-1") }
    #expect(fixture.server.requests.all.count == 2)
    fixture.clock.advance(by: .seconds(50))
    #expect(try await other.accessToken() == "access-2")
    #expect(try await fixture.stored()?.kind == .serviceAccount)
  }
}

@Suite("Signing out", .inTurn)
struct LogOutTests {
  @Test("forgets one host alone")
  func oneHost() async throws {
    let fixture = try LoginFixture([.token("access-1", refresh: "refresh-1")])
    let authenticator = fixture.authenticator()
    _ = try await authenticator.logInAsServiceAccount()
    var configuration = fixture.configuration
    configuration.host = "demo"
    let demo = Authenticator(
      configuration: configuration, store: fixture.store, client: fixture.client)
    _ = try await demo.logInAsServiceAccount()
    #expect(try await fixture.store.lastHost() == "demo")

    try await authenticator.logOut()
    #expect(try await authenticator.credentials() == nil)
    await #expect(throws: GradesError.notSignedIn(.noCredentials)) {
      try await authenticator.accessToken()
    }
    #expect(try await demo.credentials()?.accessToken == "access-1")
    #expect(try await fixture.store.lastHost() == "demo")
    try await demo.logOut()
    #expect(try await fixture.store.lastHost() == nil)
  }

  @Test("of nobody is nothing")
  func nobody() async throws {
    let fixture = try LoginFixture([.answer(500)])
    try await fixture.authenticator().logOut()
    #expect(!FileManager.default.fileExists(atPath: fixture.file.path))
  }

  @Test("and who is signed in is remembered until then")
  func remembered() async throws {
    let fixture = try LoginFixture([.answer(500)])
    try fixture.store("access-1", endsIn: 3000)
    let user = UserInfo(username: Username("obojial1"), firstName: "Alžběta", lastName: nil)
    try await fixture.authenticator().remember(user: user)
    let stored = try #require(try await fixture.authenticator().credentials())
    #expect(stored.username == Username("obojial1"))
    #expect(stored.firstName == "Alžběta")
    #expect(stored.lastName == nil)
    #expect(stored.refreshToken == "refresh-1")
  }
}
