import AppTestSupport
import Foundation
import TestSupport
import Testing

/// Colours only where they are allowed, and nothing from the service that a terminal could obey.
@Suite("What reaches the terminal", .inTurn)
struct PlainOutputTests {
  private static let escape = "\u{1B}"
  private static let commands = [
    "courses", "course XI-ZPT.23", "course XI-PRJ.22 --lang cs", "courses --json", "courses --csv",
    "course XI-LOG.23 --json", "settings", "settings --json", "status", "--help",
    "course --help --lang cs", "course XI-QQQ", "courses --bogus",
  ]

  @Test(
    "A pipe never gets an escape sequence, whatever the terminal is called", arguments: commands)
  func piped(command: String) async throws {
    let program = try await Program.signedIn(
      to: .shared(), environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
    let run = await program(command)
    #expect(!(run.out + run.err).contains(Self.escape))
  }

  @Test("A terminal gets colours in tables, but not in documents")
  func colours() async throws {
    let program = try await Program.signedIn(
      to: .shared(), environment: ["TERM": "xterm-256color"])
    let table = await program("courses --semester previous", width: 80)
    #expect(
      table.out
        == """
        ␛[1mSummer 2025/26 (B252)␛[0m                   ␛[38;5;244mAdéla Zkušební␛[0m

        ␛[1mStudying␛[0m     ␛[38;5;244mCourse␛[0m                      ␛[38;5;244mPoints␛[0m  \
        ␛[38;5;244mGrade␛[0m
          XI-PGA.21  Programming and Algorithms   80.5       ␛[38;5;28;1mB␛[0m
          XI-WEB.22  Web Technologies             71.75      ␛[38;5;31;1mC␛[0m

        """.replacing("␛", with: Self.escape))
    for command in ["courses --json", "courses --csv", "course XI-ZPT.23 --json", "--help"] {
      #expect(!(await program(command, width: 80)).out.contains(Self.escape))
    }
  }

  @Test(
    "No colours where they are not wanted",
    arguments: [
      (["TERM": "xterm-256color", "NO_COLOR": "1"], ""), (["TERM": "dumb"], ""), ([:], ""),
      (["TERM": "xterm-256color"], " --no-color"),
    ])
  func noColours(environment: [String: String], flag: String) async throws {
    let program = try await Program.signedIn(to: .shared(), environment: environment)
    for command in ["courses", "course XI-ZPT.23", "settings", "status"] {
      let run = await program(command + flag, width: 80)
      #expect(run.status == 0)
      #expect(!run.out.contains(Self.escape))
    }
  }

  @Test("An empty NO_COLOR forbids nothing")
  func emptyNoColour() async throws {
    let program = try await Program.signedIn(
      to: .shared(), environment: ["TERM": "xterm-256color", "NO_COLOR": ""])
    #expect(await program("courses", width: 80).out.contains(Self.escape))
  }
}
