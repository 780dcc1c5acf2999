import Files
import Foundation
import GradesClient
import GradesConfiguration
import GradesLocalization

/// The way from a command that needs a login to a working one: what to register, the questions for the client's
/// id and secret, and the login.
@MainActor
struct FirstContact {
  private let context: Context

  init(_ context: Context) { self.context = context }

  /// Whether a person at a terminal can be helped, instead of ending a command with an error.
  nonisolated static func canHelp(_ command: any AppCommand, _ context: Context) -> Bool {
    let streams = context.printer.streams
    return streams.inputIsTerminal && streams.output.isTerminal && command.access == .online
      && !(command is LoginCommand) && context.configuration.host.name != .demo
      && context.configuration.givenToken == nil
  }

  /// Logs in and returns the run that goes on with it. Throws the error of the missing login when the user
  /// does not want to.
  func run() async throws -> Context {
    context.notice(.firstNotLoggedIn, [.host: context.configuration.host.shortName])
    var next = context
    if context.configuration.hasClient {
      guard try await context.agrees(to: .firstLogInNow, orUse: "grades login") else {
        throw GradesError.notSignedIn(.noCredentials)
      }
    } else {
      context.printer.notice("")
      next = try await withClient()
    }
    let (ready, identity) = try await FirstContact(next).logIn()
    ready.welcome(identity)
    context.printer.notice("")
    return ready
  }

  /// Logs in, and asks for the client again while the login server rejects what was typed. Returns the run that
  /// goes on.
  func logIn(writing: Bool = false) async throws -> (Context, Account) {
    var next = context
    while true {
      do {
        return (next, try await next.logInWithBrowser(next.hostLogin(writing: writing)))
      } catch let error as GradesError
        where error.reason == .login(.clientRefused) && context.printer.streams.inputIsTerminal
        && !context.hasGivenClient
      {
        context.notice(.firstClientRefused)
        next = try await FirstContact(next).withClient(again: true)
      }
    }
  }

  /// Explains how the program is registered, asks for its id and secret, and stores them. Returns the run that
  /// has them; throws ``Failure/cancelled`` when the user gives none.
  ///
  /// - Parameter again: whether what is known was rejected.
  func withClient(again: Bool = false) async throws -> Context {
    let configuration = context.configuration
    if !again {
      context.notice(
        .firstRegistration,
        configuration.registration.merging([.path: "https://auth.fit.cvut.cz/manager/"]))
    }
    let id = try await answer(
      .firstClientID, known: again ? nil : configuration.clientID, isSecret: false)
    let secret = try await answer(
      .firstClientSecret, known: again ? nil : configuration.clientSecret, isSecret: true)
    return try store(id: id, secret: secret)
  }

  /// Stores a client and returns the run that has it; throws a ``Failure``.
  func store(id: String, secret: String) throws -> Context {
    let configuration = context.configuration
    let file = context.paths.configurationFile
    do {
      try GradesConfiguration.storeClient(
        id: id, secret: secret, of: configuration.host.name, in: file)
    } catch let error as SystemError {
      throw Failure.unwritable(file.path, isDiskFull: error.meansFull)
    }
    context.notice(.firstStored, [.file: file.path])
    return try context.moved(to: configuration.host.name.rawValue)
  }

  private func answer(_ question: Message, known: String?, isSecret: Bool) async throws -> String {
    if let known { return known }
    let typed = try await context.printer.ask(
      context.strings(question) + " ›", orUse: "GRADES_CLIENT_ID", isSecret: isSecret)
    let text = typed.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) } ?? ""
    guard !text.isEmpty else { throw Failure.cancelled }
    return text
  }
}

extension Context {
  /// Whether the environment has a client, which nothing that is stored replaces.
  var hasGivenClient: Bool {
    ["GRADES_CLIENT_ID", "GRADES_CLIENT_SECRET"].contains { environment[$0]?.isEmpty == false }
  }
}
