import ArgumentParser
import GradesCore
import GradesLocalization

/// `grades version`: the program's version, as `--version` prints it.
struct VersionCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "version", .helpVersion, .helpVersionDiscussion, examples: ["grades version"])
  }

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  static var loginUse: LoginUse { .none }

  var access: Access { .offline }

  func run(in context: Context) async throws -> ExitStatus {
    context.printer.print(Version.current)
    return .done
  }
}
