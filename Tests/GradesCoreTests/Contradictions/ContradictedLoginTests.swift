import Foundation
import GradesClient
import GradesServer
import GradesTesting
import JSON
import TestSupport
import Testing

/// A stored login at a service whose tokens are not those of the contract.
@Suite("A login that contradicts the contract", .hangLimit, .inTurn)
struct ContradictedLoginTests {
  @Test(
    "is renewed again and again, and brings what the service has",
    arguments: [Assumption.refreshTokenStays, .refreshTokenIsRepeated, .tokensLiveAnHour])
  func renewal(_ assumption: Assumption) async throws {
    try await Login.open { login in
      let user = try await login.api.user.info()
      let contradiction = login.service.contradict(assumption)
      var tokens: Set<String> = [try login.refreshToken()]
      for round in 1...3 {
        login.pass(seconds: 4000)
        #expect(try await login.api.user.info() == user)
        #expect(contradiction.hits == round)
        tokens.insert(try login.refreshToken())
      }
      // The last refresh token is the stored one.
      #expect(tokens.count == (assumption == .refreshTokenStays ? 4 : 1))
      if assumption == .tokensLiveAnHour {
        // A token that ends soon is renewed before it ends.
        login.pass(seconds: 15)
        #expect(try await login.api.user.info() == user)
        #expect(contradiction.hits == 4)
      }
    }
  }

  @Test(
    "that the service has ended with another status is an error, and goes on when it ends here, too",
    arguments: [
      (Assumption.expiredTokenIsNot403, GradesError.notPermitted),
      (.expiredTokenIsNot400, .badRequest(detail: nil)),
    ])
  func expired(_ assumption: Assumption, _ error: GradesError) async throws {
    try await Login.open { login in
      let user = try await login.api.user.info()
      let contradiction = login.service.contradict(assumption)
      try await login.service.control.expireTokens()
      await #expect(throws: error) { try await login.api.user.info() }
      #expect(contradiction.hits == 1)
      login.pass(seconds: 4000)
      #expect(try await login.api.user.info() == user)
    }
  }
}

/// A service, and a client with a stored login and a clock of its own.
private struct Login {
  let service: TestService
  let api: GradesAPI
  private let file: URL
  private let clock: DeskClock

  static func open(_ test: (Login) async throws -> Void) async throws {
    let clock = DeskClock()
    var options = EmbeddedService.Options()
    options.now = { clock.now }
    let folder = try TemporaryFolder()
    try await TestService.run(options) { service in
      try await test(try await Login(service, folder, clock))
    }
  }

  private init(_ service: TestService, _ folder: TemporaryFolder, _ clock: DeskClock) async throws {
    self.service = service
    self.clock = clock
    file = folder.file("credentials.json")
    let tokens = try await service.control.issueTokens(username: "zkusade1")
    let entry = JSONValue.object([
      .init("accessToken", .string(tokens.access)), .init("refreshToken", .string(tokens.refresh)),
      .init("kind", .string("user")),
      .init("expiresAt", .string(clock.now.addingTimeInterval(3600).formatted(.iso8601))),
      .init("receivedAt", .string(clock.now.formatted(.iso8601))),
    ])
    try Data(JSONValue.object([.init("hosts", .object([.init("demo", entry)]))]).jsonLine.utf8)
      .write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    let client = HTTPClient(transport: service.transport, retry: .never)
    api = GradesAPI(
      baseURL: service.apiURL, client: client,
      authenticator: Authenticator(
        configuration: OAuthConfiguration(
          authorizeURL: service.authorizeURL, tokenURL: service.tokenURL,
          clientID: DemoAccounts.clientID, clientSecret: DemoAccounts.clientSecret,
          redirectURI: service.authorizeURL, scopes: [], host: "demo"),
        store: FileCredentialStore(file: file), client: client, now: { clock.now }))
  }

  func pass(seconds: Double) { clock.pass(seconds: seconds) }

  /// The stored refresh token.
  func refreshToken() throws -> String {
    let document = try JSONValue(reading: Array(Data(contentsOf: file)))
    return try #require(document["hosts"]?["demo"]?["refreshToken"]?.text)
  }
}
