import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// `grades login --token-stdin`: a token that the user has already.
@Suite("Signing in with a token from standard input", .inTurn)
struct TokenLoginTests {
  private static let lasting = "The token is valid until 21 Nov 2026 14:00 (Europe/Prague)"

  @Test("It is checked, stored privately, used and said to end")
  func token() async throws {
    let service = try await TestService.started()
    var program = try Program(at: service)
    let tokens = try await service.control.issueTokens(username: "zkusade1")
    let run = await program.run(["login", "--token-stdin"], piped: ["  \(tokens.access)\r", ""])
    #expect(run.status == 0)
    #expect(
      run.said.contains("Logged in as Adéla Zkušební (zkusade1).\nRoles: student\nSemester: "))
    #expect(run.said.contains("\(Self.lasting) and cannot be renewed; log in again after that."))
    #expect(!(run.out + run.err).contains(tokens.access))

    let file = program.paths.credentialsFile
    let stored = try String(contentsOf: file, encoding: .utf8)
    #expect(stored.contains(tokens.access) && stored.contains("\"username\": \"zkusade1\""))
    #expect(!stored.contains("refreshToken"))
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)

    #expect(await program("courses").status == 0)
    let status = await program("status").out.replacing("\u{A0}", with: " ")
    #expect(status.contains("valid until 21 Nov 2026 14:00 (Europe/Prague); cannot be renewed"))
    program.now = { Date.usual.addingTimeInterval(7200) }
    #expect(await program("status").out.contains("expired; log in again"))
    let late = await program("courses --json")
    #expect(late.said.contains("Your session has expired. Log in again"))
  }

  @Test("The token of a service account is stored as one")
  func serviceAccount() async throws {
    let desk = try await LoginDesk()
    let script = try desk.programByAddress(
      clientID: DemoAccounts.serviceClientID, clientSecret: DemoAccounts.serviceClientSecret)
    #expect(await script("login --service-account").status == 0)
    let stored = try Data(contentsOf: script.paths.credentialsFile)
    let document = try #require(JSONSerialization.jsonObject(with: stored) as? [String: Any])
    let hosts = try #require(document["hosts"] as? [String: [String: Any]])
    let token = try #require(hosts[try script.host]?["accessToken"] as? String)
    let program = try Program(at: desk.service)
    let run = await program.run(["login", "--token-stdin"], piped: [token])
    #expect(run.status == 0)
    #expect(run.said.contains("Logged in as a service account."))
    #expect(
      try String(contentsOf: program.paths.credentialsFile, encoding: .utf8)
        .contains("\"serviceAccount\""))
  }

  @Test("One that the service refuses is not stored and not repeated")
  func refused() async throws {
    let service = try await TestService.shared()
    let program = try Program(at: service)
    let token = "0f9b-this-token-is-unknown"
    let run = await program.run(["login", "--token-stdin", "--verbose"], piped: [token])
    #expect(run.status == 77)
    #expect(run.said.contains("Nothing was stored."))
    #expect(!(run.out + run.err).contains(token))
    #expect(try !FileManager.default.fileExists(atPath: program.paths.credentialsFile.path))
  }

  @Test(
    "What is no token is refused before a request, and not repeated",
    arguments: [
      ("", "No token on standard input."), ("  \n\t\n", "No token on standard input."),
      ("first\nsecond", "is not a token"), ("to ken", "is not a token"),
      ("to\u{1B}[31mken", "is not a token"), ("token\u{0}", "is not a token"),
      ("žeton", "is not a token"), (String(repeating: "a", count: 8193), "longer than 8 KiB"),
    ])
  func nonsense(text: String, sentence: String) async throws {
    let service = try await TestService.started()
    let program = try Program(at: service)
    let run = await program.run(["login", "--token-stdin"], piped: [text])
    #expect(run.status == 65)
    #expect(run.said.contains(sentence))
    #expect(!run.err.contains("first") && !run.err.contains("\u{1B}"))
    #expect(service.control.requestCount == 0)
  }

  @Test("A terminal, and what contradicts it, is refused")
  func usage() async throws {
    let service = try await TestService.shared()
    var program = try Program(at: service)
    let terminal = await program("login --token-stdin", input: ["token"])
    #expect(terminal.status == 64)
    #expect(
      terminal.said.contains("Use a file or a pipe: “grades login --token-stdin < token.txt”."))
    let two = await program.run(["login", "--token-stdin", "--no-browser"], piped: ["token"])
    #expect(two.said.contains("--no-browser and --token-stdin cannot be used together."))
    program.environment["GRADES_TOKEN"] = "given"
    let given = await program.run(["login", "--token-stdin"], piped: ["token"])
    #expect(given.status == 64)
    #expect(given.said.contains("--token-stdin and GRADES_TOKEN cannot be used together."))
    let demo = try await Program().run(
      ["login", "--token-stdin", "--host", "demo"], piped: ["token"])
    #expect(demo.said.contains("--token-stdin and --host demo cannot be used together."))
  }
}
