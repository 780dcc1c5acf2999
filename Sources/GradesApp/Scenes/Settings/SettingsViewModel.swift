import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// The user's settings, the user and the host, and the program's files.
@MainActor @Observable
final class SettingsViewModel: ListViewModel {
  /// A setting, or something that is only shown.
  struct Row: Identifiable {
    /// Its title, which no other row has.
    let id: Message
    /// The title above rows of its kind; nil: it is a setting.
    var section: Message?
    var setting: Setting?
    let value: @MainActor (SceneWords) -> StyledText
  }

  nonisolated static let keys: [Binding<SettingsViewModel>] =
    listKeys(open: .keyChange, unless: { $0.changeDisabled }) + [
      Binding(
        .character(" "), hint: .keyChange, in: .nowhere, unless: { $0.changeDisabled }
      ) { model in model.focused.map(model.open) ?? .done },
      Binding(
        .character("o"), hint: .keyLogOut,
        unless: { $0.context.configuration.givenToken == nil ? nil : .disabledTokenGiven }
      ) { model in .run { try await model.askBeforeSigningOut() } },
      Binding(.character("L"), hint: .keyLogInElsewhere) { _ in .open(.login) },
    ]

  var list = ListState<Message>()
  private(set) var settings = Settings()
  private(set) var account = Account()
  /// The courses of the semester; nil when they cannot be found out now.
  private var courses: CourseList?
  private let currentContext: @MainActor () -> Context

  /// Makes the scene in its first state; the run changes with the language.
  init(_ context: @escaping @MainActor () -> Context) { currentContext = context }

  var context: Context { currentContext() }

  /// The settings need neither a login nor a network; the rest comes as far as it can be had.
  func appear() async throws {
    settings = try SettingsRepository(file: context.paths.settingsFile).settings()
    account.semester = context.services.session.storedSemester(settings.semester)
    account = try await account.reloaded(for: settings, in: context)
    do {
      for try await courses in context.services.repository.courses(in: settings.semester) {
        self.courses = courses.value
      }
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      // Without the courses, only those that are hidden already can be chosen from.
    }
  }

  func reappear() async throws { try await appear() }

  var rows: [Row] {
    let context = context
    let strings = context.strings
    let about =
      [(title: .statusHost, value: strings.host(context.configuration.host))]
      + account.facts(strings) + Version.facts
    return account.settings.map { setting in
      Row(id: setting.texts.title, setting: setting) { self.value(of: setting, $0.strings) }
    }
      + context.paths.files.map { file in
        Row(id: file.title, section: .settingsPaths) { _ in
          StyledText(file.shown(home: context.environment["HOME"]), .quiet)
        }
      }
      + about.map { title, value in
        Row(id: title, section: .settingsAbout) { words in
          let unknown = words.isBusy ? "…" : words.strings(.wordUnknown)
          return StyledText(value ?? unknown, .quiet)
        }
      }
  }

  func searched(_ row: Row) -> [String] {
    [Language.czech, .english].map { Strings.load($0)(row.id) }
  }

  private var changeDisabled: Message? {
    guard let setting = focused?.setting else { return .disabledReadOnly }
    guard case .courses(let chosen, _) = setting.kind else { return nil }
    return settings[keyPath: chosen].isEmpty && courses?.codes.isEmpty != false
      ? .disabledNoCourses : nil
  }

  // MARK: Changing

  func open(_ row: Row) -> Response {
    guard let setting = row.setting else { return .say(Sentence(.disabledReadOnly)) }
    switch setting.kind {
    case .semester:
      return SemesterPicker.question(
        chosen: settings.semester,
        current: context.services.session.storedSemester(.current) ?? account.semesters.first,
        context.strings
      ) { [self] semester in
        change(setting, followedBy: [.reload, .say(Sentence(.semesterDefault))]) {
          $0.semester = semester
        }
      }
    case .language: return .present(languages(setting, context.strings))
    case .credits: return .open(.study)
    case .flag(let flag): return change(setting) { $0[keyPath: flag].toggle() }
    case .courses(let path, let isOrdered):
      let chosen = settings[keyPath: path]
      return .present(
        coursePicker(chosen, Sentence(setting.texts.title)) { [self] courses in
          change(setting) { $0[keyPath: path] = isOrdered ? courses.pinning(chosen) : courses }
        })
    }
  }

  /// Asks for the language; each is called by its own name, and nil is the system's.
  private func languages(_ setting: Setting, _ strings: Strings) -> any Overlay {
    PickerOverlay<ServiceLanguage?>(
      Sentence(setting.texts.title),
      options: ([nil] + ServiceLanguage.allCases).map {
        .init(id: $0, label: StyledText(strings.name(of: $0)))
      }, chosen: [settings.language]
    ) { [self] ids in
      ids.first.map { language in
        change(setting, followedBy: [.reload]) { $0.language = language }
      } ?? .done
    }
  }

  /// Asks which courses to hide, or to pin. Courses of other semesters that were chosen are among the answers, so
  /// that they stay so unless the user wants them back.
  private func coursePicker(
    _ chosen: [CourseCode], _ title: Sentence,
    choosing: @escaping @MainActor ([CourseCode]) -> Response
  ) -> any Overlay {
    var names: [CourseCode: String] = [:]
    for course in courses?.studying ?? [] { names[course.code] = course.name }
    for course in courses?.teaching ?? [] { names[course.code] = course.name }
    let chosen = Set(chosen)
    return PickerOverlay(
      title,
      options: chosen.union(courses?.codes ?? []).sorted().map {
        .init(id: $0, label: StyledText($0.rawValue), detail: names[$0] ?? "")
      }, chosen: chosen, allowsSeveral: true, choosing: choosing)
  }

  private func change(
    _ setting: Setting, followedBy responses: [Response] = [],
    _ body: @escaping (inout Settings) -> Void
  ) -> Response {
    // The scenes that show results read this setting themselves, and keep their positions.
    .change(renews: setting != .hideUngraded) { [self] session in
      settings = try session.change(setting, body)
      return .several(responses)
    }
  }

  // MARK: Logging out

  private func askBeforeSigningOut() async throws -> Response {
    let signingOut = SigningOut(context)
    guard try await signingOut.isPossible() else { return .say(Sentence(.logoutNotSignedIn)) }
    var drafts = 0
    // Unreadable drafts do not prevent logging out; they are reported to remain.
    do { drafts = try await signingOut.draftsAtStake() ?? 0 } catch is DraftStoreError {}
    func choice(
      _ letter: Message, _ label: Message, _ drafts: SigningOut.Drafts
    ) -> QuestionOverlay.Choice {
      .init(letter: letter, label: label) {
        .run {
          let remains = await signingOut.perform(drafts)
          guard let notice = remains.notice else {
            return .several(remains.failures.map { .fail($0) })
          }
          let out = Response.restart([.login])
          if remains.isEmpty { return out }
          return .several(
            [out, .say(Sentence(notice))]
              + (notice == .logoutDraftsRemain ? [] : remains.failures.map { .fail($0) }))
        }
      }
    }
    let choices =
      drafts == 0
      ? [choice(.letterYes, .keyLogOut, .erase)]
      : [
        choice(.letterErase, .logoutErase, .erase), choice(.letterKeep, .logoutKeep, .keep),
      ]
    let lost = Sentence(.logoutDraftsLost, [.count: drafts])
    return .present(
      QuestionOverlay(
        Sentence(.logoutTitle), text: [Sentence(.logoutExplanation)] + (drafts == 0 ? [] : [lost]),
        choices: choices + [.init(letter: .letterNo, label: .logoutStay) { .done }]))
  }
}
