import ArgumentParser

/// A script for a shell, as the argument parser makes it. Its lines are never broken.
struct CompletionScript {
  /// The shells that there is one for.
  static let shells = CompletionShell.allCases.map(\.rawValue).sorted()

  let text: String

  /// Makes the script of a shell; nil for an unknown one.
  init?(shell: String) {
    guard let shell = CompletionShell(rawValue: shell) else { return nil }
    text = Self.completed(RootCommand.completionScript(for: shell), of: shell)
  }

  /// The script with what the parser does not offer: the names of the commands after `grades help`, and the
  /// user's own programs, which the shell finds itself.
  private static func completed(_ script: String, of shell: CompletionShell) -> String {
    offeringPrograms(in: offeringTopics(in: script, of: shell), of: shell)
  }

  private static func offeringPrograms(
    in script: String, of shell: CompletionShell
  ) -> String {
    // The names that `ExtensionProgram` takes. What a shell could run is never offered.
    let name = "[A-Za-z0-9][A-Za-z0-9._-]*"
    switch shell {
    case .bash:
      let commands = "'\(commandNames) help' -- \"${cur}\"))\n"
      return script.replacing(
        commands,
        with: commands
          + #"        COMPREPLY+=($(compgen -c -- "grades-${cur}" | sed -n 's/^grades-\(\#(name)\)$/\1/p' | sort -u))"#
          + "\n", maxReplacements: 1)
    case .zsh:
      let describe = "        _describe -V subcommand subcommands && ret=0\n"
      return script.replacing(
        describe,
        with: describe + """
                  local -ar programs=(${${(M)${(k)commands}:#grades-[A-Za-z0-9][A-Za-z0-9._-]#}#grades-})
                  (( ${#programs} )) && _describe -V program programs && ret=0

          """, maxReplacements: 1)
    default:
      return script + """

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

  /// The names of all commands but `help`.
  private static var commandNames: String {
    CommandTopic.allCases.flatMap(\.names).joined(separator: " ")
  }

  private static func offeringTopics(in script: String, of shell: CompletionShell) -> String {
    switch shell {
    case .bash:
      let begin = "_grades_help() {\n"
      let offer = "complete -o filenames -F _grades grades"
      // Pinned courses come first; Bash before 4.4 sorts all the same.
      return script.replacing(
        begin, with: begin + "    COMPREPLY+=($(compgen -W '\(commandNames)' -- \"${cur}\"))\n"
      ).replacing(
        offer, with: offer.replacing("-F", with: "-o nosort -F") + " 2>/dev/null || \(offer)")
    case .zsh:
      return script.replacing("'*:subcommands:'", with: "'*:subcommands:(\(commandNames))'")
    default:
      return script
        + "\ncomplete -c grades -n '__fish_seen_subcommand_from help' -fa '\(commandNames)'"
    }
  }
}
