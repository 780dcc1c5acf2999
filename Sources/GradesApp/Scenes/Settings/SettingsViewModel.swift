import GradesClient
import GradesConfiguration
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// The user's settings, the user and the host, and the program's files.
@MainActor @Observable
final class SettingsViewModel: ListViewModel {
  /// A row of the scene.
  enum Row: Hashable, Identifiable, Sendable {
    case setting(SettingKey)
    case host, name, roles, version, licence
    /// One of the program's files, by its index among them.
    case file(Int)

    var id: Row { self }
  }

  nonisolated static let keys: [Binding<SettingsViewModel>] =
    listKeys(open: .keyChange, unless: { $0.changeDisabled }) + [
      Binding(
        .character(" "), hint: .keyChange, in: .nowhere, unless: { $0.changeDisabled }
      ) { model in model.focused.map(model.open) ?? .done },
      Binding(
        .character("o"), hint: .keyLogOut,
        unless: { $0.state.isTokenGiven ? .disabledTokenGiven : nil }
      ) { model in .run { try await model.askBeforeSigningOut() } },
      Binding(.character("L"), hint: .keyLogInElsewhere) { _ in .open(.login) },
    ]

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
  }

  var list = ListState<Row>()
  private(set) var state: State

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

  // MARK: Rows

  var rows: [Row] {
    SettingKey.allCases.map(Row.setting) + [.host, .name, .roles, .version, .licence]
      + state.paths.files.indices.map(Row.file)
  }

  func searched(_ row: Row) -> [String] {
    [Language.czech, .english].map { Strings.load($0)(state.title(of: row)) }
  }

  private var changeDisabled: Message? {
    guard case .setting(let key)? = focused else { return .disabledReadOnly }
    let chosen =
      switch key {
      case .hiddenCourses: state.settings.hiddenCourses
      case .pinnedCourses: state.settings.pinnedCourses
      default: nil as [CourseCode]?
      }
    return chosen?.isEmpty == true && state.courses?.codes.isEmpty != false
      ? .disabledNoCourses : nil
  }

  // MARK: Changing

  /// Changes a setting.
  func open(_ row: Row) -> Response {
    guard case .setting(let key) = row else { return .say(Sentence(.disabledReadOnly)) }
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
        if remains.isEmpty { return .leave(.restart([.login])) }
        guard let notice = remains.notice else {
          return .several(remains.failures.map { .fail($0) })
        }
        return .several(
          [.leave(.restart([.login])), .say(Sentence(notice))]
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

  // MARK: Drawing

  func title(_ words: SceneWords) -> SceneTitle {
    SceneTitle(
      StyledText("grades · ", .quiet) + StyledText(words.strings(.settingsTitle), .heading),
      trailing: [StyledText(words.strings.host(state.host))])
  }

  func content(_ rows: [Row], width: Int, _ words: SceneWords) -> ListContent<Row> {
    let text = SettingsText(state: state, strings: words.strings)
    let names = self.rows.map { (row: $0, name: StyledText(words.strings(state.title(of: $0)))) }
    let widest = names.map(\.name.displayWidth).max() ?? 0
    let nameWidth = min(widest, max(8, (width + 1) * 9 / 20))
    let valueWidth = max(0, width - nameWidth - 4)
    let sections = [nil, Message.settingsAbout, .settingsPaths].map { title in
      ListContent.Section(
        title: title.map { StyledText(words.strings($0), .heading) },
        rows: rows.filter { $0.section == title })
    }
    func details(_ row: Row) -> [StyledText] {
      text.details(of: row).wrapped(to: max(1, width - 1))
    }
    // Names and values in full below the list, always as high; nothing where everything is seen anyway.
    let height =
      names.filter {
        $0.name.displayWidth > nameWidth || text.value(of: $0.row).displayWidth > valueWidth
      }.map { min(3, details($0.row).count) }.max() ?? 0
    var content = ListContent(sections, remarks: []) { row in
      " "
        + StyledText(words.strings(self.state.title(of: row))).truncated(to: nameWidth)
        .padded(to: nameWidth) + "  " + text.fitted(row, valueWidth)
    }
    content.detail = { row in
      Array((details(row) + Array(repeating: "", count: height)).prefix(height))
    }
    return content
  }
}

extension SettingsViewModel.Row {
  /// The title above the rows of its kind.
  fileprivate var section: Message? {
    switch self {
    case .setting: nil
    case .host, .name, .roles, .version, .licence: .settingsAbout
    case .file: .settingsPaths
    }
  }
}

extension SettingsViewModel.State {
  /// What a row is called.
  func title(of row: SettingsViewModel.Row) -> Message {
    switch row {
    case .setting(let key): key.title
    case .host: .statusHost
    case .name: .settingsName
    case .roles: .statusRoles
    case .version: .settingsVersion
    case .licence: .settingsLicence
    case .file(let index): paths.files[index].title
    }
  }
}
