import Synchronization
import Terminal
import Testing

@testable import GradesApp

@Suite("Progress on standard error")
struct ProgressTests {
  private let clock = ManualClock()
  private let written = Written()

  @Test("It appears after 300 ms, turns every 100 ms and leaves a clear line")
  func spinner() async {
    let progress = progress(on: terminal())
    let result = await progress.during("Loading courses") { _ in
      await clock.advance(by: .milliseconds(299))
      #expect(written.texts == [])
      await clock.advance(by: .milliseconds(1))
      await clock.untilSleeping()
      #expect(written.texts == ["\r⠋ Loading courses\u{1B}[K"])
      await clock.advance(by: .milliseconds(100))
      await clock.untilSleeping()
      return 42
    }
    #expect(result == 42)
    #expect(
      written.texts == [
        "\r⠋ Loading courses\u{1B}[K", "\r⠙ Loading courses\u{1B}[K", "\r\u{1B}[K",
      ])
  }

  @Test("What is quick shows nothing")
  func quick() async {
    await progress(on: terminal()).during("Loading") { _ in }
    #expect(written.texts == [])
    await progress(on: terminal()).during("Loading") { _ in await clock.untilSleeping() }
    #expect(written.texts == [])
  }

  @Test("What is done now replaces the label")
  func label() async {
    await progress(on: terminal()).during("Publishing") { meter in
      await clock.advance(by: .milliseconds(300))
      await clock.untilSleeping()
      meter.say("Publishing 3 of 12")
      await clock.advance(by: .milliseconds(100))
      await clock.untilSleeping()
    }
    #expect(
      written.texts == [
        "\r⠋ Publishing\u{1B}[K", "\r⠙ Publishing 3 of 12\u{1B}[K", "\r\u{1B}[K",
      ])
  }

  @Test("The line is clear again when the operation fails, and the failure comes through")
  func failure() async {
    struct Refused: Error, Equatable {}
    await #expect(throws: Refused()) {
      try await progress(on: terminal()).during("Loading") { _ in
        await clock.advance(by: .milliseconds(300))
        await clock.untilSleeping()
        throw Refused()
      }
    }
    #expect(written.texts == ["\r⠋ Loading\u{1B}[K", "\r\u{1B}[K"])
  }

  @Test("A pipe, a file and a terminal that cannot move its cursor see nothing")
  func elsewhere() async {
    let still = TerminalCapabilities(isTerminal: true, columns: 80)
    for output in [TerminalCapabilities.pipe, still] {
      let result = await progress(on: output).during("Loading") { meter in
        meter.say("Loading 1 of 2")
        return "done"
      }
      #expect(result == "done")
    }
    #expect(written.texts == [])
  }

  @Test("The line is narrower than the terminal and brings no foreign control, but colours")
  func narrow() async {
    let output = terminal(columns: 12, colours: .ansi16)
    await progress(on: output).during("Loading \u{1B}[2J of everything") { _ in
      await clock.advance(by: .milliseconds(300))
      await clock.untilSleeping()
    }
    #expect(written.texts.first == "\r\u{1B}[36m⠋\u{1B}[0m Loading …\u{1B}[K")
  }

  private func terminal(columns: Int = 80, colours: ColourDepth = .none) -> TerminalCapabilities {
    TerminalCapabilities(isTerminal: true, columns: columns, colours: colours, canAnimate: true)
  }

  private func progress(on output: TerminalCapabilities) -> Progress {
    Progress(output: output, clock: clock) { [written] in written.append($0) }
  }
}

private final class Written: Sendable {
  private let state = Mutex<[String]>([])

  var texts: [String] { state.withLock { $0 } }
  func append(_ text: String) { state.withLock { $0.append(text) } }
}
