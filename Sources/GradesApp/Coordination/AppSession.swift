import Foundation
import GradesClient
import GradesConfiguration
import GradesCore
import GradesLocalization
import Terminal

/// What the scenes of one run of the terminal app share: the services, the settings and the language,
/// each of which the user may change while it runs.
@MainActor
final class AppSession {
  /// What a session uses of the program around it.
  struct Environment {
    let printer: Printer
    /// Whether requests are allowed.
    let access: Access
    /// The path of the user's configuration file.
    let configurationFile: String
    let settings: SettingsRepository
    /// What remembers the scene of a host that was visible last.
    let lastScene: (ServiceHost) -> LastScene
    let clipboard: Clipboard
    /// The user's editor, if there is one.
    let editor: ExternalEditor?
    /// The signals that end the program while another one has its terminal.
    let endingSignals: Interrupts
    let requestClock: RequestClock
    let timeZone: TimeZone?
    let now: @Sendable () -> Date
  }

  /// The host with its services, the settings and the language now.
  private(set) var state: RunState
  private let environment: Environment
  /// The settings of all runs.
  private var settings: Settings
  /// The semester that is chosen for this run, first by the command line; nil: that of the settings.
  private var semester: SemesterChoice?
  /// Whether the next login requests the permission to change grades.
  var requestsWriting = false
  /// As whom to log in to the demo at once.
  private var demoUser: DemoUser?
  /// Whether the app shows the demo, whose logins are none of other runs.
  private let isDemonstration: Bool
  /// Where to go after the first login.
  private var deepLink: Scene?

  /// Makes a session with the command line's options.
  ///
  /// - Parameters:
  ///   - semester: the semester of the command line.
  ///   - demoUser: as whom it logs in to the demo.
  ///   - deepLink: the scene that it names, for the time after the login.
  init(
    _ state: RunState, in environment: Environment, semester: SemesterChoice? = nil,
    demoUser: DemoUser? = nil, deepLink: Scene? = nil
  ) {
    self.demoUser = demoUser
    isDemonstration = demoUser != nil
    self.deepLink = deepLink == .login ? nil : deepLink
    self.environment = environment
    settings = state.settings
    self.semester = semester
    self.state = state
    show(settings)
  }

  /// What the scenes of a course pass on to each other, for one user at one host.
  private(set) var courses = CourseMemory()

  /// The drafts that reviews leave out, of each user.
  let skippedDrafts = SkippedDrafts()

  private var copying: Task<Void, Never>?
  private var waitingCopy: String?

  /// Copies a text to the desktop's clipboard in the background. Of texts that wait for the one before, only
  /// the last is copied.
  func copy(_ text: String) {
    waitingCopy = text
    guard copying == nil else { return }
    let clipboard = environment.clipboard
    copying = Task {
      while let text = waitingCopy {
        waitingCopy = nil
        await clipboard.copy(text)
      }
      copying = nil
    }
  }

  /// Waits until the last text is copied.
  func finishCopying() async { await copying?.value }

  /// The user's editor, if there is one.
  var editor: ExternalEditor? { environment.editor }

  /// The signals that end the program while another one has its terminal.
  var endingSignals: Interrupts { environment.endingSignals }

  /// The printer of the run.
  var printer: Printer { environment.printer }

  /// The host in use.
  var host: ServiceHost { state.configuration.host }

  /// The title of a scene, which says so when its data are made up.
  func marked(_ title: SceneTitle) -> SceneTitle {
    guard host.isEmbedded else { return title }
    let mark = StyledText(state.strings(.demoMark), .warning) + StyledText(" · ", .quiet)
    var marked = title
    marked.leading = mark + title.leading
    marked.leastLeading = title.leastLeading.map { $0 + mark.displayWidth }
    return marked
  }

  /// The path of the user's configuration file.
  var configurationFile: String { environment.configurationFile }

  /// Settles unconfirmed changes in the background; does nothing offline or without a login.
  func draftConfirmation(_ report: @escaping (PublishReport) -> Void) -> DraftConfirmation? {
    guard isOnline else { return nil }
    return DraftConfirmation(
      { [self] in state.gradebooks }, clock: environment.requestClock, report: report)
  }

  /// Whether requests are allowed.
  var isOnline: Bool { environment.access == .online }

  /// Lets the next request reach a service that was not available a moment ago.
  func tryAgain() { state.services.tryAgain() }

  /// The words of a frame that is drawn now.
  var words: SceneWords {
    SceneWords(state.strings, timeZone: environment.timeZone, now: environment.now())
  }

  /// A failure as a sentence of the app, which has a key where the shell has a command.
  ///
  /// - Parameter keys: the names of the keys for logging in.
  func sentence(for failure: Failure, logIn keys: String = "L") -> String {
    switch failure.serviceError {
    case .notSignedIn(.noCredentials)?: return state.strings(.appNotLoggedIn, [.key: .text(keys)])
    case .notSignedIn?: return state.strings(.appLoginEnded, [.key: .text(keys)])
    default:
      let isOffline = environment.access == .offline
      return failureSentence.sentence(
        for: isOffline && failure == .nothingStored(offline: false)
          ? .nothingStored(offline: true) : failure)
    }
  }

  private var failureSentence: FailureSentence {
    FailureSentence(
      state.strings, host: host, configurationFile: configurationFile, dates: words.dates,
      isTokenGiven: state.configuration.givenToken != nil)
  }

  /// The reason for stale data, where requests are allowed.
  func staleness(since: Date) -> Sentence {
    words.dates.staleness(since: since, at: environment.now(), isOffline: !isOnline)
  }

  /// What was thrown as a failure; when the embedded service could not be started, that is why.
  func failure(_ error: any Error) -> Failure {
    let failure = Failure(error)
    return failure == .cancelled ? failure : state.services.embedded?.problem ?? failure
  }

  /// As whom to log in to the demo without a question, the first time.
  func takeDemoUser() -> DemoUser? {
    defer { demoUser = nil }
    return demoUser
  }

  /// Whether the command line named a scene that has not been opened yet.
  var hasDeepLink: Bool { deepLink != nil }

  /// The scenes to open after a login: the first time those that the command line named.
  func takeDeepLink() async throws -> [Scene] {
    defer { deepLink = nil }
    return try await deepLink?.completed(by: code, group).stack ?? [.courses]
  }

  private func group(_ typed: GroupID, in course: CourseCode) async throws -> GroupID {
    guard typed != .usual else { return typed }
    do {
      return try await state.services.group(
        typed.rawValue, in: CourseContext(course, in: state.settings.semester))
    } catch let error as GradesError where error.isUnavailability {
      // The scene says why there is nothing to show.
      return typed
    }
  }

  private func code(_ typed: CourseCode) async throws -> CourseCode {
    if isOnline { state.services.transport.prepare() }
    return try await state.services.resolver.code(for: typed.rawValue, in: state.settings.semester)
  }

  /// The user who is logged in; nil when no user is, or when the service cannot be asked.
  func username() async -> Username? { try? await state.services.session.user().username }

  /// The configurations of all hosts; without those whose configuration has a mistake.
  var loginHosts: [GradesConfiguration] {
    ServiceHost.Name.allCases.compactMap { name in
      name == host.name ? state.configuration : try? state.configuration(at: name.rawValue)
    }
  }

  /// A host to log in to: the one in use with its services, another one with services of its own.
  /// Throws a `ConfigurationError`.
  func loginTarget(_ name: ServiceHost.Name, isEmbedded: Bool) throws -> LoginTarget {
    let isCurrent = host.name == name && host.isEmbedded == isEmbedded
    let next = isCurrent ? state : try state.moved(to: name.rawValue)
    let login = next.hostLogin.forWriting(requestsWriting)
    return LoginTarget(
      host: next.configuration.host, isCurrent: isCurrent,
      login: isDemonstration && isEmbedded ? login.leavingDefault : login,
      services: next.services, use: { await self.move(to: next) })
  }

  /// Takes up the settings of all runs, with the semester of this one.
  private func show(_ settings: Settings) {
    self.settings = settings
    var shown = settings
    if let semester { shown.semester = semester }
    state = state.with(shown)
  }

  /// Changes a setting for all runs; from now on it counts more than the command line. Returns the settings, which
  /// another process may have changed, too. Throws a ``SettingsProblem``; nothing has changed then.
  func change(_ key: SettingKey, _ body: (inout Settings) -> Void) throws -> Settings {
    let changed = try environment.settings.change(body)
    if key == .semester { semester = nil }
    if key == .language { state = state.withoutLanguageFlag }
    show(changed)
    return changed
  }

  /// Shows a semester until the app is quit. Returns whether it differs from that of the settings.
  func view(_ choice: SemesterChoice) -> Bool {
    semester = choice
    show(settings)
    return choice != settings.semester
  }

  /// Goes on with other services, which are ready; ends what those before had started.
  private func move(to next: RunState) async {
    let old = state.services
    state = next
    courses = CourseMemory()
    if old.authenticator !== next.services.authenticator { await old.close() }
  }

  /// The response to another user's login in another window; nil without one.
  func changeOfUser() async -> Response? {
    await state.services.authenticator.otherUser() == nil ? nil : await changeUser()
  }

  /// Switches to the user who is logged in now. Nothing of the previous user stays visible, and
  /// nothing that they have drafted is sent under another name.
  func changeUser() async -> Response {
    await move(to: state.forAnotherUser)
    let opening = Response.leave(.restart([.courses]))
    guard let user = try? await state.services.session.user() else { return opening }
    return .several([
      opening, .say(Sentence(.appOtherUser, [.name: .text(user.fullName)])),
    ])
  }

  /// Remembers the scenes that are open at the end.
  func remember(_ stack: [Scene]) {
    guard let scene = stack.last, scene != .login else { return }
    environment.lastScene(state.configuration.host).write(scene)
  }
}
