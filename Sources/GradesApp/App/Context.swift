import Foundation
import GradesClient
import GradesConfiguration
import GradesCore
import GradesLocalization
import Terminal

/// What a command works with: made once a run, and nothing in it costs anything before it is used.
struct Context: Sendable {
  let printer: Printer
  let paths: Paths
  /// The host with its services, the settings and the language.
  private(set) var state: RunState
  let browser: Browser
  /// Whether requests are allowed.
  let access: Access
  let environment: [String: String]
  /// The signals that end the program.
  var interrupts = Interrupts.none
  let now: @Sendable () -> Date
  /// The clock of everything that waits.
  let requestClock: RequestClock
  /// The time zone that the environment names; nil is the computer's own.
  let timeZone: TimeZone?
  /// Whether long tables may be shown in the user's pager.
  let usesPager: Bool
  /// Whether requests and details of failures are shown.
  let isVerbose: Bool
  /// The mistakes of the configuration and the settings, where the command reports them.
  let mistakes: [Failure]

  /// Resolves the configuration and the settings; throws where one of them has a mistake.
  init(
    for command: any AppCommand, streams: Streams, environment: Environment,
    now: @escaping @Sendable () -> Date, requestClock: RequestClock, silenceLimit: Duration,
    browser: Browser
  ) async throws {
    let options = command.shared
    self.environment = environment.variables
    let loginUse = type(of: command).loginUse
    // What has to do with no login reads settings at most.
    paths =
      try environment.paths
      ?? (loginUse == .none ? Paths.missing : Paths(environment: environment.variables))
    let stored = SettingsRepository(file: paths.settingsFile)
    var mistakes: [Failure] = []
    let settings: Settings
    do {
      settings =
        try environment.settings
        ?? (command.correctsSettings ? stored.settingsWithoutMistakes() : stored.settings())
    } catch  where command.reportsMistakes {
      mistakes.append(Failure(error))
      settings = (try? stored.settingsWithoutMistakes()) ?? Settings()
    }
    if let language = options.language, Language(rawValue: language) == nil {
      throw Failure.invalidOption(
        "--lang", typed: language, allowed: Language.allCases.map(\.rawValue))
    }
    let demo = ServiceHost.Name.demo.rawValue
    if command.usesEmbeddedService, let host = options.host, host != demo {
      throw Failure.invalidOption("--host", typed: host, allowed: [demo])
    }
    let plain = Strings.load(environment.language)
    access = command.access
    isVerbose = options.verbose
    timeZone = self.environment["TZ"].flatMap { TimeZone(identifier: $0) }
    let isPlain = options.isPlain(in: self.environment)
    usesPager = !options.noPager && !isPlain
    self.now = now
    self.requestClock = requestClock
    self.browser = browser
    let file = paths.cacheFile.path
    let errorCapture = StandardErrorCapture(streams)
    var credentials = FileCredentialStore(
      file: paths.credentialsFile,
      keyring: SecretTool(environment: self.environment, clock: requestClock)
    ) { aside in
      let sentence = plain(.errorCredentialsDamaged, [.file: .text(aside.path)])
      errorCapture.notice(SafeText.singleLine(sentence))
    }
    if command.reportsMistakes { credentials = credentials.keepingDamage() }
    var flags = GradesConfiguration.Flags(
      host: options.host, profile: options.profile, timeout: options.timeout,
      colour: try options.colour() ?? (isPlain ? .never : nil),
      usesEmbeddedService: command.usesEmbeddedService)
    flags.tokenUse = type(of: command).tokenUse
    // Without a word about the host, the one that the user logged in to last.
    if flags.lacksHost(self.environment) {
      let profile = flags.usedProfile(self.environment)
      do {
        flags.host = try await credentials.usualLogin(of: profile).map(StoredLogins.hostName)
      } catch  where command.reportsMistakes {
        // The check of the login meets the same.
      } catch  where flags.givenToken(in: self.environment) != nil && access == .offline {
        // Without the login's host, a token must not be sent anywhere.
      }
    }
    let configuration: GradesConfiguration
    if command.reportsMistakes {
      let found = try GradesConfiguration.withoutMistakes(
        flags: flags, environment: self.environment, paths: paths)
      configuration = found.configuration
      mistakes += found.mistakes.map(Failure.configuration)
    } else {
      configuration = try GradesConfiguration(
        flags: flags, environment: self.environment, paths: paths)
    }
    self.mistakes = mistakes
    if options.profile != nil, configuration.givenToken != nil, loginUse != .none {
      throw Failure.exclusive("--profile", "GRADES_TOKEN")
    }
    if let profile = configuration.host.profile {
      if loginUse == .needed {
        try await credentials.check(profile, at: configuration.host, host: options.host)
      }
    }
    let hints = CommandHints(host: options.host, profile: configuration.host.profile)
    let strings = hints.editing(plain)
    credentials = credentials.fillingKeyring(configuration.credentialStore == .keyring)
    let printer = Printer(
      errorCapture, isPlain: isPlain, colour: configuration.colour, environment: self.environment,
      demoMark: configuration.host.isEmbedded ? DemoMark(strings(.demoTableMark)) : nil)
    self.printer = printer
    state = RunState(
      strings: strings, hints: hints, configuration: configuration, settings: settings,
      flags: flags,
      languageFlag: options.language.flatMap(Language.init(rawValue:)),
      environment: self.environment, paths: paths, now: now
    ) {
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
        notifyDamage: { damage in
          let problem = FileProblem(path: paths.draftsFile.path, kind: .draftDamage(damage))
          let sentence = FailureSentence(
            strings, host: configuration.host,
            configurationFile: paths.configurationFile.path,
            dates: DateText(strings, timeZone: zone)
          ).sentence(for: .file(problem))
          printer.notice(SafeText.singleLine(sentence))
        }, now: now, requestClock: requestClock,
        silenceLimit: silenceLimit,
        timeLimit: options.timeout.map { .seconds($0) })
    }
  }

  var strings: Strings { state.strings }
  var configuration: GradesConfiguration { state.configuration }
  var settings: Settings { state.settings }
  var services: Services { state.services }

  /// The same run in another state.
  func with(_ state: RunState) -> Context {
    var next = self
    next.state = state
    return next
  }

  /// The semester of an option, else of the settings.
  func semester(_ flag: String?) throws -> SemesterChoice {
    guard let flag else { return settings.semester }
    return try SemesterChoice(typed: flag, last: lastSemester)
  }

  /// The last semester that can be meant: the one after the current one.
  var lastSemester: SemesterCode? {
    let usual = SemesterCode(usually: .next, on: now())
    return [usual, services.session.storedSemester(.current)?.next].compactMap { $0 }.max()
  }

  /// Dates in the language and the time zone of the run.
  var dates: DateText { DateText(strings, timeZone: timeZone) }
}

extension SemesterChoice {
  /// Reads a semester as it was typed; throws a ``Failure`` for no semester, or one after the last.
  init(typed: String, last: SemesterCode?) throws {
    guard let choice = SemesterChoice(typed) else {
      throw Failure(.usage, .errorInvalidSemester, [.value: .text(typed)])
    }
    if case .code(let code) = choice, let last, code > last {
      throw Failure(
        .usage, .errorSemesterTooLate,
        [.value: .text(typed), .semester: .text(last.rawValue)])
    }
    self = choice
  }
}
