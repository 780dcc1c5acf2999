import Foundation
import GradesClient
import GradesConfiguration
import GradesCore
import GradesServer
import Logging
import Terminal

/// Makes the live types of a run, the only code to do so. Nothing connects, opens or starts before
/// it is used.
struct Services: Sendable {
  /// What is asked of the service and of what is stored.
  private(set) var repository: Repository
  let cache: SnapshotCache
  let log: ChangeLog
  /// The service itself, for what is never answered from the cache: editing.
  let api: GradesAPI
  /// The service whose requests are sent once, without repetitions.
  private let once: GradesAPI
  /// Sends the request that shows whether the service is there, on a connection of its own.
  private let knocker: any HTTPTransport
  let authenticator: Authenticator
  let credentials: FileCredentialStore
  let embedded: EmbeddedTransport?
  let transport: any HTTPTransport

  private let sessionCredentials: CredentialsAccess

  init(
    configuration: GradesConfiguration, paths: Paths, credentials: FileCredentialStore,
    environment: [String: String], language: ServiceLanguage, access: Access, logger: Logger,
    notify: @escaping @Sendable (CacheNotice) -> Void,
    notifyLog: @escaping @Sendable (CacheNotice) -> Void,
    notifyDamage: @escaping @Sendable (DraftDamage) -> Void, now: @escaping @Sendable () -> Date,
    requestClock: RequestClock, silenceLimit: Duration,
    timeLimit: Duration?
  ) {
    var options = CurlTransport.Options(environment: environment)
    options.connectTimeLimit = configuration.timeouts.connect
    options.requestTimeLimit = configuration.timeouts.request
    let silence = SilenceLimit(silenceLimit, whole: timeLimit.map { $0 * 0.8 })
    let curl = CurlTransport(options: options) { silence.noteProgress() }
    options.readsCertificates = true
    let knocker = CurlTransport(options: options)
    var demo: EmbeddedTransport?
    if configuration.host.isEmbedded {
      var service = EmbeddedService.Options()
      service.dataFile = paths.demoDataFile
      service.redirectURIs.append(EmbeddedTransport.redirectURI.absoluteString)
      service.now = now
      demo = EmbeddedTransport(inner: curl, options: service)
    }
    embedded = demo
    transport = demo ?? curl
    self.knocker = demo ?? knocker
    let addresses = configuration.addresses ?? EmbeddedTransport.addresses
    var retry = RetryPolicy.standard
    if let timeLimit { retry.totalTimeLimit = min(retry.totalTimeLimit, timeLimit) }
    let client = HTTPClient(
      transport: transport, retry: retry, clock: requestClock, logger: logger)
    let host = configuration.host.identity
    var clientConfiguration = OAuthConfiguration(
      authorizeURL: addresses.authorize, tokenURL: addresses.token,
      checkTokenURL: addresses.checkToken, clientID: configuration.clientID,
      clientSecret: configuration.clientSecret,
      redirectURI: embedded == nil ? configuration.redirectURI : EmbeddedTransport.redirectURI,
      scopes: configuration.scopes, writeScopes: configuration.writeScopes,
      serviceAccountScopes: configuration.serviceAccountScopes, host: host)
    // A profile is used where it is named.
    clientConfiguration.becomesDefault = configuration.host.profile == nil
    authenticator = Authenticator(
      configuration: clientConfiguration, store: credentials, client: client,
      givenToken: configuration.givenToken, now: now)
    cache = SnapshotCache(file: paths.cacheFile, notify: notify)
    log = ChangeLog(file: paths.logFile, notify: notifyLog)
    api = GradesAPI(
      baseURL: addresses.api, client: client, authenticator: authenticator)
    once = GradesAPI(
      baseURL: addresses.api,
      client: HTTPClient(
        transport: transport, retry: .never, clock: requestClock, logger: logger),
      authenticator: authenticator)
    self.credentials = credentials
    sessionCredentials = CredentialsAccess(
      authenticator, serviceAccount: Username(configuration.clientID ?? ""))
    let source = SnapshotSource(
      api: api, cache: cache, log: log, host: host, language: language, access: access,
      silence: silence, now: now)
    repository = Repository(
      source: source, session: SessionRepository(source: source, credentials: sessionCredentials),
      drafts: DraftStore(file: paths.draftsFile, now: now, notify: notifyDamage))
  }

  var session: SessionRepository { repository.session }
  var drafts: DraftStore { repository.drafts }

  /// The same services, whose names come in another language.
  func with(language: ServiceLanguage) -> Services {
    var next = self
    let source = repository.source.with(language: language)
    next.repository = Repository(
      source: source, session: SessionRepository(source: source, credentials: sessionCredentials),
      drafts: drafts)
    return next
  }

  func keepingItems(of user: Username) -> GradesAPI { repository.source.keepingItems(of: user) }

  func askOnce(_ request: ServiceRequest) async throws -> HTTPResponse {
    try await once.call(request)
  }

  /// Sends a request without a login, whose response of any status shows that the service is there.
  func knock() async throws -> HTTPResponse {
    let client = HTTPClient(transport: knocker, retry: .never)
    return try await client.exchange(
      HTTPRequest(url: api.baseURL.appending(path: "public/semester-code")))
  }

  /// Allows requests to a service that was unavailable, because the user requested it.
  func tryAgain() { repository.source.outage.forget() }

  func close() async { await embedded?.stop() }
}

extension Logger {
  static let silent = Logger(label: "grades") { _ in SwiftLogNoOpLogHandler() }

  /// Writes a line for each note (`--verbose`).
  static func writing(to write: @escaping @Sendable (String) -> Void) -> Logger {
    var logger = Logger(label: "grades") { _ in LineLogHandler(write: write) }
    logger.logLevel = .debug
    return logger
  }
}

private struct LineLogHandler: LogHandler {
  let write: @Sendable (String) -> Void
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.debug

  init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    write("> \(SafeText.singleLine(event.message.description))\n")
  }
}
