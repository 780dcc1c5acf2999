import AppTestSupport
import TestSupport
import Testing

@Suite("Colours of what is printed", .inTurn)
struct ColourTests {
  @Test(
    "The command line decides, then NO_COLOR, then CLICOLOR_FORCE, then the output",
    arguments: [
      ("", [:], false, false), ("", [:], true, true), ("--color always", [:], false, true),
      ("--color never", [:], true, false), ("--no-color", [:], true, false),
      ("", ["CLICOLOR_FORCE": "1"], false, true), ("", ["CLICOLOR_FORCE": "0"], false, false),
      ("", ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], true, false),
      ("--color always", ["NO_COLOR": "1"], false, true),
      ("--color auto", ["CLICOLOR_FORCE": "1"], false, false),
    ] as [(String, [String: String], Bool, Bool)])
  func colours(
    options: String, variables: [String: String], isTerminal: Bool, isColoured: Bool
  ) async throws {
    var program = try await Program.signedIn(to: .shared())
    program.environment["TERM"] = "xterm-256color"
    program.environment.merge(variables) { $1 }
    let run = await program("courses \(options)", width: isTerminal ? 80 : nil)
    #expect(run.status == 0)
    #expect(run.out.contains("\u{1B}[") == isColoured)
    // Never in a document for programs.
    #expect(!(await program("courses --json \(options)").out.contains("\u{1B}[")))
  }
}
