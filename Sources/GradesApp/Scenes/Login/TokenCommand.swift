import ArgumentParser
import GradesClient

/// `grades token`: the access token, for a program of the user's own.
struct TokenCommand: AppCommand {
  static var configuration: CommandConfiguration { help("token", .helpToken) }

  @Flag(name: .shortAndLong, help: .words(.optionYes))
  var yes = false

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func run(in context: Context) async throws -> ExitStatus {
    let (strings, printer) = (context.strings, context.printer)
    let authenticator = context.services.authenticator
    let token = try await authenticator.accessToken()
    // It comes from outside, and a terminal would obey what is no token.
    guard token.isBearerToken else { throw GradesError.notSignedIn(.rejected) }
    // Who has set the variable has the token already.
    if context.configuration.givenToken == nil {
      let end = try await authenticator.credentials()?.expiresAt
      printer.notice(
        end.map { strings(.tokenWarningUntil, [.time: context.dates.dateTimeWithZone($0)]) }
          ?? strings(.tokenWarning))
      if !yes, try await !context.agrees(to: .tokenQuestion) { throw Failure.cancelled }
    }
    printer.streams.out(token + "\n")
    return .done
  }
}
