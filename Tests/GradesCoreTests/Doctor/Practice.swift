import ClientTestSupport
import Foundation
import GradesClient
import GradesCore
import GradesServer
import GradesTesting
import TestSupport

/// The doctor with the embedded service over real HTTP.
struct Practice {
  let service: TestService
  let folder: TemporaryFolder
  private let transport = CurlTransport.patient()

  /// Opens one at a service of its own, which the test stops at its end.
  static func open() async throws -> Practice {
    let service = try await TestService.start()
    TestEnd.close { await service.stop() }
    return Practice(service: service, folder: try TemporaryFolder())
  }

  /// A doctor for a user; nil: without a login.
  func doctor(
    for username: String?, access: Access = .online, files: [DoctorFile] = [],
    curl: String? = "8.5.0", now: @escaping @Sendable () -> Date = { Date() }
  ) async throws -> Doctor {
    let token: String? =
      if let username { try await service.control.issueTokens(username: username).access } else {
        nil
      }
    let client = HTTPClient(transport: transport, retry: .never)
    let authenticator = Authenticator(
      configuration: OAuthConfiguration(
        authorizeURL: service.authorizeURL, tokenURL: service.tokenURL,
        clientID: DemoAccounts.clientID, clientSecret: DemoAccounts.clientSecret,
        redirectURI: service.authorizeURL, scopes: [], host: "demo"),
      store: FileCredentialStore(file: folder.file("credentials.json")), client: client,
      givenToken: token)
    let api = GradesAPI(
      baseURL: service.apiURL, client: client, authenticator: authenticator)
    let address = service.apiURL.appending(path: "public/semester-code")
    var clock = RequestClock.system
    clock.now = now
    // What the service asks to wait for is not waited for.
    clock.pause = { _ in }
    return Doctor(
      access: access, usesTLS: false, curlVersion: { curl },
      knock: { try await client.exchange(HTTPRequest(url: address)) },
      call: { try await api.call($0) },
      credentials: {
        token.map {
          Credentials(
            accessToken: $0, refreshToken: "r", expiresAt: now().addingTimeInterval(3500),
            receivedAt: now().addingTimeInterval(-60), scopes: ["read", "write"])
        }
      }, scopes: (read: ["read"], write: ["write"]), clock: clock, files: files)
  }
}

extension [DoctorFinding] {
  /// The outcome of a check; nil for one that was not run.
  func outcome(_ id: String) -> DoctorFinding.Outcome? {
    filter { $0.check.id == id }.map(\.outcome).max { $0.weight < $1.weight }
  }

  /// The findings that are not fine, a line for each.
  var troubles: [String] {
    filter { $0.outcome == .failed || $0.outcome == .warning }
      .map { "\($0.check.id) \($0.outcome) \($0.observed.joined(separator: ", "))" }
  }
}

extension DoctorFinding.Outcome {
  fileprivate var weight: Int { [.notTried, .ok, .warning, .failed].firstIndex(of: self) ?? 0 }
}
