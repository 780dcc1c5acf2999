import ArgumentParser
import GradesConfiguration
import GradesLocalization

/// The commands that sentences print, with the profile of the run: what is copied from a hint must not
/// work with another login.
struct CommandHints: Sendable {
  private let option: String
  /// Commands that have to do with a login, and whether they have commands of their own.
  private let commands: [String: Bool]

  init(_ profile: ProfileName) {
    option = " --profile \(profile)"
    commands = RootCommand.configuration.subcommands.reduce(into: [:]) { commands, type in
      guard let name = type.configuration.commandName else { return }
      let hasCommands = !type.configuration.subcommands.isEmpty
      // A command that only has others does nothing itself.
      let loginUse = (type as? any AppCommand.Type)?.loginUse ?? (hasCommands ? .needed : .none)
      if loginUse != .none { commands[name] = hasCommands }
    }
  }

  /// The text with `--profile NAME` in each command: behind the command's name, or before it where another
  /// command follows.
  func naming(in text: String) -> String {
    var result = ""
    var rest = text[...]
    while let match = rest.firstRange(of: "grades ") {
      let isWord =
        rest[..<match.lowerBound].last.map { $0.isLetter || $0 == "-" || $0 == "/" } ?? false
      let name = rest[match.upperBound...].prefix { $0.isASCII && ($0.isLetter || $0 == "-") }
      result += rest[..<match.lowerBound]
      rest = rest[name.endIndex...]
      guard !isWord, let hasCommands = commands[String(name)] else {
        result += "grades " + name
        continue
      }
      result += hasCommands ? "grades\(option) \(name)" : "grades \(name)\(option)"
    }
    return result + rest
  }
}
