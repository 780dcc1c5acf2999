import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// What a run takes from its environment: language, time zone, what it says of itself.
@Suite("Environment", .inTurn)
struct EnvironmentTests {
  @Test("Times are in the zone of the user, and the zone is named")
  func timeZone() async throws {
    let service = try await TestService.shared()
    for (zone, time) in [
      ("Europe/Prague", "21 Nov 2026 14:00 (Europe/Prague)"),
      ("America/New_York", "21 Nov 2026 08:00 (America/New_York)"),
      (":Europe/Prague", "21 Nov 2026 14:00 (Europe/Prague)"),
      ("/usr/share/zoneinfo/Europe/Prague", "21 Nov 2026 14:00 (Europe/Prague)"),
    ] {
      let program = try await Program.signedIn(to: service, environment: ["TZ": zone])
      let status = await program("status")
      #expect(status.out.contains("valid until \(time)"))
      #expect(await program("status --json").out.contains("\"2026-11-21T13:00:00Z\""))
    }
  }

  @Test("The computer's own zone is not named", arguments: ["", ":", "Nowhere/Never"])
  func ownTimeZone(zone: String) async throws {
    let service = try await TestService.shared()
    let program = try await Program.signedIn(to: service, environment: ["TZ": zone])
    let status = await program("status").out
    #expect(status.contains(#/valid until 2[12] Nov 2026 \d\d:00\n/#))
  }

  @Test("--verbose shows the requests on standard error, without secrets")
  func verbose() async throws {
    let (program, service) = try await Program.atService()
    let stored = try String(contentsOf: program.paths.credentialsFile, encoding: .utf8)
    try await service.control.expireTokens()
    let run = await program("courses --verbose --json")
    #expect(run.status == 0)
    #expect(run.out.hasPrefix("{\n"))
    let lines = run.err.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("> ") })
    #expect(run.err.contains("> GET \(service.apiURL)/public/user-info"))
    #expect(run.err.contains("> POST \(service.tokenURL)"))
    for secret in stored.matches(of: #/[0-9a-f]{8}-[0-9a-f-]{27}/#).map(\.0) {
      #expect(!run.err.contains(secret))
    }
    #expect(!run.err.contains("grades-demo-secret"))
    #expect(!run.err.lowercased().contains("authorization"))
  }

  @Test("No output and no other file holds a token, whatever is done and whatever fails")
  func nowhere() async throws {
    let (program, service) = try await Program.atService(as: "ucitezk1")
    let paths = program.paths
    var secrets: Set = ["grades-demo-secret"]
    func collect() throws {
      let stored = try String(contentsOf: paths.credentialsFile, encoding: .utf8)
      secrets.formUnion(stored.matches(of: #/[0-9a-f]{8}-[0-9a-f-]{27}/#).map { String($0.0) })
    }
    try collect()
    try await service.control.expireTokens()
    for fault in ["{", #"{"access_token": 1}"#, "<html>"] {
      service.control.add(
        Fault("GET", "/student-groups", .answer(status: 200, body: fault)))
    }
    var said = ""
    for command in [
      "courses", "groups XI-ZPT.23", "groups XI-ZPT.23", "groups XI-ZPT.23", "groups XI-ZPT.23",
      "items XI-ZPT.23 --json", "export XI-ZPT.23", "students XI-ZPT.23 --csv", "status",
      "status --json", "settings --json", "set XI-ZPT.23 testst01:du1=3 --draft", "drafts",
      "publish --yes", "history --json", "course XI-NIC", "login --service-account",
    ] {
      for extra in ["", " --verbose"] {
        let run = await program(command + extra)
        said += run.out + run.err
      }
    }
    try collect()
    #expect(secrets.count >= 4, "the tokens were renewed during the run")
    for secret in secrets { #expect(!said.contains(secret)) }
    let files = try #require(
      FileManager.default.enumerator(at: program.home.url, includingPropertiesForKeys: nil))
    for case let file as URL in files
    where !file.hasDirectoryPath && file.path != paths.credentialsFile.path {
      let bytes = try Data(contentsOf: file)
      for secret in secrets {
        #expect(bytes.firstRange(of: Data(secret.utf8)) == nil, "\(file.lastPathComponent)")
      }
    }
  }

  @Test("Without a command the courses are shown")
  func noCommand() async throws {
    let program = try await Program.signedIn(to: .shared())
    let run = await program("")
    #expect(run.status == 0)
    #expect(run.out == (await program("courses")).out)
    #expect(await program("--semester previous").out.hasPrefix("Summer 2025/26 (B252)"))
  }

  @Test("The version is one line")
  func version() async throws {
    let run = await (try Program())("--version")
    #expect(run.status == 0)
    #expect(run.out == "0.1.0\n")
    #expect(run.err == "")
  }
}
