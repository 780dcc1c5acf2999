import GradesLocalization
import Spelling

/// A word of the command line in the position of a command that is not one.
///
/// The argument parser hands such a word to the command that runs when none is named, which then
/// complains of an argument, and `help` passes over it.
struct UnknownCommand {
  let typed: String
  let suggestion: String?
  /// The commands before it, `grades` first.
  let path: [String]

  /// Finds such a word; programs of the environment's `PATH` are suggested as well. Nil when the command line names a command, or none.
  static func first(
    in arguments: [String], _ environment: [String: String] = [:]
  ) -> UnknownCommand? {
    let isHelp = arguments.first == "help"
    let (parent, path, rest) = RootCommand.find(arguments.dropFirst(isHelp ? 1 : 0))
    let known = parent.configuration.subcommands
    // Below a command that does something itself, a word is its argument.
    guard let word = rest.first, !word.hasPrefix("-"), !known.isEmpty, isHelp || path.count == 1,
      !isHelp || path.count > 1 || CommandTopic(rawValue: word) == nil
    else { return nil }
    let names =
      known.map { $0.configuration }.filter { $0.shouldDisplay }.compactMap { $0.commandName }
      + (path.count == 1 ? ExtensionProgram.names(in: environment) : [])
    return UnknownCommand(
      typed: word, suggestion: NearNames.find(word, among: names, limit: 1).first, path: path)
  }

  /// The complaint for standard error, with a line feed at its end.
  func text(_ strings: Strings) -> String {
    var sentences = [strings(.usageUnknownCommand, [.command: typed])]
    if let suggestion {
      sentences.append(strings(.usageDidYouMean, [.suggestion: suggestion]))
    }
    return """
      \(strings(.errorTitle)): \(sentences.joined(separator: " "))
      \(strings(.usageSeeHelp, [.command: path.joined(separator: " ")]))

      """
  }
}
