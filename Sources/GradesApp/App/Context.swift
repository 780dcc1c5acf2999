import Foundation
import GradesClient
import GradesConfiguration
import GradesCore
import GradesLocalization
import Terminal

/// What a command works with: made once a run, and nothing in it costs anything before it is used. The app has
/// another one after each change of the host, the user, the settings or the language.
struct Context: Sendable {
  let printer: Printer
  let paths: Paths
  private(set) var strings: Strings
  private(set) var configuration: GradesConfiguration
  private(set) var settings: Settings
  private(set) var services: Services
  let browser: Browser
  let access: Access
  let environment: [String: String]
  let interrupts: Interrupts
  let now: @Sendable () -> Date
  /// The clock of everything that waits.
  let requestClock: RequestClock
  /// The time zone that the environment names; nil is the computer's own.
  let timeZone: TimeZone?
  let usesPager: Bool
  let isVerbose: Bool
  /// The mistakes of the configuration and the settings, where the command reports them.
  let mistakes: [Failure]
  private var languageFlag: Language?
  private var hints: CommandHints
  private let flags: GradesConfiguration.Flags
  private let makeServices: @Sendable (GradesConfiguration, Strings) -> Services

  /// Resolves the configuration and the settings; throws where one of them has a mistake.
  init(for command: any AppCommand, _ app: App, _ environment: Environment) async throws {
    let options = command.shared
    self.environment = environment.variables
    let loginUse = type(of: command).loginUse
    paths = environment.paths
    let stored = SettingsRepository(file: paths.settingsFile)
    var mistakes: [Failure] = []
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
    timeZone = self.environment["TZ"].flatMap(TimeZone.init(variable:))
    let isPlain = options.isPlain(in: self.environment)
    usesPager = !options.noPager && !isPlain
    (now, requestClock) = (app.now, app.requestClock)
    (browser, interrupts) = (app.browser, app.interrupts)
    let file = paths.cacheFile.path
    let errorCapture = StandardErrorCapture(app.streams)
    let isHomeless = paths.lackHome
    // What has to do with no login stores nothing.
    if isHomeless, loginUse != .none { errorCapture.notice(plain(.errorHomeMissing)) }
    var credentials = FileCredentialStore(
      file: paths.credentialsFile,
      keyring: SecretTool(environment: self.environment, clock: requestClock)
    ) { aside in
      let sentence = plain(.errorCredentialsDamaged, [.file: aside.path])
      errorCapture.notice(SafeText.singleLine(sentence))
    }
    credentials.keepsDamage = command.reportsMistakes
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
    if command.reportsMistakes {
      let found = try GradesConfiguration.withoutMistakes(
        flags: flags, environment: self.environment, paths: paths)
      configuration = found.configuration
      mistakes += found.mistakes.map(Failure.configuration)
    } else {
      configuration = try GradesConfiguration(
        flags: flags, environment: self.environment, paths: paths)
    }
    if loginUse != .none, let token = configuration.givenToken, !token.isBearerToken {
      let failure = Failure(.configuration, .errorTokenGivenMalformed)
      guard command.reportsMistakes else { throw failure }
      mistakes.append(failure)
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
    self.flags = flags
    languageFlag = options.language.flatMap(Language.init(rawValue:))
    hints = CommandHints(host: options.host, profile: configuration.host.profile)
    strings = hints.editing(plain)
    credentials.fillsKeyring = configuration.credentialStore == .keyring
    let names = Strings.load(languageFlag ?? .english)
    let printer = Printer(
      errorCapture, isPlain: isPlain, colour: configuration.colour, environment: self.environment,
      demoMark: configuration.host.isEmbedded ? DemoMark(strings(.demoTableMark)) : nil,
      names: names)
    self.printer = printer
    makeServices = {
      [paths, access, credentials, zone = timeZone, variables = self.environment]
      configuration, strings in
      Services(
        configuration: configuration, paths: paths, credentials: credentials,
        environment: variables,
        language: (command.printsDocument ? names : strings).serviceLanguage, access: access,
        logger: options.verbose ? .writing(to: printer.streams.err) : .silent,
        notify: { notice in
          switch notice {
          case .rebuilt: printer.notice(strings(.cacheRebuilt))
          case .unavailable where isHomeless: break
          case .unavailable: printer.notice(strings(.cacheUnusable, [.file: file]))
          }
        },
        notifyLog: { notice in
          guard !isHomeless else { return }
          printer.notice(strings(notice == .rebuilt ? .logRebuilt : .logUnusable))
        },
        notifyDamage: { damage in
          let sentence = FailureSentence(
            strings, configuration, paths, DateText(strings, timeZone: zone)
          ).sentence(for: .drafts(damage, in: paths.draftsFile.path))
          printer.notice(SafeText.singleLine(sentence))
        }, now: app.now, requestClock: app.requestClock, silenceLimit: app.silenceLimit,
        timeLimit: options.timeout.map { .seconds($0) })
    }
    services = makeServices(configuration, strings)
  }

  // MARK: Another one

  /// The same run with other settings; a language that the command line or the environment demands stays.
  ///
  /// - Parameter isLanguageChosen: whether the language of the settings counts more than the command line.
  func with(_ settings: Settings, isLanguageChosen: Bool = false) -> Context {
    var next = self
    next.settings = settings
    if isLanguageChosen { next.languageFlag = nil }
    let language = Language.resolve(
      flag: next.languageFlag,
      setting: settings.language.flatMap { Language(rawValue: $0.rawValue) },
      environment: environment)
    guard language != strings.language else { return next }
    next.strings = strings.translated(to: language)
    next.services = services.with(language: next.strings.serviceLanguage)
    return next
  }

  /// The configuration at another host. Throws a `ConfigurationError`.
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
    next.hints = hints.moved(to: host)
    next.strings = next.hints.editing(strings)
    return next.renewed
  }

  func using(token: String) -> Context {
    var next = self
    next.configuration = configuration.using(token: token)
    return next.renewed
  }

  /// The same run with services of its own, which have no state of the previous user.
  var renewed: Context {
    var next = self
    next.services = makeServices(configuration, strings)
    return next
  }

  func isSignedIn() async throws -> Bool {
    if configuration.givenToken != nil { return true }
    return try await services.credentials.credentials(for: configuration.host.identity) != nil
  }

  func hostLogin(writing: Bool = false, isDefault: Bool = true) -> HostLogin {
    HostLogin(
      authenticator: services.authenticator, session: services.session,
      embedded: services.embedded, pages: .translated(strings),
      timeLimit: configuration.timeouts.login, isForWriting: writing, isDefault: isDefault)
  }

  var gradebooks: Gradebooks { Gradebooks(context: self) }

  var words: SceneWords { SceneWords(strings, timeZone: timeZone, now: now()) }

  func semester(_ flag: String?) throws -> SemesterChoice {
    guard let flag else { return settings.semester }
    return try SemesterChoice(typed: flag, last: lastSemester)
  }

  /// The last semester that can be meant: the one after the current one.
  var lastSemester: SemesterCode? {
    let usual = SemesterCode(usuallyOn: now())?.next
    return [usual, services.session.storedSemester(.current)?.next].compactMap { $0 }.max()
  }

  var dates: DateText { DateText(strings, timeZone: timeZone) }
}

extension SemesterChoice {
  /// Reads a semester as it was typed; throws a ``Failure`` for no semester, or one after the last.
  init(typed: String, last: SemesterCode?) throws {
    guard let choice = SemesterChoice(typed) else {
      throw Failure(.usage, .errorInvalidSemester, [.value: typed])
    }
    if case .code(let code) = choice, let last, code > last {
      throw Failure(.usage, .errorSemesterTooLate, [.value: typed, .semester: last])
    }
    self = choice
  }
}

extension TimeZone {
  /// Reads the variable `TZ`: the name of a zone or its file, after a colon or not, or rules of POSIX such
  /// as `CET-1CEST`, which the C library reads; of those the offset of today holds for all times.
  fileprivate init?(variable: String) {
    let text = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    let name = text.firstRange(of: "/zoneinfo/").map { String(text[$0.upperBound...]) } ?? text
    // Foundation reads the sign of such rules the other way round.
    if !name.hasPrefix("GMT+"), !name.hasPrefix("GMT-"), let zone = TimeZone(identifier: name) {
      self = zone
    } else if text.prefixMatch(of: #/(?:[A-Za-z]{3,}|<[^>]+>)[+-]?[0-9]/#) != nil {
      var (moment, local) = (time(nil), tm())
      tzset()
      localtime_r(&moment, &local)
      self.init(secondsFromGMT: local.tm_gmtoff)
    } else {
      return nil
    }
  }
}
