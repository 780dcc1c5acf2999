import ArgumentParser
import Foundation
import GradesConfiguration
import GradesCore
import GradesLocalization

/// `grades logout`: deletes the user's credentials and stored data.
struct LogoutCommand: AppCommand {
  static var configuration: CommandConfiguration { help("logout", .helpLogout) }

  @Flag(name: .shortAndLong, help: .words(.optionLogoutYes))
  var yes = false

  @Flag(help: .words(.optionKeepDrafts))
  var keepDrafts = false

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var outlivesReader: Bool { true }

  static var loginUse: LoginUse { .optional }
  static var tokenUse: GradesConfiguration.TokenUse { .none }

  var optionRules: [OptionRule] { [.oneOf(["--yes": yes, "--keep-drafts": keepDrafts])] }

  func run(in context: Context) async throws -> ExitStatus {
    let signingOut = SigningOut(context)
    guard try await signingOut.isPossible() else {
      let host = context.configuration.host
      if let profile = host.profile {
        try await context.services.credentials.check(
          profile, at: host, host: shared.host, onlyNear: true)
      }
      context.notice(.logoutNotSignedIn)
      return .done
    }
    guard let drafts = try await decision(signingOut, context) else { throw Failure.stopped }
    let remains = await signingOut.perform(drafts)
    if let notice = remains.notice { context.notice(notice) }
    for failure in remains.failures.dropLast() {
      context.printer.notice(context.failureSentence.line(for: failure))
    }
    let backups = StructureBackups(folder: context.paths.structureBackupsFolder)
    if !backups.isEmpty {
      context.notice(.logoutBackupsStay, [.file: backups.folder.path(percentEncoded: false)])
    }
    if let last = remains.failures.last { throw last }
    return .done
  }

  /// What becomes of the drafts; nil when the user wants to stay.
  @MainActor private func decision(
    _ signingOut: SigningOut, _ context: Context
  ) async throws -> SigningOut.Drafts? {
    let strings = context.strings
    if keepDrafts { return .keep }
    // After the confirmation the drafts need not be readable.
    if yes { return .erase }
    guard let count = try await signingOut.draftsAtStake() else { return .keep }
    guard count > 0 else { return .erase }
    context.notice(.logoutDraftsLost, [.count: count])
    let question = Question<SigningOut.Drafts?>(
      text: strings(.logoutQuestion),
      choices: [
        .init(.letterYes, .erase, word: .wordYes, meaning: .logoutErase),
        .init(.letterNo, nil, word: .wordNo, meaning: .logoutStay),
        .init(.letterKeep, .keep, meaning: .logoutKeep),
      ])
    return try await context.ask(question, orUse: strings(.logoutFlags)) ?? nil
  }
}

extension SigningOut.Remains {
  /// How logging out went as a whole; nil if the user is still logged in.
  var notice: Message? {
    switch credentials {
    case nil where isEmpty: .logoutDone
    case nil where files.isEmpty: .logoutDraftsRemain
    case nil: .logoutPartly
    default: nil
    }
  }
}
