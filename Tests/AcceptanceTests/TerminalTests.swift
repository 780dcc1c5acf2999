import AppTestSupport
import Foundation
import TestSupport
import Testing

/// Standard output is a terminal, as the system has it.
@Suite("In a terminal", .inTurn)
struct TerminalTests {
  @Test("the table fits the window and has colours")
  func colours() async throws {
    let shown = try await show("courses", terminal: "xterm-256color")
    #expect(shown.contains("\u{1B}[1mStudying\u{1B}[0m"))
    let lines = shown.replacing(#/\u{1B}\[[0-9;]*m/#, with: "").split(separator: "\r\n")
    #expect(lines.count > 9)
    #expect(lines.allSatisfy { $0.count <= 40 })
    #expect(lines.contains { $0.hasPrefix("  XI-BEZ.22 Health and ") })
  }

  /// What a command writes to a terminal of 40 columns.
  private func show(_ command: String, terminal type: String) async throws -> String {
    let program = try await Program.signedIn(to: .shared(), environment: ["TERM": type])
    let terminal = try PseudoTerminal(columns: 40)
    let ends = Occurrences<Int32>()
    let process = Process()
    process.executableURL = try GradesProcess.executable
    process.arguments = [command]
    process.environment = program.environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = terminal.program
    process.standardError = FileHandle.nullDevice
    process.terminationHandler = { ends.record($0.terminationStatus) }
    try process.run()
    #expect(try await ends.first(1) == [0])
    return try await terminal.output()
  }
}
