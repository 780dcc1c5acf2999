import ArgumentParser
import GradesLocalization

/// `grades manual`: the manual page in the language of roff, for `make install`.
struct ManualCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "manual", abstract: Words.current(.helpManual), shouldDisplay: false)
  }

  @OptionGroup var shared: SharedOptions

  func run(in context: Context) async throws -> ExitStatus {
    context.printer.print(ManualPage(strings: context.strings).text)
    return .done
  }
}

/// The manual page, made of the same help that the commands print.
struct ManualPage {
  let strings: Strings

  var text: String {
    var lines = [
      ".TH GRADES 1 \"\" \"grades \(Version.current)\"",
      ".SH \(Self.escaped(strings(.manualName)))",
      "grades \\- \(Self.escaped(strings(.helpGrades)))",
    ]
    lines += section(strings(.manualCommands), RootCommand.helpMessage(columns: Self.columns))
    lines += sections(under: "grades", RootCommand.configuration.subcommands)
    return lines.joined(separator: "\n")
  }

  /// What 80 columns leave beside the margin of manual pages.
  private static let columns = 72

  /// A section for each command and, after it, for those below it.
  private func sections(under path: String, _ commands: [any ParsableCommand.Type]) -> [String] {
    commands.filter { $0.configuration.shouldDisplay }.flatMap { command in
      let path = "\(path) \(command.configuration.commandName ?? "")"
      let help = RootCommand.helpMessage(for: command, columns: Self.columns)
      return section(path, help) + sections(under: path, command.configuration.subcommands)
    }
  }

  /// A section with text that keeps its lines.
  private func section(_ title: String, _ text: String) -> [String] {
    [".SH \(Self.escaped(title.uppercased()))", ".nf", ".na"]
      + HelpText(strings, columns: Self.columns).translated(text).split(
        separator: "\n", omittingEmptySubsequences: false
      )
      .map { Self.escaped(String($0)) } + [".fi"]
  }

  /// Text without a meaning in roff.
  private static func escaped(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("'", with: "\\(aq")
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }
}
