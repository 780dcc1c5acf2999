import ArgumentParser
import GradesClient
import GradesCore
import GradesLocalization

/// `grades settings`: the Settings scene as a table.
struct SettingsCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "settings", .helpSettings, .helpSettingsDiscussion,
      examples: [
        "grades settings", "grades settings set semester previous",
        "grades settings set language cs", "grades settings set host production",
        "grades settings set hidden-courses XI-AAA.23,XI-BBB",
      ],
      subcommands: [SetCommand.self, GetCommand.self, ServiceSettingsCommand.self])
  }

  @Flag(help: .words(.optionOffline))
  var offline = false

  @OptionGroup var output: DocumentOption
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  static var loginUse: LoginUse { .optional }

  var access: Access { offline ? .offline : .online }

  func run(in context: Context) async throws -> ExitStatus {
    let scene = context.settingsViewModel { context.services }
    try await scene.load()
    context.printer.print(
      SettingsReport(state: scene.state, strings: context.strings),
      as: output.json ? .json : .table)
    return .done
  }

  /// `grades settings get KEY`: the value alone, as it can be set.
  struct GetCommand: AppCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        "get", .helpSettingsGet, .helpSettingsGetDiscussion,
        examples: ["grades settings get semester"])
    }

    @ArgumentParser.Argument(
      help: .words(.argumentSettingKey, valueName: "key"),
      completion: .list(SettingKey.names))
    var key: String

    @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

    static var loginUse: LoginUse { .optional }

    var access: Access { .offline }

    func run(in context: Context) async throws -> ExitStatus {
      if key.lowercased() == DefaultHost.key {
        context.printer.print(context.configuration.host.name.rawValue)
        return .done
      }
      context.printer.print(try SettingKey(typed: key).value(in: context.settings))
      return .done
    }
  }

  /// `grades settings set KEY VALUE`.
  struct SetCommand: AppCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        "set", .helpSettingsSet, .helpSettingsSetDiscussion,
        examples: [
          "grades settings set semester B251", "grades settings set hide-ungraded yes",
          "grades settings set hidden-courses \"\"",
        ])
    }

    @ArgumentParser.Argument(
      help: .words(.argumentSettingKey, valueName: "key"),
      completion: .list(SettingKey.names))
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
        let host = try await DefaultHost.choose(value, in: context.state)
        context.printer.notice(
          context.strings(
            .settingsSaved, [.key: .text(DefaultHost.key), .value: .text(host)]))
        return .done
      }
      let key = try SettingKey(typed: key)
      let scene = context.settingsViewModel { context.services }
      let value =
        if let words = key.words(value) { try await context.courses(words, of: key) } else { value }
      try scene.set(key, to: value, last: context.lastSemester)
      let now = key.value(in: scene.state.settings)
      // The answer already speaks the language that was chosen.
      let strings =
        key == .language && shared.language == nil
        ? context.strings.translated(to: context.language(after: scene.state.settings))
        : context.strings
      context.printer.notice(
        strings(
          .settingsSaved,
          [.key: .text(key.rawValue), .value: .text(now.isEmpty ? strings(.wordNone) : now)]))
      return .done
    }
  }
}

/// `--json`, which a command shares with its subcommands: the parser gives it to the outer one.
struct DocumentOption: ParsableArguments {
  @Flag(help: .words(.optionJson))
  var json = false
}

extension Context {
  /// The codes of the user's courses that are meant, as far as the courses are stored. A code with a suffix may be
  /// of any course, and one that is in the setting may be of another login.
  fileprivate func courses(_ words: [String], of key: SettingKey) async throws -> [String] {
    guard !words.isEmpty else { return words }
    let known = await services.resolver.listedCourses()
    let present = key.words([key.value(in: settings)]) ?? []
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
          key.rawValue, typed: word,
          allowed: (suggestions.isEmpty ? known : suggestions).map(\.rawValue))
      }
    }
  }

  fileprivate func language(after settings: Settings) -> Language {
    Language.resolve(
      flag: nil, setting: settings.language.flatMap { Language(rawValue: $0.rawValue) },
      environment: environment)
  }
}
