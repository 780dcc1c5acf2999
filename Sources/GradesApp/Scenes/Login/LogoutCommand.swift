import ArgumentParser
import GradesCore
import GradesLocalization

/// `grades logout`: forgets the user's credentials and stored data.
struct LogoutCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "logout", .helpLogout, .helpLogoutDiscussion,
      examples: [
        "grades logout", "grades logout --keep-drafts", "grades logout --host production --yes",
      ])
  }

  @Flag(name: .shortAndLong, help: .words(.optionLogoutYes))
  var yes = false

  @Flag(help: .words(.optionKeepDrafts))
  var keepDrafts = false

  @OptionGroup var shared: SharedOptions

  /// What becomes of the drafts.
  private enum Decision { case erase, keep, stay }

  func run(in context: Context) async throws -> ExitStatus {
    if yes, keepDrafts { throw Failure.exclusive("--yes", "--keep-drafts") }
    let strings = context.strings
    // A token from the environment is in use, but nobody logged in with it.
    let host = context.configuration.host.identity
    guard try await context.services.credentials.credentials(for: host) != nil else {
      context.printer.notice(strings(.logoutNotSignedIn))
      return .done
    }
    // Whoever is not known has no drafts.
    let owner = try? await context.draftOwner()
    let drafts = context.services.drafts
    switch try await decision(owner, context) {
    case .stay:
      context.printer.notice(strings(.logoutKept))
      return .cancelled
    case .erase: if let owner { try await drafts.erase(owner) }
    case .keep: break
    }
    // The credentials are last: they are what makes trying again possible.
    try await context.services.session.signOut()
    context.printer.notice(strings(.logoutDone))
    return .done
  }

  @MainActor private func decision(
    _ owner: DraftOwner?, _ context: Context
  ) async throws -> Decision {
    guard let owner else { return .keep }
    if keepDrafts { return .keep }
    let count = try await context.services.drafts.counts(of: owner).values.reduce(0, +)
    guard count > 0, !yes else { return .erase }
    let strings = context.strings
    context.printer.notice(strings(.logoutDraftsLost, [.count: .count(count)]))
    let question = Question<Decision>(
      text: strings(.logoutQuestion),
      choices: [
        .init(.letterYes, .erase, word: .wordYes), .init(.letterNo, .stay, word: .wordNo),
        .init(.letterKeep, .keep),
      ])
    return try await context.ask(question, orUse: strings(.logoutFlags)) ?? .stay
  }
}
