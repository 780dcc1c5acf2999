import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

@Suite("Runs that the user cancels", .inTurn)
struct InterruptionTests {
  @Test("Ctrl-C ends the wait for the browser and frees its port")
  func login() async throws {
    let port = try freeFixedPort()
    var options = EmbeddedService.Options()
    options.redirectURIs = ["http://127.0.0.1:\(port)/callback"]
    let service = try await TestService.start(options)
    let user = try Program(
      environment: [
        "GRADES_API_URL": service.apiURL.absoluteString,
        "GRADES_AUTHORIZE_URL": service.authorizeURL.absoluteString,
        "GRADES_TOKEN_URL": service.tokenURL.absoluteString,
        "GRADES_CLIENT_ID": DemoAccounts.clientID,
        "GRADES_CLIENT_SECRET": DemoAccounts.clientSecret,
        "GRADES_REDIRECT_URI": options.redirectURIs[0], "BROWSER": "true",
      ])
    let run = try await user.process("login") { process in
      _ = try #require(await process.err.line(with: "Waiting for you to log in"))
      #expect(throws: POSIXError.self) { try bindToLoopback(port: port) }
      process.send(SIGINT)
      return try await process.end()
    }
    #expect(run.status == 130)
    #expect(run.out.isEmpty)
    #expect(run.err.hasSuffix("Waiting for you to log in… (Ctrl-C cancels)\nCancelled.\n"))
    close(try bindToLoopback(port: port).socket)
    await service.stop()
  }

  @Test("a reader that goes away gets no message", arguments: ["courses --json", "courses"])
  func closedPipe(_ command: String) async throws {
    let service = try await TestService.start()
    let user = try await Program.signedIn(to: service, now: { Date() })
    let run = try await user.execute(command, hasReader: false)
    #expect(run.status == 0)
    #expect(run.err.isEmpty)
    await service.stop()
  }
}
