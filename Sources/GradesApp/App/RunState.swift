import Foundation
import GradesClient
import GradesConfiguration
import GradesCore
import GradesLocalization

/// What may change while the app runs: the host with its services, the settings and the language. A command
/// has one state; making one costs nothing before its services are used.
struct RunState: Sendable {
  private(set) var strings: Strings
  private(set) var configuration: GradesConfiguration
  private(set) var settings: Settings
  private(set) var services: Services
  private var languageFlag: Language?
  private var hints: CommandHints
  private let flags: GradesConfiguration.Flags
  private let environment: [String: String]
  private let paths: Paths
  private let now: @Sendable () -> Date
  private let makeServices: @Sendable (GradesConfiguration, Strings) -> Services

  /// Makes the first state of a run.
  ///
  /// - Parameters:
  ///   - hints: the commands of the sentences.
  ///   - languageFlag: the language that the command line demands.
  ///   - makeServices: makes the services of a configuration in a language.
  init(
    strings: Strings, hints: CommandHints, configuration: GradesConfiguration,
    settings: Settings,
    flags: GradesConfiguration.Flags, languageFlag: Language?, environment: [String: String],
    paths: Paths, now: @escaping @Sendable () -> Date,
    makeServices: @escaping @Sendable (GradesConfiguration, Strings) -> Services
  ) {
    self.strings = strings
    self.hints = hints
    self.configuration = configuration
    self.settings = settings
    self.flags = flags
    self.languageFlag = languageFlag
    self.environment = environment
    self.paths = paths
    self.now = now
    self.makeServices = makeServices
    services = makeServices(configuration, strings)
  }

  /// The same state after its settings were changed; a language that the command line or the
  /// environment demands stays.
  func with(_ settings: Settings) -> RunState {
    var next = self
    next.settings = settings
    let language = Language.resolve(
      flag: languageFlag, setting: settings.language.flatMap { Language(rawValue: $0.rawValue) },
      environment: environment)
    guard language != strings.language else { return next }
    next.strings = strings.translated(to: language)
    next.services = services.with(language: next.strings.serviceLanguage)
    return next
  }

  /// The same state, in which the command line demands no language.
  var withoutLanguageFlag: RunState {
    var next = self
    next.languageFlag = nil
    return next
  }

  /// The configuration at another host. Throws a `ConfigurationError`.
  func configuration(at host: String) throws(ConfigurationError) -> GradesConfiguration {
    var flags = flags
    flags.host = host
    flags.usesEmbeddedService = host == ServiceHost.Name.demo.rawValue
    return try GradesConfiguration(flags: flags, environment: environment, paths: paths)
  }

  /// The state at another host, with services of its own. Throws a `ConfigurationError`.
  func moved(to host: String) throws(ConfigurationError) -> RunState {
    var next = self
    next.configuration = try configuration(at: host)
    next.hints = hints.moved(to: host)
    next.strings = next.hints.editing(strings)
    next.services = makeServices(next.configuration, next.strings)
    return next
  }

  /// The same state with a token that its services use and do not store.
  func using(token: String) -> RunState {
    var next = self
    next.configuration = configuration.using(token: token)
    next.services = makeServices(next.configuration, strings)
    return next
  }

  /// The state for the current user, with services of its own, which have no state of the
  /// previous user.
  var forAnotherUser: RunState {
    var next = self
    next.services = makeServices(configuration, strings)
    return next
  }

  // MARK: Parts

  /// Whether there are credentials for the host.
  func isSignedIn() async throws -> Bool {
    if configuration.givenToken != nil { return true }
    return try await services.credentials.credentials(for: configuration.host.identity) != nil
  }

  /// The ways to log in at the host.
  var hostLogin: HostLogin {
    HostLogin(
      authenticator: services.authenticator, session: services.session,
      embedded: services.embedded, pages: .translated(strings),
      timeLimit: configuration.timeouts.login)
  }

  /// The courses that the user edits.
  var gradebooks: Gradebooks {
    Gradebooks(
      host: configuration.host.identity, session: services.session, resolver: services.resolver,
      api: services.api, drafts: services.drafts, cache: services.cache,
      language: strings.serviceLanguage, now: now,
      quietPeriod: configuration.timeouts.quietPeriod / .seconds(1))
  }
}
