import ArgumentParser
import GradesLocalization

/// `grades manual`: the manual page in the language of roff, for `make install` and `man -l -`.
struct ManualCommand: AppCommand {
  static var configuration: CommandConfiguration { help("manual", .helpManual) }

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  static var loginUse: LoginUse { .none }

  func run(in context: Context) async throws -> ExitStatus {
    context.printer.print(try ManualPage(strings: context.strings).text)
    return .done
  }
}
