import Foundation
import GradesServer

/// The embedded service with switches for what tests need: faults, a log of its requests, and
/// changes of its data without a request.
public final class TestService: Sendable {
  /// `http://127.0.0.1:PORT/api/v1`
  public var apiURL: URL { service.apiURL }
  /// `http://127.0.0.1:PORT/oauth/authorize`
  public var authorizeURL: URL { service.authorizeURL }
  /// `http://127.0.0.1:PORT/oauth/token`
  public var tokenURL: URL { service.tokenURL }
  /// `http://127.0.0.1:PORT/oauth/check_token`
  public var checkTokenURL: URL { service.checkTokenURL }
  /// The port on which it listens.
  public var port: UInt16 { service.port }
  /// The switches.
  public let control: Control

  private let service: EmbeddedService

  private init(service: EmbeddedService, control: Control) {
    self.service = service
    self.control = control
  }

  /// Opens or fills the database and listens; returns when requests can come.
  ///
  /// - Throws: `EmbeddedService.StartError`, `StoreError`, or SQLite's error for a file that cannot
  ///   be used.
  public static func start(
    _ options: EmbeddedService.Options = .init()
  ) async throws -> TestService {
    let interceptor = FaultInterceptor(now: options.now)
    let service = try await EmbeddedService.start(options, interceptor: interceptor)
    return TestService(
      service: service,
      control: Control(
        interceptor: interceptor, store: service.store, registry: service.registry,
        lifetimes: service.lifetimes, now: options.now))
  }

  /// Stops listening, closes all connections and the database; hanging requests end.
  public func stop() async {
    control.removeFaults()
    await service.stop()
  }
}
