import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

@Suite("Runs that the user cancels", .inTurn)
struct InterruptionTests {
  /// What names a service and a registration for it.
  private static func environment(of service: TestService) -> [String: String] {
    [
      "GRADES_API_URL": service.apiURL.absoluteString,
      "GRADES_AUTHORIZE_URL": service.authorizeURL.absoluteString,
      "GRADES_TOKEN_URL": service.tokenURL.absoluteString,
      "GRADES_CLIENT_ID": DemoAccounts.clientID,
      "GRADES_CLIENT_SECRET": DemoAccounts.clientSecret,
    ]
  }

  @Test("Ctrl-C ends the wait for the browser and frees its port")
  func login() async throws {
    let port = try freeFixedPort()
    var options = EmbeddedService.Options()
    options.redirectURIs = ["http://127.0.0.1:\(port)/callback"]
    let service = try await TestService.opened(options)
    let user = try Program(
      environment: Self.environment(of: service).merging([
        "GRADES_REDIRECT_URI": options.redirectURIs[0], "BROWSER": "true",
      ]) { $1 })
    let run = try await user.process("login") { process in
      _ = try #require(await process.err.line(with: "Waiting for you to log in"))
      #expect(throws: POSIXError.self) { try bindToLoopback(port: port) }
      process.send(SIGINT)
      return try await process.end()
    }
    #expect(run.status == 130)
    #expect(run.out.isEmpty)
    #expect(run.err.hasSuffix("Waiting for you to log in… (press Ctrl-C to cancel)\nCancelled.\n"))
    close(try bindToLoopback(port: port).socket)
  }

  @Test("a reader that goes away gets no message", arguments: ["courses --json", "courses"])
  func closedPipe(_ command: String) async throws {
    let service = try await TestService.opened()
    let user = try await Program.signedIn(to: service, now: { Date() })
    let run = try await user.execute(command, hasReader: false)
    #expect(run.status == 0)
    #expect(run.err.isEmpty)
  }

  @Test("messages without a reader change neither the output nor the status")
  func closedPipeOfMessages() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("output")
    let shell = ["/bin/sh", "-c", "exec \"$@\" 2>&1 >'\(file.path)'", "sh"]
    let service = try await TestService.opened()
    let user = try await Program.signedIn(to: service, now: { Date() })
    let expected = try await user.execute("courses --csv")
    let run = try await user.execute("courses --csv -v", through: shell, hasReader: false)
    #expect(run.status == 0)
    #expect(try String(contentsOf: file, encoding: .utf8) == expected.out)
    let failed = try await Program().execute("courses", through: shell, hasReader: false)
    #expect(failed.status == 77)
  }

  @Test("what changes something is done to its end, also without a reader of the output")
  func closedPipeOfAChange() async throws {
    let service = try await TestService.opened()
    let teacher = try await Program.teacherWithDraft(at: service)
    let run = try await teacher.execute("publish --yes --no-notify", hasReader: false)
    #expect(run.status == 0)
    #expect(run.err.isEmpty, "\(run.err)")
    let cell = try await service.control.cell(
      course: "XI-ZPT.23", username: "zkusade1", item: "du1")
    #expect(cell?.value == .number(1))
    #expect(try await teacher.execute("history").out.contains("XI-ZPT.23"))
  }

  @Test("a file is written also without a reader of the output")
  func closedPipeBesideAFile() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("report.json")
    _ = try await Program().execute(
      "doctor --offline --report \(file.path)", hasReader: false)
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test("A login without a browser and a terminal ends at once with the ways that work")
  func noBrowser() async throws {
    let service = try await TestService.opened()
    var user = try Program(environment: Self.environment(of: service))
    let run = try await user.execute("login")
    #expect(run.status == 64)
    #expect(run.said.contains("there is neither a browser nor a terminal"))
    #expect(run.said.contains("“grades login --token-stdin”"))
    user.environment["BROWSER"] = "no-such-browser"
    #expect(try await user.execute("login").status == 64)
  }
}
