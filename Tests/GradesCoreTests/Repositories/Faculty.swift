import Foundation
import GradesClient
import GradesCore
import GradesServer
import TestSupport

/// The embedded service over real HTTP, with cache files for those who visit it.
struct Faculty {
  let service: EmbeddedService
  let folder: TemporaryFolder
  private let transport = CurlTransport()

  /// Runs a test against a service of its own.
  static func open(_ test: (Faculty) async throws -> Void) async throws {
    let service = try await EmbeddedService.start()
    do {
      try await test(Faculty(service: service, folder: TemporaryFolder()))
    } catch {
      await service.stop()
      throw error
    }
    await service.stop()
  }

  var control: Control { service.control }

  /// A new run of the program by somebody whose credentials say nothing but the token.
  func run(as username: String, language: ServiceLanguage = .english) async throws -> Run {
    let token = try await control.issueTokens(username: username).access
    let source = SnapshotSource(
      api: HTTPGradesAPI(
        baseURL: service.apiURL, client: HTTPClient(transport: transport, retry: .never),
        authenticator: GivenToken(token: token)),
      cache: SnapshotCache(file: folder.file("cache.sqlite")), host: "demo", language: language)
    return Run(
      source: source,
      session: CachedSessionRepository(
        source: source, credentials: CredentialsAccess(user: { nil })))
  }
}

private struct GivenToken: TokenSource {
  let token: String
  func accessToken() async throws -> String { token }
  func replacement(for rejected: String) async throws -> String? { nil }
}
