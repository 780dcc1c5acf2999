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

  /// What makes the output plain.
  private static let plain: [([String: String], String)] = [
    ([:], " --plain"), (["ACCESSIBLE": "1"], ""),
  ]

  @Test(
    "For screen readers nothing is coloured or drawn, and nothing else is missing",
    arguments: [
      ("zkusade1", "course XI-ZPT.23"), ("zkusade1", "study"), ("ucitezk1", "stats XI-ZPT.23"),
    ],
    plain)
  func screenReaders(
    command: (user: String, line: String), plain: (environment: [String: String], flag: String)
  ) async throws {
    var program = try await Program.signedIn(
      to: .shared(), as: command.user, environment: ["TERM": "xterm-256color"])
    let drawn = await program(command.line + " --no-color", width: 100).out
    #expect(drawn.contains(Self.blocks))
    program.environment.merge(plain.environment) { $1 }
    let run = await program(command.line + plain.flag, width: 100)
    #expect(run.status == 0)
    #expect(!run.out.contains(Self.escape) && !run.out.contains(Self.blocks))
    #expect(words(run.out) == words(drawn.replacing(Self.blocks, with: " ")))
  }

  @Test(
    "For screen readers the program alone prints the courses, and opens no screen", arguments: plain
  )
  func withoutApp(environment: [String: String], flag: String) async throws {
    let program = try await Program.signedIn(to: .shared(), environment: environment)
    let screen = RecordingScreen(columns: 80, rows: 24)
    let arguments = flag.split(separator: " ").map(String.init)
    let run = await program.run(arguments, width: 80, input: [], screen: screen)
    #expect(run.status == 0)
    #expect(run.out == demoCourses)
    let opening = await program.run(
      arguments + ["--open", "settings"], width: 80, input: [], screen: screen)
    #expect(opening.status == 64)
    #expect(opening.err.contains("--open"))
    #expect(screen.frames.all.isEmpty)
  }

  private static var blocks: Regex<Substring> { #/[\u{2580}-\u{259F}]+/# }

  private func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

  @Test("An empty NO_COLOR forbids nothing")
  func emptyNoColour() async throws {
    let program = try await Program.signedIn(
      to: .shared(), environment: ["TERM": "xterm-256color", "NO_COLOR": ""])
    #expect(await program("courses", width: 80).out.contains(Self.escape))
  }
}
