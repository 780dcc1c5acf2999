import ArgumentParser
import GradesCore
import GradesLocalization

/// `grades completion SHELL`: the script that completes command lines in a shell.
struct CompletionCommand: AppCommand {
  static var configuration: CommandConfiguration { help("completion", .helpCompletion) }

  @ArgumentParser.Argument(
    help: .words(.argumentShell, valueName: "shell"),
    completion: .list(CompletionScript.shells))
  var shell: String

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  static var loginUse: LoginUse { .none }

  var access: Access { .offline }

  func run(in context: Context) async throws -> ExitStatus {
    guard let script = CompletionScript(shell: shell) else {
      throw Failure.invalidOption("SHELL", typed: shell, allowed: CompletionScript.shells)
    }
    context.printer.streams.out(script.text + "\n")
    return .done
  }
}
