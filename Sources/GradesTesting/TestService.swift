import Foundation
import GradesClient
import GradesServer

/// The embedded service with switches for what tests need: faults, a log of its requests, and
/// changes of its data without a request.
///
/// It listens on a port of 127.0.0.1, for programs in other processes, and answers requests in this process
/// over ``transport``.
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

  /// Sends requests to the service in this process, without a connection. Faults apply as they do over the port.
  public var transport: any HTTPTransport { InProcessTransport(handler: service.handler) }

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
      service: service, control: Control(service: service, interceptor: interceptor))
  }

  /// Runs a test with a service of its own, which is stopped at the end.
  public static func run<Result>(
    _ options: EmbeddedService.Options = .init(), isolation: isolated (any Actor)? = #isolation,
    _ test: (TestService) async throws -> sending Result
  ) async throws -> sending Result {
    let service = try await start(options)
    do {
      let result = try await test(service)
      await service.stop()
      return result
    } catch {
      await service.stop()
      throw error
    }
  }

  /// The client of a user who is logged in, such as `DemoAccounts.teacher`.
  ///
  /// - Parameters:
  ///   - username: a user of the sample data
  ///   - transport: how requests are sent; nil means ``transport``
  ///   - language: of names and texts
  /// - Throws: ``Control/Failure/unknownUser``
  public func grades(
    as username: Username, over transport: (any HTTPTransport)? = nil,
    language: ServiceLanguage? = .english
  ) async throws -> GradesAPI {
    let token = try await control.issueTokens(username: username.rawValue).access
    return GradesAPI(
      baseURL: apiURL,
      client: HTTPClient(transport: transport ?? self.transport, retry: .never),
      authenticator: GivenToken(token), language: language)
  }

  /// Stops listening, closes all connections and the database; hanging requests end.
  public func stop() async {
    control.removeFaults()
    await service.stop()
  }
}
