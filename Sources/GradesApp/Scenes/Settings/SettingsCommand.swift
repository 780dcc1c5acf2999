import ArgumentParser
import GradesClient
import GradesCore
import GradesLocalization

/// `grades settings`: the Settings scene as a table.
struct SettingsCommand: ReadingCommand {
  static var configuration: CommandConfiguration {
    help(
      "settings", .helpSettings,
      subcommands: [SetCommand.self, GetCommand.self, ServiceSettingsCommand.self])
  }

  // Not one group: the parser gives options to commands below by the type of their group.
  @Flag(help: .words(.optionOffline))
  var offline = false

  @OptionGroup var reading: DocumentOption
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  static var loginUse: LoginUse { .optional }

  var access: Access { offline ? .offline : .online }

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let settings = try SettingsRepository(file: context.paths.settingsFile).settings()
    return Answer(
      SettingsReport(
        settings: settings, account: try await Account().reloaded(for: settings, in: context),
        context: context))
  }

  /// `grades settings get KEY`: the value alone, as it can be set.
  struct GetCommand: AppCommand {
    static var configuration: CommandConfiguration { help("get", .helpSettingsGet) }

    @ArgumentParser.Argument(
      help: .words(.argumentSettingKey, valueName: "key"),
      completion: .list(Setting.names))
    var key: String

    @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

    static var loginUse: LoginUse { .optional }

    var access: Access { .offline }

    func run(in context: Context) async throws -> ExitStatus {
      if key.lowercased() == DefaultHost.key {
        context.printer.print(context.configuration.host.name.rawValue)
        return .done
      }
      context.printer.print(try Setting(typed: key).text(in: context.settings))
      return .done
    }
  }

  /// `grades settings set KEY VALUE`.
  struct SetCommand: AppCommand {
    static var configuration: CommandConfiguration { help("set", .helpSettingsSet) }

    @ArgumentParser.Argument(
      help: .words(.argumentSettingKey, valueName: "key"),
      completion: .list(Setting.names))
    var key: String

    @ArgumentParser.Argument(
      help: .words(.argumentSettingValue, valueName: "value"),
      completion: .custom { words, _, _ in Completions.settingValues(words) })
    var value: [String]

    @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

    var outlivesReader: Bool { true }
    static var loginUse: LoginUse { .optional }

    var correctsSettings: Bool { true }

    func run(in context: Context) async throws -> ExitStatus {
      if key.lowercased() == DefaultHost.key {
        let host = try await DefaultHost.choose(value, in: context)
        context.notice(.settingsSaved, [.key: DefaultHost.key, .value: host])
        return .done
      }
      let setting = try Setting(typed: key)
      let value =
        if case .courses = setting.kind {
          try await context.courses(Setting.words(value), of: setting)
        } else { value }
      // Also where the file has an invalid value.
      let repository = SettingsRepository(file: context.paths.settingsFile)
      var wanted = try repository.settingsWithoutMistakes()
      try setting.set(value, in: &wanted, last: context.lastSemester)
      // Only this one, because another process may have changed others.
      let settings = try repository.change(correcting: setting.key) {
        try? setting.set(value, in: &$0)
      }
      let now = setting.text(in: settings)
      // The answer already speaks the language that was chosen.
      let strings =
        setting == .language && shared.language == nil
        ? context.with(settings).strings : context.strings
      context.printer.notice(
        strings(
          .settingsSaved,
          [.key: setting.key, .value: .text(now.isEmpty ? strings(.wordNone) : now)]))
      return .done
    }
  }
}

extension Context {
  /// The codes of the user's courses that are meant, as far as the courses are stored. A code with a suffix may be
  /// of any course, and one that is in the setting may be of another login.
  fileprivate func courses(_ words: [String], of setting: Setting) async throws -> [String] {
    guard !words.isEmpty else { return words }
    let known = await services.repository.listedCourses()
    let present = Setting.words([setting.text(in: settings)])
    let matcher = CourseCodeMatcher(known: known)
    return try words.map { word in
      switch matcher.match(word) {
      case .course(let code): return code.rawValue
      case .ambiguous(let candidates):
        throw Failure.ambiguousCourse(typed: word, candidates: candidates)
      case .unknown
      where known.isEmpty || word.contains(".")
        || present.contains(CourseCode(word).rawValue):
        return word
      case .unknown(let suggestions):
        throw Failure.invalidOption(
          setting.key, typed: word,
          allowed: (suggestions.isEmpty ? known : suggestions).map(\.rawValue))
      }
    }
  }
}
