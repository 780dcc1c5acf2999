import AppTestSupport
import Foundation
import GradesApp
import GradesServer
import GradesTesting
import TestSupport

/// A service, a program that is to sign in there, and a free port to which browsers come back.
struct LoginDesk: Sendable {
  let service: TestService
  let port: UInt16
  var program: Program
  /// What the browser shows at its ends.
  let pages = Occurrences<String>()
  /// The addresses with which ``idleBrowser`` was opened.
  let opened = Occurrences<URL>()

  static let student = PageVisitor(username: "zkusade1", password: "student-demo")

  init(returningTo port: UInt16? = nil) async throws {
    self.port = try port ?? freeFixedPort()
    service = try await .started(redirectURIs: ["http://127.0.0.1:\(self.port)/callback"])
    program = try Program(at: service)
    try configure(program, as: "demo")
  }

  /// A program whose host is the production service, moved to this one as `grades serve` says.
  func programByAddress(
    clientID: String = "grades-demo", clientSecret: String = "grades-demo-secret"
  ) throws -> Program {
    let program = try Program(
      environment: [
        "GRADES_API_URL": service.apiURL.absoluteString,
        "GRADES_AUTHORIZE_URL": service.authorizeURL.absoluteString,
        "GRADES_TOKEN_URL": service.tokenURL.absoluteString,
        "GRADES_CLIENT_ID": clientID, "GRADES_CLIENT_SECRET": clientSecret,
      ], now: { .usual })
    try configure(program, as: "production")
    return program
  }

  private func configure(_ program: Program, as host: String) throws {
    let redirect = "http://127.0.0.1:\(port)/callback"
    try program.write(
      Data("{\"hosts\": {\"\(host)\": {\"redirect-uri\": \"\(redirect)\"}}}".utf8),
      to: program.paths.configurationFile)
  }

  /// A browser with a person at it. It is a program of its own: opening it returns at once.
  func browser(_ person: PageVisitor = student) -> Browser {
    Browser { url in
      Task { await self.visit(url, person) }
      return true
    }
  }

  /// A browser at which nobody does anything.
  var idleBrowser: Browser {
    Browser { url in
      opened.record(url)
      return true
    }
  }

  /// Goes the person's way; what is shown at its end, or why there is none, is in ``pages``.
  func visit(_ url: URL, _ person: PageVisitor = student) async {
    do {
      pages.record(try await person.visit(url))
    } catch {
      pages.record("\(error)")
    }
  }

  /// The text with the login's address, which is never the same, left out.
  func plain(_ text: String) -> String {
    text.replacing(#/http://127\.0\.0\.1:\d+/oauth/authorize\?\S+/#, with: "ADDRESS")
  }

  /// The address in what the program said.
  static func address(in text: String) -> URL? {
    text.firstMatch(of: #/http:\S+/oauth/authorize\?\S+/#).flatMap { URL(string: String($0.0)) }
  }
}
