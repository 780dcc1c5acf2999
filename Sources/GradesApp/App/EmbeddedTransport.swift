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
  var problem: Failure? { failed.withLock { $0 } }

  private let failed = Mutex<Failure?>(nil)
  private let inner: any HTTPTransport
  private let service: SharedService

  init(inner: any HTTPTransport, options: EmbeddedService.Options) {
    self.inner = inner
    service = SharedService(options: options)
  }

  func prepare() { inner.prepare() }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    request.url = try await live(request.url)
    return try await inner.send(request)
  }

  /// The address with the port at which the service runs.
  func live(_ url: URL) async throws -> URL {
    guard url.port == 0, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return url
    }
    do {
      parts.port = try await service.running().apiURL.port
      failed.withLock { $0 = nil }
    } catch {
      failed.withLock { $0 = Failure(error) }
      throw GradesError.unreachable(.refused)
    }
    return parts.url ?? url
  }

  private static func address(_ path: String) -> URL {
    var parts = URLComponents()
    parts.scheme = "http"
    parts.host = "127.0.0.1"
    parts.port = 0
    parts.path = path
    return parts.url ?? URL(filePath: path)
  }

  /// Ends the service if it was started.
  func stop() async { await service.stop() }

  private actor SharedService {
    private let options: EmbeddedService.Options
    private var start: Task<EmbeddedService, any Error>?

    init(options: EmbeddedService.Options) { self.options = options }

    func running() async throws -> EmbeddedService {
      let start = start ?? Task { [options] in try await EmbeddedService.starting(options) }
      self.start = start
      do {
        return try await start.value
      } catch {
        // The cause may be gone before the next request.
        if self.start == start { self.start = nil }
        throw error
      }
    }

    func stop() async {
      if let start, let service = try? await start.value { await service.stop() }
      start = nil
    }
  }
}
