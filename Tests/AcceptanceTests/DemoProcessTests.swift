import Foundation
import GradesServer
import TestSupport
import Testing

/// The first things that anybody runs, as processes.
@Suite("The program as a process")
struct DemoProcessTests {
  @Test("grades demo shows the courses in a pipe; grades alone shows them again")
  func demo() async throws {
    let grades = try Executable(like: try Program())
    let demo = try await grades("demo")
    #expect(demo.status == 0)
    #expect(demo.out.contains("\nStudying     Course                            Points  Grade\n"))
    #expect(demo.out.contains("\n  XI-DAT.23  Database Systems                   70.75      C\n"))
    #expect(!(demo.out + demo.err).contains("\u{1B}"))
    let again = try await grades("")
    #expect(again.status == 0)
    #expect(again.out == demo.out)
    #expect(again.err == "")
    let czech = try await grades("courses --lang cs --json")
    #expect(czech.status == 0)
    #expect(czech.out.contains("Databázové systémy"))
  }

  @Test("Demonstrations with the same files begin at the same moment")
  func demosAtOnce() async throws {
    let grades = try Executable(like: try Program())
    let running = try (0..<4).map { _ in try grades.start("demo") }
    var outputs: Set<String> = []
    for process in running {
      let end = await process.end()
      #expect(end.status == 0)
      outputs.insert(end.out)
    }
    #expect(outputs.count == 1)
  }

  @Test("Statuses and sentences reach the shell")
  func statuses() async throws {
    let grades = try Executable(like: try Program())
    let version = try await grades("--version")
    #expect(version.status == 0)
    #expect(version.out == "0.1.0\n")
    let usage = try await grades("courses --jsn")
    #expect(usage.status == 64)
    #expect(usage.out == "")
    #expect(usage.err.hasPrefix("Error: There is no option “--jsn”. Did you mean “--json”?\n"))
    let signedOut = try await grades("courses")
    #expect(signedOut.status == 77)
    #expect(
      signedOut.err == "Error: You are not logged in (production). Log in with “grades login”.\n")
  }

  @Test("In a terminal of 40 columns the table fits and has colours")
  func terminal() async throws {
    let program = try await Program.signedIn(
      to: .shared(), environment: ["TERM": "xterm-256color"])
    let terminal = try PseudoTerminal(columns: 40)
    let process = try Executable(like: program).start("courses", output: terminal.program)
    let end = await process.end()
    #expect(end.status == 0)
    let shown = await terminal.output()
    #expect(shown.contains("\u{1B}[1mStudying\u{1B}[0m"))
    let lines = shown.replacing(#/\u{1B}\[[0-9;]*m/#, with: "").split(separator: "\r\n")
    #expect(lines.count == 19)
    #expect(lines.allSatisfy { $0.count <= 40 })
    #expect(lines[2] == "  XI-BEZ.22  Health and     20         Z")
  }

  @Test("A reader that goes away ends the program quietly")
  func closedPipe() async throws {
    let program = try await Program.signedIn(to: .shared())
    let grades = try Executable(like: program)
    for command in ["courses", "courses --json", "--help"] {
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      let end = await (try grades.start(command, output: pipe.fileHandleForWriting)).end()
      #expect(end.err == "")
      #expect(end.wasSignalled ? end.status == SIGPIPE : end.status == 0)
    }
  }
}
