import Foundation
import GradesConfiguration
import GradesCore
import GradesLocalization

/// The parts of a run that do not depend on its command: the paths, the settings, the language.
struct Environment: Sendable {
  let variables: [String: String]
  let paths: Paths?
  /// The stored settings; nil when they cannot be read, which the command reports.
  let settings: Settings?
  let language: Language

  /// Reads the environment. Never fails: a problem is reported when a command needs the value.
  init(variables: [String: String], arguments: [String]) {
    self.variables = variables
    paths = try? Paths(environment: variables)
    settings = paths.flatMap { try? SettingsRepository(file: $0.settingsFile).settings() }
    language = Language.resolve(
      flag: Self.languageFlag(in: arguments).flatMap(Language.init(rawValue:)),
      setting: settings?.language.flatMap { Language(rawValue: $0.rawValue) },
      environment: variables)
  }

  /// `--lang` in the unparsed arguments, because help and errors are printed before parsing.
  private static func languageFlag(in arguments: [String]) -> String? {
    var found: String?
    for (index, argument) in arguments.enumerated() {
      if argument == "--" { break }
      if let value = argument.removing(prefix: "--lang=") { found = value }
      if argument == "--lang", index + 1 < arguments.count { found = arguments[index + 1] }
    }
    return found
  }
}
