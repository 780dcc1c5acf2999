import GradesLocalization

/// A command or an option of an earlier version, with the sentence that names what serves instead.
struct RemovedName {
  let command: String
  /// The option with its dashes; nil for the command itself.
  var option: String?
  let instead: Message

  private static let all =
    [
      RemovedName(command: "version", instead: .usageInsteadOfVersion),
      RemovedName(command: "doctor", option: "--try-writes", instead: .usageInsteadOfTryWrites),
      RemovedName(
        command: "structure plan", option: "--out", instead: .usageInsteadOfStructureOut),
      RemovedName(command: "stats", option: "--against", instead: .usageInsteadOfAgainst),
    ]
    + ["set", "import", "publish", "undo", "redo"].map {
      RemovedName(command: $0, option: "--force", instead: .usageInsteadOfForce)
    } + [RemovedName(command: "discard", option: "--damaged", instead: .usageInsteadOfDamaged)]

  /// The first one of a command line that the parser does not understand.
  static func first(in arguments: [String]) -> RemovedName? {
    let typed = arguments.joined(separator: " ") + " "
    return all.first { name in
      guard typed.hasPrefix(name.command + " ") else { return false }
      return name.option.map { option in
        arguments.contains { $0 == option || $0.hasPrefix(option + "=") }
      } ?? true
    }
  }
}
