import ArgumentParser

/// `grades help options`: the options of all commands, which their own help names in one line only.
struct OptionsCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "options", abstract: Words.current(.helpGlobalOptions),
      usage: "grades <subcommand> [<options>]",
      discussion: "\n\n" + Words.current(.helpGlobalOptionsDiscussion), shouldDisplay: false)
  }

  @OptionGroup var shared: SharedOptions

  /// Prints the help of the command.
  func run() throws { throw CleanExit.helpRequest(Self.self) }
}
