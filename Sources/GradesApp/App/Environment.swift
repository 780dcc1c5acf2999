import Foundation
import GradesConfiguration
import GradesCore
import GradesLocalization

/// What is known of a run before its command is: the places of files, the settings, the language.
struct Environment: Sendable {
  let variables: [String: String]
  let paths: Paths?
  /// The stored settings; nil when they cannot be read, which the command then says.
  let settings: Settings?
  let language: Language

  /// Looks around. Nothing here fails: what is wrong is said when a command needs it.
  init(variables: [String: String], arguments: [String]) {
    self.variables = variables
    paths = try? Paths(environment: variables)
    settings = paths.flatMap { try? SettingsRepository(file: $0.settingsFile).settings() }
    language = Language.resolve(
      flag: Self.languageFlag(in: arguments).flatMap(Language.init(rawValue:)),
      setting: settings?.language.flatMap { Language(rawValue: $0.rawValue) },
      environment: variables)
  }

  /// `--lang` as it stands in the arguments: help and mistakes come before they are parsed.
  private static func languageFlag(in arguments: [String]) -> String? {
    var found: String?
    for (place, argument) in arguments.enumerated() {
      if argument == "--" { break }
      if let value = argument.removing(prefix: "--lang=") { found = value }
      if argument == "--lang", place + 1 < arguments.count { found = arguments[place + 1] }
    }
    return found
  }
}
