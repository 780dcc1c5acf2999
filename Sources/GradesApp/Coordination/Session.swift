import Foundation
import GradesClient
import GradesConfiguration
import GradesCore
import Terminal

/// What the scenes of one run of the terminal app share: the services, the settings and the language,
/// each of which the user may change while it runs.
@MainActor
final class Session {
  /// The host with its services, the settings and the language now.
  private(set) var context: Context
  private var settings: Settings
  /// The semester that is chosen for this run, first by the command line; nil: that of the settings.
  private var semester: SemesterChoice?
  /// Whether the next login requests the permission to change grades.
  var requestsWriting = false
  private var demoUser: DemoUser?
  /// Whether the app shows the demo, whose logins are none of other runs.
  private let isDemonstration: Bool
  private var deepLink: Scene?

  /// Makes a session with the command line's options; the scene that it names is for the time after the login.
  init(
    _ context: Context, semester: SemesterChoice? = nil, demoUser: DemoUser? = nil,
    deepLink: Scene? = nil
  ) {
    self.demoUser = demoUser
    isDemonstration = demoUser != nil
    self.deepLink = deepLink == .login ? nil : deepLink
    settings = context.settings
    self.semester = semester
    self.context = context
    show(settings)
  }

  /// What the scenes of a course pass on to each other, for one user at one host.
  private(set) var courses = CourseMemory()

  let skippedDrafts = SkippedDrafts()

  private var copying: Task<Void, Never>?

  /// Copies a text to the desktop's clipboard in the background, in place of one that is being copied.
  func copy(_ text: String) {
    let (clipboard, before) = (Clipboard(environment: context.environment), copying)
    before?.cancel()
    copying = Task {
      await before?.value
      await clipboard.copy(text)
    }
  }

  func finishCopying() async { await copying?.value }

  var host: ServiceHost { context.configuration.host }

  /// The title of a scene, which says so when its data are made up.
  func marked(_ title: SceneTitle) -> SceneTitle {
    guard host.isEmbedded else { return title }
    let mark = StyledText(context.strings(.demoMark), .warning) + StyledText(" · ", .quiet)
    var marked = title
    marked.leading = mark + title.leading
    marked.leastLeading = title.leastLeading.map { $0 + mark.displayWidth }
    return marked
  }

  var services: Services { context.services }

  var isOnline: Bool { context.access == .online }

  var words: SceneWords { context.words }

  /// A failure as a sentence of the app, which has a key where the shell has a command.
  func sentence(for failure: Failure, logIn keys: String = "L") -> String {
    switch failure.serviceError?.reason {
    case .notSignedIn(.noCredentials)?:
      return context.strings(.appNotLoggedIn, [.key: keys])
    case .notSignedIn?: return context.strings(.appLoginEnded, [.key: keys])
    default:
      return context.sentence(
        for: !isOnline && failure == .nothingStored(offline: false)
          ? .nothingStored(offline: true) : failure)
    }
  }

  func staleness(since: Date) -> Sentence {
    words.dates.staleness(since: since, at: context.now(), isOffline: !isOnline)
  }

  /// What was thrown as a failure; when the embedded service could not be started, that is why.
  func failure(_ error: any Error) -> Failure {
    let failure = Failure(error)
    return failure == .cancelled ? failure : services.embedded?.problem ?? failure
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
    if typed == .usual { return typed }
    return try await services.groupIfKnown(
      typed, in: CourseContext(course, in: context.settings.semester))
  }

  private func code(_ typed: CourseCode) async throws -> CourseCode {
    if isOnline { services.transport.prepare() }
    return try await services.repository.courseCode(
      for: typed.rawValue, in: context.settings.semester)
  }

  func username() async -> Username? { try? await services.session.user().username }

  /// The configurations of all hosts; without those whose configuration has a mistake.
  var loginHosts: [GradesConfiguration] {
    ServiceHost.Name.allCases.compactMap { name in
      name == host.name ? context.configuration : try? context.configuration(at: name.rawValue)
    }
  }

  /// The run at a host to log in to: the one in use, or another one with services of its own. Throws a
  /// `ConfigurationError`.
  func context(at name: ServiceHost.Name, isEmbedded: Bool) throws -> Context {
    host.name == name && host.isEmbedded == isEmbedded
      ? context : try context.moved(to: name.rawValue)
  }

  func login(in target: Context) -> HostLogin {
    target.hostLogin(
      writing: requestsWriting,
      isDefault: !isDemonstration || !target.configuration.host.isEmbedded)
  }

  /// Takes up the settings of all runs, with the semester of this one.
  private func show(_ settings: Settings, isLanguageChosen: Bool = false) {
    self.settings = settings
    var shown = settings
    if let semester { shown.semester = semester }
    context = context.with(shown, isLanguageChosen: isLanguageChosen)
  }

  /// Changes a setting for all runs; from now on it counts more than the command line. Returns the settings, which
  /// another process may have changed, too. Throws a ``SettingsProblem``; nothing has changed then.
  func change(_ setting: Setting, _ body: (inout Settings) -> Void) throws -> Settings {
    let changed = try SettingsRepository(file: context.paths.settingsFile).change(body)
    if setting == .semester { semester = nil }
    show(changed, isLanguageChosen: setting == .language)
    return changed
  }

  /// Shows a semester until the app is quit, and says so where the settings have another one.
  func view(_ choice: SemesterChoice) -> Response {
    semester = choice
    show(settings)
    return choice == settings.semester ? .done : .say(Sentence(.semesterViewed))
  }

  /// Goes on with other services, which are ready; ends what those before had started.
  func move(to next: Context) async {
    let old = services
    context = next
    courses = CourseMemory()
    if old.authenticator !== next.services.authenticator { await old.close() }
  }

  func hasOtherUser() async -> Bool { await services.authenticator.otherUser() != nil }

  func greeting() async -> Response {
    guard let user = try? await services.session.user() else { return .done }
    return .say(Sentence(.appOtherUser, [.name: user.fullName]))
  }

  func remember(_ stack: [Scene]) {
    guard let scene = stack.last, scene != .login else { return }
    LastScene(file: context.paths.lastSceneFile(of: host)).write(scene)
  }

  func screen(_ scene: Scene) -> any SceneViewModel {
    let (context, settings, services) = (context, context.settings, context.services)
    func place(_ course: CourseCode) -> CourseContext {
      CourseContext(course, in: settings.semester)
    }
    switch scene {
    case .login: return LoginViewModel(self)
    case .courses: return CoursesViewModel(context) { self.context.settings.hidesUngraded }
    case .course(let code):
      return CourseViewModel(code, context, courses) { self.context.settings.hidesUngraded }
    case .plan(let code): return CourseViewModel(code, plans: true, context, courses) { false }
    case .group(let course, let group):
      return GroupViewModel(place(course), group: group, in: context, courses)
    case .student(let course, let student):
      return StudentViewModel(student, of: place(course), in: context, courses)
    case .studentSearch(let course): return StudentSearchViewModel(place(course), in: context)
    case .entry(let course, let group, let item):
      return EntryViewModel(place(course), group: group, item: item, in: context)
    case .structure(let course): return StructureViewModel(place(course), in: context)
    case .log(let course, let cell):
      // The history of a cell needs no other group than that in which it is.
      let group = cell == nil ? nil : courses.groups[course]
      return LogViewModel(
        .course(
          CourseLogQuery(
            course: course, semester: settings.semester, group: group ?? .all,
            item: cell?.identifier, student: cell?.username), services.repository,
          failure: { [shown = place(course)] in
            await services.failure(for: $0, in: shown)
          }))
    case .review(let course): return ReviewViewModel(course, in: context, skippedDrafts)
    case .history: return HistoryViewModel(context.gradebooks)
    case .notifications:
      return NotificationsViewModel(services.repository, courses: courses)
    case .changes:
      return LogViewModel(
        .results(settings.semester, services.repository, courses))
    case .study: return StudyViewModel(services.repository, courses) { self.settings.credits }
    case .settings: return SettingsViewModel { self.context }
    }
  }
}
