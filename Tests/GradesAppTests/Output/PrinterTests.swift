import AppTestSupport
import Foundation
import Synchronization
import Terminal
import Testing

@testable import GradesApp

struct PrinterTests {
  @Test("Plain output shows no progress", arguments: [true, false])
  func progress(isPlain: Bool) {
    let errors = TerminalCapabilities(isTerminal: true, canAnimate: true)
    var streams = Streams(out: { _ in }, err: { _ in })
    streams.errors = errors
    let printer = Printer(StandardErrorCapture(streams), isPlain: isPlain)
    #expect(printer.streams.errors.canAnimate == !isPlain)
  }

  @Test("Notices and errors are broken between words on a narrow terminal, in both languages")
  func notices() async throws {
    let program = try await Program.signedIn(to: .shared())
    for (language, title) in [("en", "Error: "), ("cs", "Chyba: ")] {
      let wide = await program.run(["course", "XI-NIC", "--lang", language])
      let narrow = await program.run(["course", "XI-NIC", "--lang", language], errorWidth: 30)
      let lines = narrow.err.split(separator: "\n")
      #expect(lines.count > 1)
      #expect(lines.allSatisfy { $0.count <= 30 })
      #expect(wide.err.hasPrefix(title))
      // The same words, none of them split.
      #expect(lines.joined(separator: " ") + "\n" == wide.err)
    }
  }

  @Test("A question is broken between words on a narrow terminal, and nowhere without one")
  func question() async throws {
    let text = "Zveřejnit? [a]no, [n]e, uložit jako [k]oncept, [b]ez upozornění ›"
    for (errors, expected) in [
      (TerminalCapabilities.pipe, text + " "),
      (TerminalCapabilities(isTerminal: true, columns: 80), text + " "),
      (
        TerminalCapabilities(isTerminal: true, columns: 40),
        "Zveřejnit? [a]no, [n]e, uložit jako\n[k]oncept, [b]ez upozornění › "
      ),
    ] {
      let said = Mutex("")
      var streams = Streams(out: { _ in }, err: { text in said.withLock { $0 += text } })
      streams.readLine = { "a" }
      streams.inputIsTerminal = true
      streams.errors = errors
      let answer = try await Printer(StandardErrorCapture(streams), colour: .never).ask(
        text, orUse: "--yes")
      #expect(answer == "a")
      #expect(said.withLock { $0 } == expected)
    }
  }
}
