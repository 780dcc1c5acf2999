import ArgumentParser
import Foundation
import GradesClient
import GradesConfiguration

/// `grades login`: the Login scene.
struct LoginCommand: AppCommand {
  static var configuration: CommandConfiguration { help("login", .helpLogin) }

  @Flag(help: .words(.optionTeach))
  var teach = false

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

  var outlivesReader: Bool { true }

  static var loginUse: LoginUse { .optional }
  static var tokenUse: GradesConfiguration.TokenUse { .besideLogin }

  var usesEmbeddedService: Bool { demo }
  var isOpenEnded: Bool { true }

  func run(in context: Context) async throws -> ExitStatus {
    if context.configuration.host.isEmbedded {
      // The service in this process exists only as long as the process does.
      if noBrowser { throw Failure.exclusive("--no-browser", "--host demo") }
      if tokenStdin { throw Failure.exclusive("--token-stdin", "--host demo") }
    }
    if tokenStdin, context.configuration.givenToken != nil {
      throw Failure.exclusive("--token-stdin", "GRADES_TOKEN")
    }
    let context = needsClient(in: context) ? try await FirstContact(context).withClient() : context
    let strings = context.strings
    let printer = context.printer
    let login = context.hostLogin(writing: teach)
    let identity: Account
    if demo {
      identity = try await context.loading(.loginWaiting) {
        try await login.asDemoUser(user ?? .student)
      }
    } else if serviceAccount {
      identity = try await context.loading(.loginWaiting) { try await login.asServiceAccount() }
    } else if tokenStdin {
      let token = try await Self.token(of: printer.streams)
      let trial = context.using(token: token).hostLogin()
      let credentials: Credentials
      (identity, credentials) = try await context.loading(.loginWaiting) {
        try await login.with(token: token, trial: trial)
      }
      context.welcome(identity)
      // Nothing renews it.
      let end = credentials.expiresAt.map { context.dates.dateTimeWithZone($0) }
      printer.notice(
        end.map { strings(.loginTokenEnds, [.time: $0]) } ?? strings(.loginTokenEndUnknown))
      return .done
    } else if noBrowser {
      identity = try await login.pasting { address, problem in
        if let problem {
          printer.notice(context.sentence(for: .service(.login(problem))))
        } else {
          context.notice(.loginOpenYourself)
          printer.notice("\n\(address.absoluteString)\n")
          context.notice(.loginPasteExplanation)
        }
        // The address may come from a pipe, so this needs no terminal.
        printer.streams.err(strings(.loginPastePrompt) + " ")
        return try await printer.readLine()
      }
    } else {
      identity = try await FirstContact(context).logIn(writing: teach).1
    }
    context.welcome(identity)
    return .done
  }

  /// Whether a person has to be asked for the client's id and secret.
  private func needsClient(in context: Context) -> Bool {
    !tokenStdin && !demo && context.printer.streams.inputIsTerminal
      && !context.configuration.hasClient && !context.configuration.host.isEmbedded
  }

  /// The longest token in bytes. The keyring takes no more either.
  private static let longestToken = 8 << 10

  /// Reads one line of standard input to its end, without the blanks around it; throws
  /// a ``Failure``.
  private static func token(of streams: Streams) async throws -> String {
    // A terminal would show what is typed.
    guard !streams.inputIsTerminal else { throw Failure(.usage, .tokenTerminal) }
    let bytes = try await InputFile("-", streams: streams).read(upTo: longestToken)
    guard bytes.count <= longestToken else {
      throw Failure(.refused, .tokenTooLong, [.limit: longestToken >> 10])
    }
    let token = String(decoding: bytes, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard !token.isEmpty else { throw Failure(.refused, .tokenEmpty) }
    guard token.isBearerToken else { throw Failure(.refused, .tokenMalformed) }
    return token
  }

  var optionRules: [OptionRule] {
    [
      .oneOf([
        "--no-browser": noBrowser, "--service-account": serviceAccount,
        "--token-stdin": tokenStdin, "--demo": demo,
      ]),
      .excludes(
        "--teach", teach, ["--service-account": serviceAccount, "--token-stdin": tokenStdin]),
      .requires("--as", user != nil, "--demo", demo),
    ]
  }
}
