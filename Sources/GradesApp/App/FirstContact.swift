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
    let identity = try await next.logInWithBrowser(next.hostLogin())
    next.welcome(identity)
    context.printer.notice("")
    return next
  }

  /// Explains how the program is registered, asks for its id and secret, and stores them. Returns the run that
  /// has them; throws ``Failure/cancelled`` when the user gives none.
  func withClient() async throws -> Context {
    let configuration = context.configuration
    context.notice(
      .firstRegistration,
      configuration.registration.merging([.path: "https://auth.fit.cvut.cz/manager/"]))
    let id = try await answer(.firstClientID, known: configuration.clientID, isSecret: false)
    let secret = try await answer(
      .firstClientSecret, known: configuration.clientSecret, isSecret: true)
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
      context.strings(question), orUse: "GRADES_CLIENT_ID", isSecret: isSecret)
    let text = typed.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) } ?? ""
    guard !text.isEmpty else { throw Failure.cancelled }
    return text
  }
}
