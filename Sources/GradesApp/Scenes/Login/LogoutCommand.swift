import ArgumentParser

/// `grades logout`: forgets the user's credentials and stored data.
struct LogoutCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "logout", .helpLogout, .helpLogoutDiscussion,
      examples: ["grades logout", "grades logout --host production"])
  }

  @OptionGroup var shared: SharedOptions

  func run(in context: Context) async throws -> ExitStatus {
    let strings = context.strings
    // A token from the environment is in use, but nobody logged in with it.
    let host = context.configuration.host.identity
    guard try await context.services.credentials.credentials(for: host) != nil else {
      context.printer.notice(strings(.logoutNotSignedIn))
      return .done
    }
    try await context.services.session.signOut()
    context.printer.notice(strings(.logoutDone))
    return .done
  }
}
