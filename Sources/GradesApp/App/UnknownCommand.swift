import ArgumentParser
import GradesConfiguration
import GradesLocalization

/// A first word that is no command. The parser would take it for an argument of the default one.
struct UnknownCommand {
  private let word: String
  private let suggestion: String?

  /// Looks at the first word; nil when it is a command, an option, or not there.
  init?(_ arguments: [String]) {
    guard let word = arguments.first, !word.hasPrefix("-") else { return nil }
    let commands = RootCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard !commands.contains(word), word != "help" else { return nil }
    self.word = word
    suggestion = Spelling.closest(to: word.lowercased(), among: commands)
  }

  /// What is wrong, and what was meant most likely.
  func sentence(_ strings: Strings) -> String {
    var words = "\(strings(.errorTitle)): \(strings(.usageUnknownCommand, [.command: .text(word)]))"
    if let suggestion {
      words += " " + strings(.usageDidYouMean, [.suggestion: .text(suggestion)])
    }
    return words + "\n" + strings(.usageSeeHelp, [.command: "grades"])
  }
}
