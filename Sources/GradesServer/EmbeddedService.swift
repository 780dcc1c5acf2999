import Foundation
import Loopback

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
    /// The number of students at the faculty, 10 to 100,000.
    public var students = 150
    /// The exact redirect URIs; one with port 0 allows all ports.
    public var redirectURIs = ["http://127.0.0.1:8765/callback"]
    /// How long an access token lives.
    public var accessTokenLifetime: Duration = .seconds(3600)
    /// How long a refresh token lives, from the login on.
    public var refreshTokenLifetime: Duration = .seconds(30 * 86_400)
    /// Whether every refresh gives a new refresh token and ends the old one.
    public var rotatesRefreshTokens = false
    /// Whether the password of each account also is an access token, for scripts that do not log in.
    public var acceptsPasswordsAsTokens = false
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
  package nonisolated let handler: RequestHandler
  package nonisolated let now: @Sendable () -> Date
  private let lifetimes: TokenLifetimes
  private let running: Task<Void, Never>
  private var isStopped = false

  private init(
    root: URL, port: UInt16, store: Store, registry: ClientRegistry, lifetimes: TokenLifetimes,
    handler: RequestHandler, now: @escaping @Sendable () -> Date, running: Task<Void, Never>
  ) {
    apiURL = root.appendingPathComponent("api/v1")
    authorizeURL = root.appendingPathComponent("oauth/authorize")
    tokenURL = root.appendingPathComponent("oauth/token")
    checkTokenURL = root.appendingPathComponent("oauth/check_token")
    self.port = port
    self.store = store
    self.registry = registry
    self.lifetimes = lifetimes
    self.handler = handler
    self.now = now
    self.running = running
  }

  /// Opens or fills the database and listens; returns when requests are accepted.
  ///
  /// - Throws: `StartError`, `StoreError`, or SQLite's error for a file that cannot be used.
  public static func start(_ options: Options = Options()) async throws -> EmbeddedService {
    try await start(options, interceptor: nil)
  }

  /// Fills a data file with the sample again, also one that another version has written; whatever uses the
  /// file at the time goes on with the new data.
  ///
  /// - Throws: `StoreError.foreignFile`, or SQLite's error for a file that cannot be used.
  public static func refill(_ file: URL, seed: UInt64 = 1, students: Int = 150) async throws {
    try await Store.refill(file, sample: SamplePlan(seed: seed, students: students))
  }

  /// Starts a service whose requests an interceptor sees first.
  package static func start(
    _ options: Options, interceptor: (any RequestInterceptor)?
  ) async throws -> EmbeddedService {
    let store = try await Store.open(
      file: options.dataFile,
      sample: SamplePlan(seed: options.seed, students: min(max(options.students, 10), 100_000)))
    let registry = ClientRegistry(redirectURIs: options.redirectURIs)
    let lifetimes = TokenLifetimes(
      access: milliseconds(options.accessTokenLifetime),
      refresh: milliseconds(options.refreshTokenLifetime), rotates: options.rotatesRefreshTokens)
    let now = options.now
    if options.acceptsPasswordsAsTokens {
      let end = milliseconds(now()) + 10 * 365 * 86_400_000
      try await store.write { try $0.keepPasswordTokens(of: DemoAccounts.people, until: end) }
    }
    let handler = RequestHandler(
      api: APIRoutes(store: store, registry: registry, now: now),
      authorization: AuthorizationRoutes(
        store: store, registry: registry, lifetimes: lifetimes, now: now),
      interceptor: interceptor)
    do {
      let listener = try LoopbackServer(port: options.port, mostConnections: 1000)
      guard let root = URL(string: "http://127.0.0.1:\(listener.port)/") else {
        throw StartError.cannotListen
      }
      return EmbeddedService(
        root: root, port: listener.port, store: store, registry: registry, lifetimes: lifetimes,
        handler: handler, now: now,
        running: Task {
          await listener.run { await handler.reply(to: $0, body: $1) }
        })
    } catch {
      try? store.close()
      throw startError(error, port: options.port)
    }
  }

  /// Signs a user in without the login pages, for the client `DemoAccounts.clientID`. Unlike a login it always
  /// makes new tokens. Nil where there is no such user.
  ///
  /// - Parameters:
  ///   - writing: whether the token may change grades.
  ///   - lifetime: of the access token; nil means the usual one.
  package func issueToken(
    for username: String, writing: Bool, lifetime: Duration? = nil
  ) async throws -> AccessTokenRow? {
    guard let client = registry.client(DemoAccounts.clientID) else { return nil }
    let scopes = writing ? client.scopes : [AccessScope.userRead]
    var lifetimes = lifetimes
    if let lifetime { lifetimes.access = milliseconds(lifetime) }
    let issuer = TokenIssuer(lifetimes: lifetimes, now: milliseconds(now()))
    return try await store.write { database in
      guard let person = try database.person(username) else { return nil }
      return try issuer.newToken(
        for: person.username, scopes: scopes, client: client, in: database)
    }
  }

  /// Stops listening, closes all connections and the database.
  public func stop() async {
    guard !isStopped else { return }
    isStopped = true
    running.cancel()
    await running.value
    try? store.close()
  }

  private static func startError(_ error: any Error, port: UInt16) -> StartError {
    guard let failure = error as? LoopbackServer.Failure else { return .cannotListen }
    return switch failure.code {
    case EADDRINUSE: .portInUse(port)
    case EACCES: .portNotAllowed(port)
    default: .cannotListen
    }
  }
}
