import Foundation
import GradesConfiguration
import GradesCore
import GradesLocalization

/// The parts of a run that do not depend on its command: the paths, the settings, the language.
struct Environment: Sendable {
  let variables: [String: String]
  let paths: Paths
  /// The stored settings; nil when they cannot be read, which the command reports.
  let settings: Settings?
  let language: Language
  /// The host and the profile on the command line, also on one that is being typed.
  let typed: GradesConfiguration.Flags

  /// Reads the environment. Never fails: a problem is reported when a command needs the value.
  init(variables: [String: String], arguments: [String]) {
    self.variables = variables
    paths = Paths(environment: variables)
    settings = try? SettingsRepository(file: paths.settingsFile).settings()
    func name(_ option: String) -> String? {
      Self.value(of: option, in: arguments).flatMap { $0.isEmpty ? nil : $0 }
    }
    typed = GradesConfiguration.Flags(host: name("--host"), profile: name("--profile"))
    let beforeOperands = Array(arguments.prefix { $0 != "--" })
    language = Language.resolve(
      flag: Self.value(of: "--lang", in: beforeOperands).flatMap(Language.init(rawValue:)),
      setting: settings?.language.flatMap { Language(rawValue: $0.rawValue) },
      environment: variables)
  }

  /// The value of an option in the unparsed arguments, because help and errors are printed before
  /// parsing, and what a shell completes is never parsed.
  private static func value(of option: String, in arguments: [String]) -> String? {
    var found: String?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if let value = argument.removing(prefix: option + "=") { found = value }
      guard argument == option else { continue }
      // Bash makes three words of `--profile=work`.
      if rest.first == "=" { rest = rest.dropFirst() }
      found = rest.first ?? found
    }
    return found
  }
}

extension String {
  func removing(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
