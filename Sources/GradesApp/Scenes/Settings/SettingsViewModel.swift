import GradesClient
import GradesConfiguration
import GradesCore
import GradesLocalization
import Observation

/// The user's settings, the user and the host.
@MainActor @Observable
final class SettingsViewModel: SceneModel {
  /// The actions of keys.
  enum Action: Hashable, Sendable {
    case move(Movement)
    /// A click: focuses a row, and changes it where it is focused already.
    case focus(Int)
    case change
    case logOut, logInElsewhere
  }

  /// A row of the scene.
  enum Row: Hashable, Sendable {
    case setting(SettingKey)
    case host, name, roles, version, licence
    /// One of the program's files, by its index among them.
    case file(Int)
  }

  /// What the scene shows.
  struct State: Equatable, Sendable {
    /// The service in use.
    var host: ServiceHost
    /// The program's files.
    var paths: Paths
    /// The user's home folder, for paths that are shown.
    var home: String?
    /// Whether the environment brings the access token, so that there is no login to end.
    var isTokenGiven: Bool
    /// The language of the system, regardless of the command line and the settings.
    var systemLanguage: Language
    var settings = Settings()
    /// The signed-in user; nil without one, or if unknown.
    var user: UserInfo?
    /// What the user is in the chosen semester; nil when it cannot be found out now.
    var roles: UserRoles?
    /// The chosen semester's code; nil when it cannot be found out now.
    var semester: SemesterCode?
    /// The semesters to choose from, newest first; empty when they cannot be found out now.
    var semesters: [SemesterCode] = []
    /// The courses of the semester; nil when they cannot be found out now.
    var courses: CourseList?
    var isLoading = false
    var scroll = SectionedScroll()

    /// The rows in their order.
    var rows: [Row] {
      SettingKey.allCases.map(Row.setting) + [.host, .name, .roles, .version, .licence]
        + paths.files.indices.map(Row.file)
    }

    /// The focused row.
    var focused: Row? { rows[safe: scroll.focus] }
  }

  var state: State

  private let repository: SettingsRepository
  private let services: @MainActor () -> Services

  /// Makes the scene in its first state; the services are those in use at a time, because they change
  /// with the language.
  init(
    _ state: State, repository: SettingsRepository, services: @escaping @MainActor () -> Services
  ) {
    self.state = state
    self.repository = repository
    self.services = services
  }

  /// The settings need neither a login nor a network; the rest comes as far as it can be had.
  func appear() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    state.settings = try repository.settings()
    state.semester = services().session.storedSemester(state.settings.semester)
    try await load()
    do {
      for try await courses in services().courses.courses(in: state.settings.semester) {
        state.courses = courses.value
      }
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      // Without the courses, only those that are hidden already can be chosen from.
    }
  }

  func reappear() async throws { try await appear() }

  /// Loads the settings, and as much about the user as can be had: the settings are shown without a
  /// login and without a network too.
  func load() async throws {
    state.settings = try repository.settings()
    let session = services().session
    guard let user = try? await session.user() else { return }
    state.user = user
    let choice = state.settings.semester
    async let found = session.roles(in: choice)
    async let semesters = session.semesters(including: choice)
    if let found = try? await found {
      (state.semester, state.roles) = (found.semester, found.roles)
    }
    state.semesters = (try? await semesters.value) ?? []
    try Task.checkCancellation()
  }

  /// Changes a setting as typed and stores it, also where the file has an invalid value.
  func set(_ key: SettingKey, to typed: [String], last: SemesterCode? = nil) throws {
    var wanted = try repository.settingsWithoutMistakes()
    try key.set(typed, in: &wanted, last: last)
    // Only this one, because another process may have changed others.
    state.settings = try repository.change(correcting: key.rawValue) {
      try? key.set(typed, in: &$0)
    }
  }

  func handle(_ action: Action) -> Response {
    switch action {
    case .move(let movement): state.scroll.take(movement)
    case .focus(let row):
      if row == state.scroll.focus { return handle(.change) }
      state.scroll.focus = row
    case .change: if case .setting(let key)? = state.focused { return choose(key) }
    case .logOut: return .run { [self] in try await askBeforeSigningOut() }
    case .logInElsewhere: return .go(.signIn)
    }
    return .done
  }

  // MARK: Changing

  private func choose(_ key: SettingKey) -> Response {
    switch key {
    case .semester:
      return .present(
        SemesterPicker.overlay(
          chosen: state.settings.semester,
          current: services().session.storedSemester(.current) ?? state.semesters.first
        ) { [self] semester in
          change(.semester, followedBy: [.reload, .say(Sentence(.semesterDefault))]) {
            $0.semester = semester
          }
        })
    case .language:
      return .present(
        LanguagePicker.overlay(chosen: state.settings.language) { [self] language in
          change(.language, followedBy: [.reload]) { $0.language = language }
        })
    case .notify: return change(key) { $0.notifiesStudents.toggle() }
    case .hideUngraded: return change(key) { $0.hidesUngraded.toggle() }
    case .hiddenCourses:
      return .present(
        HiddenCoursesPicker.overlay(state.courses, hidden: Set(state.settings.hiddenCourses)) {
          [self] courses in change(key) { $0.hiddenCourses = courses }
        })
    case .pinnedCourses:
      let pinned = state.settings.pinnedCourses
      return .present(
        HiddenCoursesPicker.overlay(
          state.courses, hidden: Set(pinned), title: .settingsPinnedCourses
        ) { [self] courses in change(key) { $0.pinnedCourses = courses.pinning(pinned) } })
    }
  }

  private func change(
    _ key: SettingKey, followedBy responses: [Response] = [],
    _ body: @escaping (inout Settings) -> Void
  ) -> Response {
    .change(key, body) { [self] settings in
      state.settings = settings
      return .several(responses)
    }
  }

  // MARK: Logging out

  private func askBeforeSigningOut() async throws -> Response {
    let signingOut = SigningOut(services(), host: state.host, paths: state.paths)
    guard try await signingOut.isPossible() else { return .say(Sentence(.logoutNotSignedIn)) }
    var drafts = 0
    // Unreadable drafts do not prevent logging out; they are reported to remain.
    do { drafts = try await signingOut.draftsAtStake() ?? 0 } catch is DraftStoreError {}
    func leave(_ drafts: SigningOut.Drafts) -> Response {
      .run {
        let remains = await signingOut.perform(drafts)
        if remains.isEmpty { return .signedOut }
        guard let notice = remains.notice else {
          return .several(remains.failures.map { .fail($0) })
        }
        return .several(
          [.signedOut, .say(Sentence(notice))]
            + (notice == .logoutDraftsRemain ? [] : remains.failures.map { .fail($0) }))
      }
    }
    guard drafts > 0 else {
      return .present(
        QuestionOverlay(
          Sentence(.logoutTitle), text: [Sentence(.logoutExplanation)],
          choices: [
            .init(letter: .letterYes, label: .keyLogOut) { leave(.erase) },
            .init(letter: .letterNo, label: .logoutStay) { .done },
          ]))
    }
    return .present(
      QuestionOverlay(
        Sentence(.logoutTitle),
        text: [
          Sentence(.logoutExplanation), Sentence(.logoutDraftsLost, [.count: .count(drafts)]),
        ],
        choices: [
          .init(letter: .letterErase, label: .logoutErase) { leave(.erase) },
          .init(letter: .letterKeep, label: .logoutKeep) { leave(.keep) },
          .init(letter: .letterNo, label: .logoutStay) { .done },
        ]))
  }
}
