import ArgumentParser
import GradesCore

/// `grades status`: the signed-in user and the stored data; sends no request.
struct StatusCommand: AppCommand {
  static var configuration: CommandConfiguration { help("status", .helpStatus) }

  @OptionGroup var output: DocumentOption

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  static var loginUse: LoginUse { .optional }

  var access: Access { .offline }

  func run(in context: Context) async throws -> ExitStatus {
    let status = try await StatusReport(context)
    context.printer.print(status, as: output.format)
    return status.credentials == nil ? .notPermitted : .done
  }
}
