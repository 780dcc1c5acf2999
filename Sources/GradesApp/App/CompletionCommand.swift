import ArgumentParser
import GradesCore
import GradesLocalization

/// `grades completion SHELL`: the script that completes command lines in a shell.
struct CompletionCommand: AppCommand {
  static var configuration: CommandConfiguration { help("completion", .helpCompletion) }

  @ArgumentParser.Argument(
    help: .words(.argumentShell, valueName: "shell"),
    completion: .list(shells))
  var shell: String

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  static var loginUse: LoginUse { .none }

  var access: Access { .offline }

  /// A script depends on no file: `make install` needs one also where the settings have a mistake.
  var reportsMistakes: Bool { true }

  func run(in context: Context) async throws -> ExitStatus {
    guard let shell = CompletionShell(rawValue: self.shell) else {
      throw Failure.invalidOption("SHELL", typed: self.shell, allowed: Self.shells)
    }
    // Its lines are never broken.
    context.printer.streams.out(Self.script(for: shell) + "\n")
    return .done
  }

  private static let shells = CompletionShell.allCases.map(\.rawValue).sorted()

  /// The parser's script with what the parser does not offer: the names of the commands after `grades help`, and
  /// the user's own programs, which the shell finds itself.
  private static func script(for shell: CompletionShell) -> String {
    let script = RootCommand.completionScript(for: shell)
    let commands = CommandTopic.allCases.flatMap(\.names).joined(separator: " ")
    // The names that `ExtensionProgram` takes. What a shell could run is never offered.
    let name = "[A-Za-z0-9][A-Za-z0-9._-]*"
    switch shell {
    case .bash:
      let help = "_grades_help() {\n"
      let words = "'\(commands) help' -- \"${cur}\"))\n"
      let offer = "complete -o filenames -F _grades grades"
      // Pinned courses come first; Bash before 4.4 sorts all the same.
      return script.replacing(
        help, with: help + "    COMPREPLY+=($(compgen -W '\(commands)' -- \"${cur}\"))\n"
      ).replacing(
        offer, with: offer.replacing("-F", with: "-o nosort -F") + " 2>/dev/null || \(offer)"
      ).replacing(
        words,
        with: words
          + #"        COMPREPLY+=($(compgen -c -- "grades-${cur}" | sed -n 's/^grades-\(\#(name)\)$/\1/p' | sort -u))"#
          + "\n", maxReplacements: 1)
    case .zsh:
      let describe = "        _describe -V subcommand subcommands && ret=0\n"
      return script.replacing("'*:subcommands:'", with: "'*:subcommands:(\(commands))'").replacing(
        describe,
        with: describe + """
                  local -ar programs=(${${(M)${(k)commands}:#grades-[A-Za-z0-9][A-Za-z0-9._-]#}#grades-})
                  (( ${#programs} )) && _describe -V program programs && ret=0

          """, maxReplacements: 1)
    default:
      return script + """

        complete -c grades -n '__fish_seen_subcommand_from help' -fa '\(commands)'
        function __grades_programs
            for folder in $PATH
                for file in $folder/grades-*
                    test -x $file; and string replace -r '^.*/grades-' '' -- $file
                end
            end | string match -r '^\(name)$'
        end
        complete -c grades -n '__grades_should_offer_completions_for_positional "grades" -eq 1' -fa '(__grades_programs)'
        """
    }
  }
}
