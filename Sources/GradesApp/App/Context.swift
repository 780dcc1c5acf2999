import Foundation
import GradesClient
import GradesConfiguration
import GradesCore
import GradesLocalization
import Terminal

/// What a command works with: made once a run, and nothing in it costs anything before it is used.
struct Context: Sendable {
  let printer: Printer
  private(set) var strings: Strings
  private(set) var configuration: GradesConfiguration
  let paths: Paths
  private(set) var settings: Settings
  private(set) var services: Services
  let browser: Browser
  /// Whether requests are allowed.
  let access: Access
  let environment: [String: String]
  let now: @Sendable () -> Date
  /// The clock of everything that waits.
  let requestClock: RequestClock
  let timeZone: TimeZone
  /// Whether requests and details of failures are shown.
  let isVerbose: Bool
  private let flags: GradesConfiguration.Flags
  private var languageFlag: Language?
  private let makeServices: @Sendable (GradesConfiguration, Strings) -> Services

  /// Resolves the configuration and the settings; throws where one of them has a mistake.
  init(
    for command: any AppCommand, streams: Streams, environment: Environment,
    now: @escaping @Sendable () -> Date, requestClock: RequestClock, browser: Browser
  ) async throws {
    let options = command.shared
    self.environment = environment.variables
    paths = try environment.paths ?? Paths(environment: environment.variables)
    let stored = SettingsRepository(file: paths.settingsFile)
    settings =
      try environment.settings
      ?? (command.correctsSettings ? stored.settingsWithoutMistakes() : stored.settings())
    if let language = options.language, Language(rawValue: language) == nil {
      throw Failure.invalidOption(
        "--lang", typed: language, allowed: Language.allCases.map(\.rawValue))
    }
    let demo = ServiceHost.Name.demo.rawValue
    if command.usesEmbeddedService, let host = options.host, host != demo {
      throw Failure.invalidOption("--host", typed: host, allowed: [demo])
    }
    strings = .load(environment.language)
    access = command.access
    isVerbose = options.verbose
    timeZone = self.environment["TZ"].flatMap { TimeZone(identifier: $0) } ?? .current
    self.now = now
    self.requestClock = requestClock
    self.browser = browser
    let strings = strings
    let file = paths.cacheFile.path
    let errorCapture = StandardErrorCapture(streams)
    var credentials = FileCredentialStore(
      file: paths.credentialsFile,
      keyring: SecretTool(environment: self.environment, clock: requestClock)
    ) { aside in
      let sentence = strings(.errorCredentialsDamaged, [.file: .text(aside.path)])
      errorCapture.notice(SafeText.singleLine(sentence))
    }
    var flags = GradesConfiguration.Flags(
      host: options.host, timeout: options.timeout, noColor: options.noColor,
      usesEmbeddedService: command.usesEmbeddedService)
    // Without a word about the host, the one that the user signed in to last.
    if flags.host == nil, (self.environment["GRADES_HOST"] ?? "").isEmpty,
      !flags.usesEmbeddedService,
      let last = try await credentials.lastHost()
    {
      flags.host = String(last.prefix { $0 != " " })
    }
    self.flags = flags
    languageFlag = options.language.flatMap(Language.init(rawValue:))
    let configuration = try GradesConfiguration(
      flags: flags, environment: self.environment, paths: paths)
    self.configuration = configuration
    credentials = credentials.fillingKeyring(configuration.credentialStore == .keyring)
    let printer = Printer(errorCapture, noColour: configuration.noColor)
    self.printer = printer
    makeServices = {
      [paths, access, credentials, zone = timeZone, variables = self.environment]
      configuration, strings in
      Services(
        configuration: configuration, paths: paths, credentials: credentials,
        environment: variables,
        language: strings.serviceLanguage, access: access,
        logger: options.verbose ? .writing(to: printer.streams.err) : .silent,
        notify: { notice in
          switch notice {
          case .rebuilt: printer.notice(strings(.cacheRebuilt))
          case .unavailable: printer.notice(strings(.cacheUnusable, [.file: .text(file)]))
          }
        },
        notifyDamage: { record in
          let problem = FileProblem(path: paths.draftsFile.path, kind: .recordDamaged(record))
          let sentence = FailureSentence(
            strings, host: configuration.host,
            configurationFile: paths.configurationFile.path,
            dates: DateText(strings, timeZone: zone)
          ).sentence(for: .file(problem))
          printer.notice(SafeText.singleLine(sentence))
        }, now: now, requestClock: requestClock)
    }
    services = makeServices(configuration, strings)
  }

  /// The same run after its settings were changed; a language that the command line or the
  /// environment demands stays.
  func with(_ settings: Settings) -> Context {
    var next = self
    next.settings = settings
    let language = Language.resolve(
      flag: languageFlag, setting: settings.language.flatMap { Language(rawValue: $0.rawValue) },
      environment: environment)
    guard language != strings.language else { return next }
    next.strings = .load(language)
    next.services = services.with(language: next.strings.serviceLanguage)
    return next
  }

  /// The same run, in which the command line demands no language.
  var withoutLanguageFlag: Context {
    var next = self
    next.languageFlag = nil
    return next
  }

  /// The configuration of this run at another host. Throws a `ConfigurationError`.
  func configuration(at host: String) throws(ConfigurationError) -> GradesConfiguration {
    var flags = flags
    flags.host = host
    flags.usesEmbeddedService = host == ServiceHost.Name.demo.rawValue
    return try GradesConfiguration(flags: flags, environment: environment, paths: paths)
  }

  /// The same run at another host, with services of its own. Throws a `ConfigurationError`.
  func moved(to host: String) throws(ConfigurationError) -> Context {
    var next = self
    next.configuration = try configuration(at: host)
    next.services = makeServices(next.configuration, strings)
    return next
  }

  /// The same run with a token that its services use and do not store.
  func using(token: String) -> Context {
    var next = self
    next.configuration = configuration.using(token: token)
    next.services = makeServices(next.configuration, strings)
    return next
  }

  /// The same run for the current user, with services of its own, which have no state of the
  /// previous user.
  var forAnotherUser: Context {
    var next = self
    next.services = makeServices(configuration, strings)
    return next
  }

  /// The semester of an option, else of the settings.
  func semester(_ flag: String?) throws -> SemesterChoice {
    guard let flag else { return settings.semester }
    guard let choice = SemesterChoice(flag) else { throw Failure.unknownSemester(typed: flag) }
    return choice
  }

  /// Dates in the language and the time zone of the run.
  var dates: DateText { DateText(strings, timeZone: timeZone) }
}
