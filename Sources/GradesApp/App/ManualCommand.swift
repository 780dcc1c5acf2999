import ArgumentParser
import GradesLocalization
import Terminal

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
    lines += keys + statuses + files
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

  /// The keys of the terminal app, by scene.
  private var keys: [String] {
    let table = KeyTable(strings: strings)
    let lines = KeyTable.sections.flatMap { section in
      [strings(section.title)]
        + table.rows(section).map { "    \($0.keys.padded(to: 14))  \($0.text)" }
    }
    return verbatim(strings(.manualKeys), lines)
  }

  private var statuses: [String] {
    verbatim(
      strings(.manualStatuses),
      ExitStatus.allCases.map { status in
        "    \(String(status.code).padded(to: 4, alignment: .right))  \(strings(status.meaning))"
      })
  }

  private var files: [String] {
    verbatim(
      strings(.manualFiles),
      [
        ("~/.config/grades/config.json", .fileConfiguration),
        ("~/.config/grades/settings.json", .fileSettings),
        ("~/.cache/grades/cache.sqlite", .fileCache),
        ("~/.local/state/grades/credentials.json", .fileCredentials),
        ("~/.local/state/grades/drafts.sqlite", .fileDrafts),
        ("~/.local/state/grades/watch-*", .fileWatch),
      ].map { (path: String, meaning: Message) in "    \(path)\n        \(strings(meaning))" }
        .flatMap { $0.split(separator: "\n").map(String.init) })
  }

  private func verbatim(_ title: String, _ lines: [String]) -> [String] {
    [".SH \(Self.escaped(title))", ".nf", ".na"] + lines.map(Self.escaped) + [".fi"]
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
