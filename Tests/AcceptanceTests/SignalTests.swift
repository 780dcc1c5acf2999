import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

@Suite("Signals while a command waits", .hangLimit, .inTurn)
struct SignalTests {
  @Test("end the request, with status 130", arguments: [SIGINT, SIGTERM, SIGHUP])
  func request(signal: Int32) async throws {
    let service = try await TestService.opened()
    let user = try await Program.signedIn(to: service, now: { Date() })
    let fault = service.control.add(Fault(nil, "/api/", times: nil, .hangBeforeHandling))
    let run = try await user.process("courses") { process in
      await fault.waitUntilHit()
      process.send(signal)
      return try await process.end()
    }
    #expect(run.status == 130)
    #expect(run.out == "")
    #expect(run.err == "Cancelled.\n")
  }

  @Test("leave what was entered of a stack of papers as drafts, and say so")
  func entering() async throws {
    let service = try await TestService.opened()
    let teacher = try await Program.signedIn(
      to: service, as: DemoAccounts.teacher.username, now: { Date() })
    let window = try TerminalWindow("enter XI-ZPT.23 du1 --overwrite", of: teacher)
    await window.shows("Student (")
    window.type("zkus 2\r")
    await window.shows("Zkušební Adéla (zkusade1): 2")
    window.type("\u{3}")
    await window.shows("Saved 1 draft.")
    #expect(try await window.end() == 130)
    #expect(await teacher("drafts --json").out.contains("\"zkusade1\""))
  }

  @Test("stay ignored where they are from the start, and the others end the command")
  func ignored() async throws {
    let user = try Program()
    let wrapper = ["/bin/sh", "-c", "trap '' INT HUP; exec \"$0\" \"$@\""]
    let run = try await user.process("serve", through: wrapper) { process in
      _ = await process.out.line(with: "grades login")
      process.send(SIGINT)
      process.send(SIGHUP)
      process.send(SIGTERM)
      return try await process.end()
    }
    #expect(run.status == 0)
    #expect(run.out.contains("Press Ctrl-C"))
  }

  @Test(
    "end the login that a command has led to, wherever it is, with status 130",
    arguments: ["Log in now?", "Client secret", "Waiting for you to log in"],
    [SIGINT, SIGTERM, SIGHUP])
  func firstContact(waiting: String, signal: Int32) async throws {
    let service = try await TestService.opened()
    let hasClient = waiting != "Client secret"
    let user = try Program(environment: [
      "GRADES_API_URL": service.apiURL.absoluteString,
      "GRADES_AUTHORIZE_URL": service.authorizeURL.absoluteString,
      "GRADES_TOKEN_URL": service.tokenURL.absoluteString,
      "GRADES_CLIENT_ID": hasClient ? "grades-demo" : "",
      "GRADES_CLIENT_SECRET": hasClient ? "grades-demo-secret" : "", "BROWSER": "true",
    ])
    try user.write(
      Data(
        "{\"hosts\": {\"production\": {\"redirect-uri\": \"http://127.0.0.1:\(freeFixedPort())/callback\"}}}"
          .utf8), to: user.paths.configurationFile)
    let window = try TerminalWindow("courses", of: user)
    await window.shows(hasClient ? "Log in now?" : "Client ID")
    if !waiting.hasPrefix("Log in") { window.type(hasClient ? "y\r" : "grades-demo\r") }
    await window.shows(waiting)
    window.send(signal)
    #expect(try await window.end() == 130)
    #expect(await window.isRestored)
  }
}
