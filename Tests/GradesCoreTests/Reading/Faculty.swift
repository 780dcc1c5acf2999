import ClientTestSupport
import Foundation
import GradesClient
import GradesCore
import GradesServer
import GradesTesting
import TestSupport

/// The embedded service over real HTTP, with cache files for those who visit it.
struct Faculty {
  let service: TestService
  let folder: TemporaryFolder
  private let transport = CurlTransport.patient()

  /// Opens one at a service of its own, which the test stops at its end.
  static func open() async throws -> Faculty {
    let service = try await TestService.start()
    TestEnd.close { await service.stop() }
    return Faculty(service: service, folder: try TemporaryFolder())
  }

  var control: Control { service.control }

  /// A new run of the program by a user whose credentials say nothing but the token.
  func run(as username: String, language: ServiceLanguage = .english) async throws -> Repository {
    let token = try await control.issueTokens(username: username).access
    let source = source(authenticator(givenToken: token), language: language)
    return Repository(
      source: source,
      session: SessionRepository(source: source, credentials: CredentialsAccess(user: { nil })))
  }

  func source(
    _ authenticator: Authenticator, through proxy: FaultProxy? = nil,
    silence: SilenceLimit? = nil, client: HTTPClient? = nil, language: ServiceLanguage = .english
  ) -> SnapshotSource {
    SnapshotSource(
      api: GradesAPI(
        baseURL: proxy?.url(service.apiURL.path) ?? service.apiURL, client: client ?? self.client,
        authenticator: authenticator),
      cache: SnapshotCache(file: folder.file("cache.sqlite")),
      log: ChangeLog(file: folder.file("log.sqlite")), host: "demo", language: language,
      silence: silence)
  }

  func session(_ authenticator: Authenticator) -> SessionRepository {
    SessionRepository(
      source: source(authenticator),
      credentials: CredentialsAccess(
        authenticator, serviceAccount: Username(DemoAccounts.serviceClientID)))
  }

  /// An authenticator over a user's credentials, or over those of the service account.
  func authenticator(givenToken: String? = nil) -> Authenticator {
    Authenticator(
      configuration: OAuthConfiguration(
        authorizeURL: service.authorizeURL, tokenURL: service.tokenURL,
        clientID: DemoAccounts.serviceClientID, clientSecret: DemoAccounts.serviceClientSecret,
        redirectURI: service.authorizeURL, scopes: [], host: "demo"),
      store: FileCredentialStore(file: folder.file("credentials.json")), client: client,
      givenToken: givenToken)
  }

  private var client: HTTPClient { HTTPClient(transport: transport, retry: .never) }
}
