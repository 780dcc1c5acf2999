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
    lines += section(strings(.manualCommands), RootCommand.helpMessage(columns: 78))
    for command in RootCommand.configuration.subcommands where command.configuration.shouldDisplay {
      let name = command.configuration.commandName ?? ""
      lines += section("grades \(name)", RootCommand.helpMessage(for: command, columns: 78))
    }
    return lines.joined(separator: "\n")
  }

  /// A section with text that keeps its lines.
  private func section(_ title: String, _ text: String) -> [String] {
    [".SH \(Self.escaped(title.uppercased()))", ".nf", ".na"]
      + HelpText(strings).translated(text).split(separator: "\n", omittingEmptySubsequences: false)
      .map { Self.escaped(String($0)) } + [".fi"]
  }

  /// Text without a meaning in roff.
  private static func escaped(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("'", with: "\\(aq")
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }
}
