import Files
import Foundation
import GradesClient
import GradesConfiguration
import GradesServer
import Synchronization

/// Sends requests to the embedded service, which it starts with the first one.
///
/// The demo host's addresses in the configuration have port 0, because the real port is known only
/// when the service runs.
final class EmbeddedTransport: HTTPTransport {
  /// The addresses before the service runs.
  static let addresses = ServiceAddresses(
    api: address("/api/v1"), authorize: address("/oauth/authorize"),
    token: address("/oauth/token"), checkToken: address("/oauth/check_token"))

  /// Where browsers come back to: at any free port of this machine, because two demonstrations may
  /// run at a time.
  static let redirectURI = address("/callback")

  /// Why the service could not be started, which an HTTP client can only report as an outage.
  var problem: Failure? { state.withLock { $0.problem } }

  private struct State {
    var start: Task<EmbeddedService, any Error>?
    var problem: Failure?
  }

  private let state = Mutex(State())
  private let inner: any HTTPTransport
  private let options: EmbeddedService.Options

  init(inner: any HTTPTransport, options: EmbeddedService.Options) {
    self.inner = inner
    self.options = options
  }

  func prepare() { inner.prepare() }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    request.url = try await live(request.url)
    return try await inner.send(request)
  }

  func live(_ url: URL) async throws -> URL {
    guard url.port == 0, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return url
    }
    parts.port = try await running().apiURL.port
    return parts.url ?? url
  }

  /// Signs a person of the sample data in without the login pages.
  func credentials(of person: DemoAccounts.Person, writing: Bool) async throws -> Credentials {
    let running = try await running()
    let token = try await EmbeddedService.explainingFailures(of: options.dataFile) {
      try await running.issueToken(for: person.username, writing: writing)
    }
    guard let token else { throw GradesError.notFound }
    return Credentials(
      accessToken: token.token, refreshToken: token.refreshToken,
      expiresAt: Date(timeIntervalSince1970: Double(token.expiresAt) / 1000),
      receivedAt: running.now(), scopes: token.scopes.sorted())
  }

  private func running() async throws -> EmbeddedService {
    let start = state.withLock { state in
      let start =
        state.start ?? Task { [options] in try await EmbeddedService.starting(options) }
      state.start = start
      return start
    }
    do {
      let running = try await start.value
      state.withLock { $0.problem = nil }
      return running
    } catch {
      state.withLock { state in
        state.problem = Failure(error)
        // The cause may be gone before the next request.
        if state.start == start { state.start = nil }
      }
      throw GradesError.unreachable(.refused)
    }
  }

  private static func address(_ path: String) -> URL {
    URL(string: "http://127.0.0.1:0\(path)") ?? URL(filePath: path)
  }

  func stop() async {
    let start = state.withLock { state in
      defer { state.start = nil }
      return state.start
    }
    if let service = try? await start?.value { await service.stop() }
  }
}

extension EmbeddedService {
  /// Starts the service, whose data file need not have a folder yet; throws a ``Failure``.
  static func starting(_ options: Options) async throws -> EmbeddedService {
    try await explainingFailures(of: options.dataFile) { try await start(options) }
  }

  /// Turns errors of the data file, whose folder it makes, and of the start into a ``Failure``.
  static func explainingFailures<Value: Sendable>(
    of file: URL?, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    do {
      if let file { try PrivateFolder(of: file).make() }
      return try await body()
    } catch let error as StartError {
      throw Failure(error)
    } catch is CancellationError {
      throw Failure.cancelled
    } catch {
      // What is left concerns the file: SQLite's errors, a file of another program or version.
      throw file.map { file in
        Paths.isNowhere(file.path)
          ? Failure(.configuration, .errorHomeMissing)
          : Failure(.cannotWrite, .errorServerDataUnusable, [.file: file.path])
      } ?? Failure(error)
    }
  }
}
