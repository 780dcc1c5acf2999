import Foundation
import Terminal
import Testing

@Suite("What an output can show")
struct TerminalCapabilitiesTests {
  @Test("A pipe has no limits and no colours, whatever the environment says")
  func pipe() {
    let capabilities = TerminalCapabilities(
      descriptor: 1,
      environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": "40"],
      probe: probe(isTerminal: false, columns: 120))
    #expect(capabilities == .pipe)
    #expect(capabilities.columns == nil)
    #expect(capabilities.colours == .none)
    #expect(!capabilities.canAnimate)
  }

  @Test("The window's width counts first, then COLUMNS, then 80")
  func width() {
    func columns(_ window: Int?, _ variable: String?) -> Int? {
      var environment = ["TERM": "xterm"]
      environment["COLUMNS"] = variable
      return TerminalCapabilities(
        descriptor: 1, environment: environment, probe: probe(columns: window)
      ).columns
    }
    #expect(columns(132, "40") == 132)
    #expect(columns(nil, "40") == 40)
    #expect(columns(nil, nil) == 80)
    #expect(columns(nil, "0") == 80)
    #expect(columns(nil, "wide") == 80)
  }

  @Test(
    "Colours follow TERM and COLORTERM",
    arguments: [
      (["TERM": "xterm"], ColourDepth.ansi16),
      (["TERM": "xterm-256color"], .ansi256),
      (["TERM": "xterm-direct"], .trueColour),
      (["TERM": "xterm", "COLORTERM": "truecolor"], .trueColour),
      (["TERM": "xterm-256color", "COLORTERM": "24bit"], .trueColour),
      (["TERM": "linux"], .ansi16),
      (["TERM": "vt100"], .none),
      (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
      (["TERM": ""], .none),
      ([:], .none),
      (["TERM": "xterm-256color", "NO_COLOR": "1"], .none),
      (["TERM": "xterm-256color", "NO_COLOR": ""], .ansi256),
    ])
  func colours(environment: [String: String], depth: ColourDepth) {
    let capabilities = TerminalCapabilities(
      descriptor: 1, environment: environment, probe: probe())
    #expect(capabilities.colours == depth)
    let forbidden = TerminalCapabilities(
      descriptor: 1, environment: environment, noColour: true, probe: probe())
    #expect(forbidden.colours == .none)
    #expect(forbidden.isTerminal)
  }

  @Test("Nothing moves on a dumb terminal")
  func animation() {
    func canAnimate(_ environment: [String: String]) -> Bool {
      TerminalCapabilities(descriptor: 2, environment: environment, probe: probe()).canAnimate
    }
    #expect(canAnimate(["TERM": "xterm"]))
    #expect(canAnimate(["TERM": "xterm", "NO_COLOR": "1"]))
    #expect(!canAnimate(["TERM": "dumb"]))
    #expect(!canAnimate([:]))
  }

  @Test("The system knows a pipe from a terminal")
  func systemPipe() {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    #expect(!TerminalProbe.system.isTerminal(descriptor))
    #expect(TerminalProbe.system.columns(descriptor) == nil)
    #expect(!TerminalProbe.system.isTerminal(-1))
  }

  @Test("The system returns the width of a real terminal", .enabled(if: PseudoTerminal.isAvailable))
  func systemTerminal() throws {
    let terminal = try #require(PseudoTerminal())
    #expect(TerminalProbe.system.isTerminal(terminal.descriptor))
    terminal.resize(to: Size(columns: 57, rows: 24))
    #expect(TerminalProbe.system.columns(terminal.descriptor) == 57)
    terminal.resize(to: Size(columns: 0, rows: 24))
    #expect(TerminalProbe.system.columns(terminal.descriptor) == nil)
  }

  private func probe(isTerminal: Bool = true, columns: Int? = nil) -> TerminalProbe {
    TerminalProbe(isTerminal: { _ in isTerminal }, columns: { _ in columns })
  }
}
