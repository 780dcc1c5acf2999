import ArgumentParser
import GradesLocalization
import Terminal

/// The help of a command, in lines of a width in cells. All of it comes from the parser's own description of the
/// command, whose texts are in the language of the run.
struct HelpPage {
  let strings: Strings
  let columns: Int

  /// Where the explanations of arguments begin, in cells.
  private static let explanation = 26
  /// The most of the user's own programs that are listed.
  private static let mostPrograms = 20

  /// The help of the whole program: what students use with a word about each, all else by name, so that it
  /// fits on one screen.
  func overview(programs: [String]) -> String {
    let rest = CommandTopic.allCases.filter { $0 != .students }
    let names = rest.map { topic in
      topic.heading(strings) + "\n" + wrapped(topic.names.joined(separator: ", "), indent: 2)
    }
    let shown =
      programs.prefix(Self.mostPrograms) + (programs.count > Self.mostPrograms ? ["…"] : [])
    let own = [
      strings(.helpTopicPrograms) + ":\n" + wrapped(shown.joined(separator: ", "), indent: 2)
    ]
    return [
      wrapped(strings(.helpGrades) + " " + strings(.helpGradesDiscussion)),
      section(.students),
      (names + (programs.isEmpty ? [] : own)).joined(separator: "\n"),
      wrapped(strings(.helpMore)),
    ].joined(separator: "\n\n")
  }

  /// The commands of a topic with a word about each.
  func section(_ topic: CommandTopic) -> String {
    let usual = TerminalCommand.configuration.commandName
    let commands = topic.shown.map { command in
      let name = command.commandName ?? ""
      return (name == usual ? "\(name) (\(strings(.wordDefault)))" : name, command.abstract)
    }
    return ([topic.heading(strings)] + commands.flatMap(entry)).joined(separator: "\n")
  }

  func text(of command: CommandHelp) -> String {
    let isAboutGlobal = command.name == OptionsCommand.configuration.commandName
    let own = [("--version", strings(.optionVersion)), ("-h, --help", strings(.optionHelp))]
    let examples = command.examples.map { "\n  " + $0 }.joined()
    let subcommands = command.subcommands.map { ($0.name, $0.abstract) }
    let more = strings(
      .helpMoreOf, [.command: "grades help " + command.path.dropFirst().joined(separator: " ")])
    let sections = [
      wrapped(command.abstract),
      examples.isEmpty ? "" : strings(.helpExamples) + ":" + examples,
      wrapped(command.explanation),
      usage(of: command),
      list(.helpArguments, command.positional.map { ($0.label(), $0.explanation(strings)) }),
      list(
        .helpOptions,
        command.options.map { ($0.label(), $0.explanation(strings)) } + (isAboutGlobal ? own : [])),
      list(.helpCommands, subcommands),
      subcommands.isEmpty ? "" : wrapped(more),
      isAboutGlobal ? "" : wrapped(strings(.helpGlobalOptionsMore)),
    ]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// How a command is written, broken between its arguments; what does not fit goes on under the first one.
  func usage(of command: CommandHelp) -> String {
    let heading = strings(.helpUsage) + ":"
    let indent = heading.displayWidth + 1
    var lines = [heading]
    for part in command.synopsis(strings) {
      let width = lines[lines.count - 1].displayWidth
      if width + 1 + part.displayWidth <= columns || width <= indent {
        lines[lines.count - 1] += " " + part
      } else {
        lines.append(String(repeating: " ", count: indent) + part)
      }
    }
    return lines.joined(separator: "\n")
  }

  private func list(_ title: Message, _ entries: [(String, String)]) -> String {
    entries.isEmpty
      ? "" : ([strings(title) + ":"] + entries.flatMap(entry)).joined(separator: "\n")
  }

  /// A label with its explanation beside it, or below it where the label is long.
  private func entry(_ label: String, _ text: String) -> [String] {
    let indent = min(Self.explanation, max(8, columns - 14))
    let lines = StyledText(text).wrapped(to: max(1, columns - indent)).map(\.text)
    let label = "  " + label
    let blanks = String(repeating: " ", count: indent)
    guard label.displayWidth < indent, let first = lines.first else {
      return [label] + lines.map { blanks + $0 }
    }
    return [label + blanks.dropFirst(label.displayWidth) + first]
      + lines.dropFirst().map { blanks + $0 }
  }

  /// A text in lines, each behind some blanks.
  private func wrapped(_ text: String, indent: Int = 0) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      StyledText(String($0)).wrapped(to: columns, indent: $0.isEmpty ? 0 : indent)
    }.map(\.text).joined(separator: "\n")
  }
}

extension CommandTopic {
  fileprivate var shown: [CommandConfiguration] {
    commands.map { $0.configuration }.filter { $0.shouldDisplay }
  }

  var names: [String] { shown.compactMap { $0.commandName } }

  fileprivate func heading(_ strings: Strings) -> String { strings(title) + ":" }
}
