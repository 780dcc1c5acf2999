import ArgumentParser
import GradesCore

/// `grades status`: the signed-in user and the stored data; sends no request.
struct StatusCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "status", .helpStatus, .helpStatusDiscussion,
      examples: ["grades status", "grades status --json"])
  }

  @Flag(help: .words(.optionJson))
  var json = false

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  static var loginUse: LoginUse { .optional }

  var access: Access { .offline }

  func run(in context: Context) async throws -> ExitStatus {
    let scene = StatusViewModel(
      authenticator: context.services.authenticator, session: context.services.session,
      cache: context.services.cache, drafts: context.services.drafts,
      structures: context.paths.structuresFolder,
      credentials: context.services.credentials, host: context.configuration.host)
    try await scene.load()
    context.printer.print(
      StatusReport(
        state: scene.state, host: context.configuration.host,
        credentialsPath: context.paths.credentialsFile.path,
        isTokenGiven: context.configuration.givenToken != nil,
        unusedProfile: context.configuration.unusedProfile, now: context.now(),
        strings: context.strings, dates: context.dates),
      as: json ? .json : .table)
    return scene.state.credentials == nil ? .notPermitted : .done
  }
}
