import FlyingFox
import FlyingSocks
import Foundation

/// The Grades service (Service contract) in this process: the API, the authorization server with
/// its pages, and one SQLite database with sample data; reachable from this machine only.
public actor EmbeddedService {
  /// The configuration of a service.
  public struct Options: Sendable {
    /// The port on 127.0.0.1; 0 takes a free one.
    public var port: UInt16 = 0
    /// The file of the data, filled when it is new; nil keeps the data in memory.
    public var dataFile: URL?
    /// The seed of the sample data: the same seed gives the same data.
    public var seed: UInt64 = 1
    /// The number of students at the faculty, 1 to 100,000.
    public var students = 150
    /// The exact redirect URIs; one with port 0 allows all ports.
    public var redirectURIs = ["http://127.0.0.1:8765/callback"]
    /// How long an access token lives.
    public var accessTokenLifetime: Duration = .seconds(3600)
    /// How long a refresh token lives, from the login on.
    public var refreshTokenLifetime: Duration = .seconds(30 * 86_400)
    /// Whether every refresh gives a new refresh token and ends the old one.
    public var rotatesRefreshTokens = false
    /// The service's clock.
    public var now: @Sendable () -> Date = { Date() }

    /// The default configuration: in memory, on a free port, 150 students.
    public init() {}
  }

  /// Why a service cannot start.
  public enum StartError: Error, Hashable, Sendable {
    /// Another program listens on the port.
    case portInUse(UInt16)
    /// The port needs rights that this user does not have.
    case portNotAllowed(UInt16)
    /// Listening failed for another reason.
    case cannotListen
  }

  /// `http://127.0.0.1:PORT/api/v1`
  public nonisolated let apiURL: URL
  /// `http://127.0.0.1:PORT/oauth/authorize`
  public nonisolated let authorizeURL: URL
  /// `http://127.0.0.1:PORT/oauth/token`
  public nonisolated let tokenURL: URL
  /// `http://127.0.0.1:PORT/oauth/check_token`
  public nonisolated let checkTokenURL: URL
  /// The port on which it listens.
  public nonisolated let port: UInt16

  package nonisolated let store: Store
  package nonisolated let registry: ClientRegistry
  package nonisolated let lifetimes: TokenLifetimes
  private let running: Task<Void, any Error>
  private var isStopped = false

  private init(
    root: URL, port: UInt16, store: Store, registry: ClientRegistry, lifetimes: TokenLifetimes,
    running: Task<Void, any Error>
  ) {
    apiURL = root.appendingPathComponent("api/v1")
    authorizeURL = root.appendingPathComponent("oauth/authorize")
    tokenURL = root.appendingPathComponent("oauth/token")
    checkTokenURL = root.appendingPathComponent("oauth/check_token")
    self.port = port
    self.store = store
    self.registry = registry
    self.lifetimes = lifetimes
    self.running = running
  }

  /// Opens or fills the database and listens; returns when requests are accepted.
  ///
  /// - Throws: `StartError`, `StoreError`, or SQLite's error for a file that cannot be used.
  public static func start(_ options: Options = Options()) async throws -> EmbeddedService {
    try await start(options, interceptor: nil)
  }

  /// Starts a service whose requests an interceptor sees first.
  package static func start(
    _ options: Options, interceptor: (any RequestInterceptor)?
  ) async throws -> EmbeddedService {
    let store = try await Store.open(
      file: options.dataFile,
      sample: SamplePlan(seed: options.seed, students: min(max(options.students, 1), 100_000)))
    let registry = ClientRegistry(redirectURIs: options.redirectURIs)
    let lifetimes = TokenLifetimes(
      access: milliseconds(options.accessTokenLifetime),
      refresh: milliseconds(options.refreshTokenLifetime), rotates: options.rotatesRefreshTokens)
    let now = options.now
    let handler = RequestHandler(
      api: APIRoutes(store: store, registry: registry, now: now),
      authorization: AuthorizationRoutes(
        store: store, registry: registry, lifetimes: lifetimes, now: now),
      interceptor: interceptor)
    do {
      let (port, running) = try await listen(on: options.port, handler)
      guard let root = URL(string: "http://127.0.0.1:\(port)/") else {
        throw StartError.cannotListen
      }
      return EmbeddedService(
        root: root, port: port, store: store, registry: registry, lifetimes: lifetimes,
        running: running)
    } catch {
      try? store.close()
      throw error
    }
  }

  /// Stops listening, closes all connections and the database.
  public func stop() async {
    guard !isStopped else { return }
    isStopped = true
    running.cancel()
    _ = try? await running.value
    try? store.close()
  }

  private static func listen(
    on port: UInt16, _ handler: RequestHandler
  ) async throws -> (port: UInt16, running: Task<Void, any Error>) {
    let server = HTTPServer(
      config: .init(
        address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: noTimeout,
        sharedRequestBufferSize: RequestHandler.bodyLimit,
        pool: NoDelaySocketPool(SocketPool(queue: PollQueue())),
        logger: .disabled), handler: handler)
    let listening = Task { try await server.waitUntilListening(timeout: noTimeout) }
    let running = Task {
      defer { listening.cancel() }
      try await server.run()
    }
    do {
      try await listening.value
    } catch {
      running.cancel()
      do { try await running.value } catch { throw startError(error, port: port) }
      throw StartError.cannotListen
    }
    guard case .ip4(_, let bound)? = await server.listeningAddress else {
      running.cancel()
      throw StartError.cannotListen
    }
    return (bound, running)
  }

  private static func startError(_ error: any Error, port: UInt16) -> StartError {
    guard case SocketError.failed(_, let code, _) = error else { return .cannotListen }
    return switch code {
    case EADDRINUSE: .portInUse(port)
    case EACCES: .portNotAllowed(port)
    default: .cannotListen
    }
  }

  /// Seconds after which a hanging request ends: longer than any test needs, and short enough to
  /// bound the timers of finished requests, which are not cancelled.
  private static let noTimeout: TimeInterval = 600
}
