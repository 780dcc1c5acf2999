import ArgumentParser
import Foundation
import GradesClient
import GradesLocalization

/// `grades login`: the Login scene.
struct LoginCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "login", .helpLogin, .helpLoginDiscussion,
      examples: [
        "grades login", "grades login --no-browser", "grades login --service-account",
        "grades login --token-stdin < token.txt", "grades login --demo --as teacher",
      ])
  }

  @Flag(name: .customLong("no-browser"), help: .words(.optionNoBrowser))
  var noBrowser = false

  @Flag(name: .customLong("service-account"), help: .words(.optionServiceAccount))
  var serviceAccount = false

  @Flag(name: .customLong("token-stdin"), help: .words(.optionTokenStdin))
  var tokenStdin = false

  @Flag(help: .words(.optionDemo))
  var demo = false

  @Option(name: .customLong("as"), help: .words(.optionAs, valueName: "user"))
  var user: DemoUser?

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var usesEmbeddedService: Bool { demo }

  func run(in context: Context) async throws -> ExitStatus {
    try checkOptions()
    if context.configuration.host.isEmbedded {
      // The service in this process exists only as long as the process does.
      if noBrowser { throw Failure.exclusive("--no-browser", "--host demo") }
      if tokenStdin { throw Failure.exclusive("--token-stdin", "--host demo") }
    }
    if tokenStdin, context.configuration.givenToken != nil {
      throw Failure.exclusive("--token-stdin", "GRADES_TOKEN")
    }
    let strings = context.strings
    let printer = context.printer
    let login = context.hostLogin
    let identity: HostLogin.Identity
    if demo {
      identity = try await context.loading(.loginWaiting) {
        try await login.asDemoUser(user ?? .student)
      }
    } else if serviceAccount {
      identity = try await context.loading(.loginWaiting) { try await login.asServiceAccount() }
    } else if tokenStdin {
      let token = try await TokenInput.read(printer.streams)
      let trial = context.state.using(token: token).hostLogin
      let credentials: Credentials
      (identity, credentials) = try await context.loading(.loginWaiting) {
        try await login.with(token: token, trial: trial)
      }
      welcome(identity, context)
      noteEnd(of: credentials, context)
      return .done
    } else if noBrowser {
      identity = try await login.pasting { address, problem in
        if let problem {
          printer.notice(context.sentence(for: .service(.login(problem))))
        } else {
          printer.notice(strings(.loginOpenYourself))
          printer.notice("\n\(address.absoluteString)\n")
          printer.notice(strings(.loginPasteExplanation))
        }
        // The address may come from a pipe, so this needs no terminal.
        printer.streams.err(strings(.loginPastePrompt) + " ")
        return await printer.streams.readLine()
      }
    } else {
      identity = try await logInWithBrowser(login, context)
    }
    welcome(identity, context)
    return .done
  }

  private func checkOptions() throws {
    let chosen = [
      (noBrowser, "--no-browser"), (serviceAccount, "--service-account"),
      (tokenStdin, "--token-stdin"), (demo, "--demo"),
    ].filter(\.0).map(\.1)
    if chosen.count > 1 { throw Failure.exclusive(chosen[0], chosen[1]) }
    if user != nil, !demo { throw Failure.requires("--as", "--demo") }
  }

  @MainActor private func logInWithBrowser(
    _ login: HostLogin, _ context: Context
  ) async throws -> HostLogin.Identity {
    let strings = context.strings
    let printer = context.printer
    return try await login.withBrowser { address in
      let address = (try? await context.services.embedded?.live(address)) ?? address
      let isOpen = await context.browser.open(address)
      if isOpen {
        printer.notice(strings(.loginOpening))
        printer.notice(strings(.loginAddress))
      } else {
        printer.notice(strings(.errorLoginBrowserNotOpened))
      }
      printer.notice("\n\(address.absoluteString)\n")
      printer.notice(strings(.loginWaiting))
    }
  }

  /// Says until when a token can be used that nothing renews.
  @MainActor private func noteEnd(of credentials: Credentials, _ context: Context) {
    let end = credentials.expiresAt.map { context.dates.dateTimeWithZone($0) }
    context.printer.notice(
      end.map { context.strings(.loginTokenEnds, [.time: .text($0)]) }
        ?? context.strings(.loginTokenEndUnknown))
  }

  @MainActor private func welcome(_ identity: HostLogin.Identity, _ context: Context) {
    let strings = context.strings
    guard let user = identity.user else {
      context.printer.notice(strings(.loginSignedInAsService))
      return
    }
    let name = "\(user.fullName) (\(user.username))"
    context.printer.notice(strings(.loginSignedInAs, [.name: .text(name)]))
    if let roles = identity.roles {
      context.printer.notice(
        strings(.loginRoles, [.roles: .text(strings.roles(roles))]))
    }
    if let semester = identity.semester {
      let name = "\(strings.name(of: semester)) (\(semester))"
      context.printer.notice(strings(.loginSemester, [.semester: .text(name)]))
    }
    if context.configuration.givenToken != nil {
      context.printer.notice(strings(.loginTokenGiven))
    }
  }
}
