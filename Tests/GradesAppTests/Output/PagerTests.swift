import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// Tables that are longer than the terminal.
@Suite("The pager", .inTurn)
struct PagerTests {
  private let folder: TemporaryFolder
  private var shown: URL { folder.file("shown") }

  init() async throws { folder = try TemporaryFolder() }

  /// A student with a pager that keeps what it reads, and ends with a status.
  private func program(
    _ environment: [String: String], status: Int = 0
  ) async throws -> Program {
    try FakeProgram.install("paper", "cat > '\(shown.path)'\nexit \(status)", in: folder)
    let path = ["PATH": "\(folder.url.path):/usr/bin:/bin"]
    return try await Program.signedIn(
      to: TestService.shared(), environment: path.merging(environment) { $1 })
  }

  private func run(_ program: Program, _ command: String, rows: Int?) async -> Program.Run {
    await program.run(
      command.split(separator: " ").map(String.init), width: rows == nil ? nil : 80, rows: rows)
  }

  @Test("Shows a table that is longer than the terminal, and nothing else prints it")
  func long() async throws {
    let program = try await program(["PAGER": "paper"])
    let run = await run(program, "courses", rows: 10)
    #expect(run.status == 0)
    #expect(run.out == "")
    #expect(try String(contentsOf: shown, encoding: .utf8) == demoCourses)
  }

  @Test("Is a command of the shell where it has its characters, as for git")
  func shell() async throws {
    let program = try await program(["PAGER": "sed 's/XI-/YI /' | paper"])
    #expect(await run(program, "courses", rows: 10).status == 0)
    let text = try String(contentsOf: shown, encoding: .utf8)
    #expect(text == demoCourses.replacing("XI-", with: "YI "))
  }

  @Test(
    "Is not used for what fits, for documents, into a pipe, or where the user wants none",
    arguments: [
      ("courses", 40, ["PAGER": "paper"]), ("courses --json", 5, ["PAGER": "paper"]),
      ("courses --csv", 5, ["PAGER": "paper"]), ("courses", nil, ["PAGER": "paper"]),
      ("courses --no-pager", 5, ["PAGER": "paper"]), ("courses --plain", 5, ["PAGER": "paper"]),
      ("courses", 5, ["PAGER": ""]),
      ("courses", 5, ["PAGER": "cat"]), ("courses", 5, ["PAGER": "paper", "GRADES_PAGER": ""]),
      ("courses", 5, ["PAGER": "paper", "ACCESSIBLE": "1"]),
      ("courses", 5, ["PAGER": "no-such-pager"]),
    ] as [(String, Int?, [String: String])])
  func none(command: String, rows: Int?, environment: [String: String]) async throws {
    let run = await run(try await program(environment), command, rows: rows)
    #expect(run.status == 0)
    #expect(run.out.contains("XI-ZPT.23"))
    #expect(!FileManager.default.fileExists(atPath: shown.path))
  }

  @Test("A table is printed where the pager cannot be started")
  func notStarted() async throws {
    let program = try await program(["PAGER": "broken"])
    let broken = folder.file("broken")
    try Data("#!/nonexistent/interpreter\n".utf8).write(to: broken)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: broken.path)
    let run = await run(program, "courses", rows: 10)
    #expect(run.status == 0)
    #expect(run.out == demoCourses)
  }

  @Test("A table is printed where the pager fails, which may have shown nothing")
  func failed() async throws {
    let run = await run(try await program(["PAGER": "paper"], status: 1), "courses", rows: 10)
    #expect(run.status == 0)
    #expect(run.out == demoCourses)
  }

  @Test("Its own variable comes first, with options")
  func own() async throws {
    let program = try await program(
      ["PAGER": "no-such-pager", "GRADES_PAGER": "paper --quietly"])
    let run = await run(program, "course XI-ZPT.23", rows: 8)
    #expect(run.status == 0)
    #expect(run.out == "")
    #expect(run.err == "")
    #expect(try String(contentsOf: shown, encoding: .utf8).contains("XI-ZPT.23"))
  }
}
