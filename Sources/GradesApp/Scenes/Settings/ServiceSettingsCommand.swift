import ArgumentParser
import GradesCore
import GradesLocalization

/// `grades settings service`: what the user has chosen at the service itself.
struct ServiceSettingsCommand: AppCommand {
  static var configuration: CommandConfiguration {
    help(
      "service", .helpServiceSettings,
      subcommands: [SetCommand.self])
  }

  @OptionGroup var reading: SemesterOption

  @OptionGroup var output: DocumentOption
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func run(in context: Context) async throws -> ExitStatus {
    let editor = try await context.serviceSettings(in: reading.semester)
    context.printer.print(
      ServiceSettingsReport(
        settings: try await editor.settings(), semester: editor.semester, strings: context.strings),
      as: output.json ? .json : .table)
    return .done
  }

  /// `grades settings service set KEY VALUE`.
  struct SetCommand: AppCommand {
    static var configuration: CommandConfiguration { help("set", .helpServiceSettingsSet) }

    @ArgumentParser.Argument(
      help: .words(.argumentSettingKey, valueName: "key"),
      completion: .list(ServiceSettingKey.allCases.map(\.rawValue)))
    var key: String

    @ArgumentParser.Argument(help: .words(.argumentSettingValue, valueName: "value"))
    var value: [String]

    @OptionGroup var reading: SemesterOption

    @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

    var outlivesReader: Bool { true }

    func run(in context: Context) async throws -> ExitStatus {
      let key = try ServiceSettingKey(typed: key)
      let editor = try await context.serviceSettings(in: reading.semester)
      let now = try await editor.set(key, to: value.joined(separator: " "))
      context.printer.notice(
        context.strings(
          .settingsSaved,
          [
            .key: key.rawValue,
            .value: .text(now.isEmpty ? context.strings(.wordNone) : now),
          ]))
      return .done
    }
  }
}

extension Context {
  /// The user's settings at the service, in the semester of a flag.
  fileprivate func serviceSettings(in flag: String?) async throws -> ServiceSettingsEditor {
    let session = services.session
    return ServiceSettingsEditor(
      semester: try await session.begin(semester(flag)).semester.value, api: services.api,
      session: session, language: strings.serviceLanguage)
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
}
