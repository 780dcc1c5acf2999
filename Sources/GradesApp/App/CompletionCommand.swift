import ArgumentParser
import GradesCore
import GradesLocalization

/// `grades completion SHELL`: the script that completes command lines in a shell.
struct CompletionCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "completion", .helpCompletion, .helpCompletionDiscussion,
      examples: [
        "grades completion bash > ~/.local/share/bash-completion/completions/grades",
        "grades completion zsh > ~/.zfunc/_grades",
        "grades completion fish > ~/.config/fish/completions/grades.fish",
      ])
  }

  @ArgumentParser.Argument(
    help: .words(.argumentShell, valueName: "shell"),
    completion: .list(CompletionScript.shells))
  var shell: String

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var access: Access { .offline }

  func run(in context: Context) async throws -> ExitStatus {
    guard let script = CompletionScript(shell: shell) else {
      throw Failure.invalidOption("SHELL", typed: shell, allowed: CompletionScript.shells)
    }
    context.printer.streams.out(script.text + "\n")
    return .done
  }
}

/// A script for a shell, as the argument parser makes it. Its lines are never broken.
struct CompletionScript {
  /// The shells that there is one for.
  static let shells = CompletionShell.allCases.map(\.rawValue).sorted()

  let text: String

  /// Makes the script of a shell; nil for an unknown one.
  init?(shell: String) {
    guard let shell = CompletionShell(rawValue: shell) else { return nil }
    text = Self.offeringTopics(in: RootCommand.completionScript(for: shell), of: shell)
  }

  /// The script with the names of the commands after `grades help`, which the parser does not offer.
  private static func offeringTopics(in script: String, of shell: CompletionShell) -> String {
    var commands: [String] = []
    for topic in CommandTopic.allCases {
      for command in topic.commands {
        let configuration = command.configuration
        if configuration.shouldDisplay { commands += [configuration.commandName ?? ""] }
      }
    }
    let names = commands.joined(separator: " ")
    switch shell {
    case .bash:
      let begin = "_grades_help() {\n"
      let offer = "complete -o filenames -F _grades grades"
      // Pinned courses come first; Bash before 4.4 sorts all the same.
      return script.replacing(
        begin, with: begin + "    COMPREPLY+=($(compgen -W '\(names)' -- \"${cur}\"))\n"
      ).replacing(
        offer, with: offer.replacing("-F", with: "-o nosort -F") + " 2>/dev/null || \(offer)")
    case .zsh: return script.replacing("'*:subcommands:'", with: "'*:subcommands:(\(names))'")
    default:
      return script + "\ncomplete -c grades -n '__fish_seen_subcommand_from help' -fa '\(names)'"
    }
  }

  /// Makes the script that `--generate-completion-script SHELL` asks for, the option of the parser's own, without
  /// SHELL that of the user's shell; nil for every other command line.
  init?(_ arguments: [String], environment: [String: String]) {
    let option = "--generate-completion-script"
    let joined = arguments.joined(separator: "=")
    if joined == option {
      self.init(shell: String(environment["SHELL"]?.split(separator: "/").last ?? ""))
    } else {
      guard joined.hasPrefix(option + "=") else { return nil }
      self.init(shell: String(joined.dropFirst(option.count + 1)))
    }
  }
}
