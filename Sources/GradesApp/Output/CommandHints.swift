import GradesConfiguration
import GradesLocalization

/// The commands that sentences print, with the host that was typed and the profile of the run: what is copied
/// from a hint must not work with another login.
struct CommandHints: Sendable {
  /// The host as it was typed; nil where the program finds the same one by itself.
  let host: String?
  let profile: ProfileName?
  /// Commands that have to do with a login, and whether they have commands of their own. Most runs print none,
  /// and asking each command for its protocol takes a third of a short run.
  private static let commands: [String: Bool] = RootCommand.configuration.subcommands.reduce(
    into: [:]
  ) { commands, type in
    guard let name = type.configuration.commandName else { return }
    let hasCommands = !type.configuration.subcommands.isEmpty
    // A command that only has others does nothing itself.
    let loginUse = (type as? any AppCommand.Type)?.loginUse ?? (hasCommands ? .needed : .none)
    if loginUse != .none { commands[name] = hasCommands }
  }

  func moved(to host: String) -> CommandHints {
    CommandHints(host: self.host.map { _ in host }, profile: profile)
  }

  func editing(_ strings: Strings) -> Strings {
    host == nil && profile == nil ? strings : strings.editing { naming(in: $0) }
  }

  /// The text with `--host HOST` and `--profile NAME` in each command: behind the command's name, or before it
  /// where another command follows.
  func naming(in text: String) -> String {
    var result = ""
    var rest = text[...]
    while let match = rest.firstRange(of: "grades ") {
      let isWord =
        rest[..<match.lowerBound].last.map { $0.isLetter || $0 == "-" || $0 == "/" } ?? false
      let name = rest[match.upperBound...].prefix { $0.isASCII && ($0.isLetter || $0 == "-") }
      result += rest[..<match.lowerBound]
      rest = rest[name.endIndex...]
      guard !isWord, let hasCommands = Self.commands[String(name)] else {
        result += "grades " + name
        continue
      }
      let options = options(of: name, before: rest.prefix { $0 != "”" && $0 != "“" })
      result += hasCommands ? "grades\(options) \(name)" : "grades \(name)\(options)"
    }
    return result + rest
  }

  private func options(of name: Substring, before rest: Substring) -> String {
    let hasHost = name == "demo" || rest.contains("--demo") || rest.contains("--host")
    return (hasHost ? "" : host.map { " --host \($0)" } ?? "")
      + (profile.map { " --profile \($0)" } ?? "")
  }
}
