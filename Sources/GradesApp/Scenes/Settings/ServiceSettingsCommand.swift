import ArgumentParser
import GradesClient
import GradesCore
import GradesLocalization

/// `grades settings service`: what the user has chosen at the service itself.
struct ServiceSettingsCommand: ReadingCommand {
  static var configuration: CommandConfiguration {
    help("service", .helpServiceSettings, subcommands: [SetCommand.self])
  }

  @OptionGroup var when: SemesterOption

  @OptionGroup var reading: DocumentOption
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let editor = try await ServiceSettingsEditor(context, in: when.semester)
    return Answer(
      ServiceSettingsReport(
        settings: try await editor.settings(), semester: editor.semester, strings: context.strings))
  }

  /// `grades settings service set KEY VALUE`.
  struct SetCommand: AppCommand {
    static var configuration: CommandConfiguration { help("set", .helpServiceSettingsSet) }

    @ArgumentParser.Argument(
      help: .words(.argumentSettingKey, valueName: "key"),
      completion: .list(ServiceSettingKey.allCases.map(\.rawValue)))
    var key: String

    @ArgumentParser.Argument(
      help: .words(.argumentSettingValue, valueName: "value"),
      completion: .custom { words, _, _ in Completions.settingValues(words) })
    var value: [String]

    @OptionGroup var reading: SemesterOption

    @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

    var outlivesReader: Bool { true }

    func run(in context: Context) async throws -> ExitStatus {
      let key = try ServiceSettingKey(typed: key)
      let editor = try await ServiceSettingsEditor(context, in: reading.semester)
      let now = try await editor.set(key, to: value.joined(separator: " "))
      context.notice(
        .settingsSaved,
        [.key: key.rawValue, .value: .text(now.isEmpty ? context.strings(.wordNone) : now)])
      return .done
    }
  }
}

/// Reads and changes what a user has chosen at the service. Nothing of it is kept here.
private struct ServiceSettingsEditor {
  let semester: SemesterCode
  let services: Services
  let language: ServiceLanguage

  init(_ context: Context, in flag: String?) async throws {
    services = context.services
    language = context.strings.serviceLanguage
    semester = try await services.session.begin(context.semester(flag)).semester.value
  }

  func settings() async throws -> ServiceSettings {
    try await services.api.with(language: language).settings.all(in: semester)
  }

  /// Changes a setting as typed, reads it again and returns the service's value, as it can be
  /// typed.
  func set(_ key: ServiceSettingKey, to typed: String) async throws -> String {
    if let choice = key.choice {
      try await change(choice, to: try await courses(typed), of: key)
      return try await settings().text(of: key) ?? ""
    }
    let wanted = try Setting.flag(typed, of: key.rawValue)
    try await services.api.settings.setUnsubscribed(fromEmails: !wanted)
    let now = try await settings().unsubscribesEmails
    guard now == !wanted else { throw Failure.serviceSettingsUnknown(key: key.rawValue) }
    return wanted ? "yes" : "no"
  }

  /// Sends the courses that are to change, one by one; the service wants both choices of each.
  private func change(
    _ choice: WritableKeyPath<CourseChoice, Bool>, to wanted: Set<CourseCode>,
    of key: ServiceSettingKey
  ) async throws {
    let settings = try await settings()
    let roles = try await services.session.roles(in: semester).value
    for (role, own) in [
      (CourseRole.student, roles.studentCourses), (.teacher, roles.teacherCourses),
    ] {
      guard let choices = settings.choices(as: role) else {
        // The other choice of a course would have to be guessed.
        guard own.isEmpty else { throw Failure.serviceSettingsUnknown(key: key.rawValue) }
        continue
      }
      let known = Dictionary(choices.map { ($0.course, $0) }) { first, _ in first }
      for course in Set(own + choices.map(\.course)).sorted() {
        var new =
          known[course] ?? CourseChoice(course: course, isHidden: false, isSilenced: false)
        guard new[keyPath: choice] != wanted.contains(course) else { continue }
        new[keyPath: choice] = wanted.contains(course)
        try await services.api.settings.save(new, as: role, in: semester)
      }
    }
  }

  /// Codes separated by commas or blanks, each of them one of the user's courses.
  private func courses(_ typed: String) async throws -> Set<CourseCode> {
    let roles = try await services.session.roles(in: semester).value
    let own = CourseCodeMatcher(known: roles.studentCourses + roles.teacherCourses)
    let found = try Setting.words([typed]).compactMap { word in
      try own.course(word) {
        throw Failure.unknownCourse(typed: word, semester: semester, suggestions: $0)
      }
    }
    return Set(found)
  }
}

/// A setting of the service by the name that users type.
enum ServiceSettingKey: String, CaseIterable, Sendable {
  case emails
  /// Grades calls them hidden, too; ours have another name.
  case hiddenCourses = "unlisted-courses"
  case silencedCourses = "silenced-courses"

  /// Finds a setting; throws ``Failure/unknownSetting(typed:known:)``.
  init(typed: String) throws {
    // The name of version 0.1.
    let name = typed.lowercased() == "hidden-courses" ? "unlisted-courses" : typed.lowercased()
    guard let key = Self(rawValue: name) else {
      throw Failure.unknownSetting(typed: typed, known: Self.allCases.map(\.rawValue))
    }
    self = key
  }

  var title: Message {
    switch self {
    case .emails: .serviceSettingsEmails
    case .hiddenCourses: .serviceSettingsHidden
    case .silencedCourses: .serviceSettingsSilenced
    }
  }

  fileprivate var choice: WritableKeyPath<CourseChoice, Bool>? {
    switch self {
    case .emails: nil
    case .hiddenCourses: \.isHidden
    case .silencedCourses: \.isSilenced
    }
  }
}

extension ServiceSettings {
  /// The choices about courses in a role; nil where they are not known.
  func choices(as role: CourseRole) -> [CourseChoice]? { role == .student ? studied : taught }

  /// The value of a setting as it can be typed; nil where it is not known.
  func text(of key: ServiceSettingKey) -> String? {
    guard let choice = key.choice else { return unsubscribesEmails.map { $0 ? "no" : "yes" } }
    let choices = CourseRole.allCases.compactMap { self.choices(as: $0) }
    guard !choices.isEmpty else { return nil }
    return Set(choices.joined().filter { $0[keyPath: choice] }.map(\.course)).sorted()
      .map(\.rawValue).joined(separator: ",")
  }
}
