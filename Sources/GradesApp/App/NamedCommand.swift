import ArgumentParser

/// The command that the first word of a command line names.
///
/// Only its own parser is made: those of the program and of the command that runs when none is named
/// would take a sixth of the time of a command that is answered from the cache.
enum NamedCommand {
  /// The parsed command; nil for everything else, such as a mistake or a question for help, about
  /// which the program's whole parser reports.
  static func parse(_ arguments: [String]) -> (any AppCommand)? {
    guard let name = arguments.first, !arguments.contains(where: asksForHelp),
      let type = RootCommand.commands[name]
    else { return nil }
    return try? type.parseAsRoot(Array(arguments.dropFirst())) as? any AppCommand
  }

  /// Whether an argument may be a question for help, which would be parsed in vain.
  private static func asksForHelp(_ argument: String) -> Bool {
    argument == "--help" || argument == "-h"
  }
}
