import Foundation
import TestSupport
import Testing

@testable import Terminal

@Suite("A real terminal", .enabled(if: PseudoTerminal.isAvailable))
struct SystemTerminalTests {
  private static let entering =
    "\u{1B}[?1049h\u{1B}[?2026$p\u{1B}[?7l\u{1B}[?25l\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1002h"
    + "\u{1B}[?1006h\u{1B}[0m\u{1B}[2J\u{1B}[H"
  private static let leaving =
    "\u{1B}[0m\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h\u{1B}[2J"
    + "\u{1B}[H\u{1B}[?1049l\u{1B}[?25h"

  @Test("is taken once and given back as it was, again and again")
  func beginAndEnd() async throws {
    let window = try #require(PseudoTerminal())
    let before = window.attributes
    window.show()
    let terminal = Self.terminal(in: window)
    for round in 1...3 {
      try terminal.begin()
      try terminal.begin()
      #expect(window.isRaw)
      var inputs = OneByOne(terminal.inputs())
      #expect(await inputs.next() == .resize(Size(columns: 80, rows: 24)))
      await terminal.write("Courses")
      terminal.end()
      terminal.end()
      #expect(await inputs.next() == nil)
      #expect(window.attributes == before)
      let all = String(
        repeating: Self.entering + "Courses" + Self.leaving, count: round)
      #expect(try await window.shown { $0.utf8.count >= all.utf8.count } == all)
    }
    await terminal.write("nobody's")
    terminal.suspend()
    #expect(window.attributes == before)
  }

  @Test("is no file and no pipe, which stay as they are")
  func noTerminal() throws {
    let pipe = Pipe()
    let window = try #require(PseudoTerminal())
    let before = window.attributes
    let ends = (pipe.fileHandleForReading.fileDescriptor, pipe.fileHandleForWriting.fileDescriptor)
    for (input, output) in [
      (ends.0, ends.1), (window.descriptor, ends.1), (ends.0, window.descriptor), (-1, -1),
    ] {
      let terminal = SystemTerminal(input: input, output: output, environment: [:])
      #expect(throws: TerminalError.notATerminal) { try terminal.begin() }
      terminal.end()
    }
    #expect(window.attributes == before)
  }

  @Test("yields keys as they are pressed, and a lone escape after a while")
  func keys() async throws {
    let window = try #require(PseudoTerminal())
    let terminal = Self.terminal(in: window, escapeTime: .milliseconds(1))
    try terminal.begin()
    defer { terminal.end() }
    var inputs = OneByOne(terminal.inputs())
    _ = await inputs.next()
    window.type("\u{3}")
    #expect(await inputs.next() == .key(.control("c")))
    window.type("č")
    #expect(await inputs.next() == .key(.character("č")))
    window.type("\u{1B}")
    #expect(await inputs.next() == .key(.escape))
    window.type("\r")
    #expect(await inputs.next() == .key(.enter))
  }

  @Test("yields together what has arrived at once")
  func bursts() async throws {
    let window = try #require(PseudoTerminal())
    let terminal = Self.terminal(in: window)
    try terminal.begin()
    defer { terminal.end() }
    var bursts = terminal.inputs().makeAsyncIterator()
    _ = await bursts.next()
    window.type("py\u{1B}[A")
    #expect(
      await bursts.next() == Burst([.key(.character("p")), .key(.character("y")), .key(.up)]))
  }

  @Test("is asked whether it shows whole frames, and nobody waits for the answer")
  func synchronizedOutput() async throws {
    let window = try #require(PseudoTerminal())
    let terminal = Self.terminal(in: window)
    try terminal.begin()
    defer { terminal.end() }
    var inputs = OneByOne(terminal.inputs())
    _ = await inputs.next()
    #expect(!terminal.capabilities.synchronizes)
    window.type("\u{1B}[?2026;2$yx")
    #expect(await inputs.next() == .key(.character("x")))
    #expect(terminal.capabilities.synchronizes)
    #expect(terminal.capabilities.colours == .ansi256)
  }

  @Test("says how large it is after every change, and only then")
  func resizes() async throws {
    let window = try #require(PseudoTerminal(size: Size(columns: 80, rows: 24)))
    let terminal = Self.terminal(in: window)
    try terminal.begin()
    defer { terminal.end() }
    var inputs = OneByOne(terminal.inputs())
    #expect(await inputs.next() == .resize(Size(columns: 80, rows: 24)))
    terminal.receive(SIGWINCH)
    for columns in 1...200 {
      window.resize(to: Size(columns: columns, rows: 10))
      terminal.receive(SIGWINCH)
    }
    var last = Size(columns: 80, rows: 24)
    while last.columns != 200, case .resize(let size) = await inputs.next() {
      #expect(size != last)
      last = size
    }
    #expect(last == Size(columns: 200, rows: 10))
    #expect(terminal.size == last)
    // A window without a known size has the default one.
    window.resize(to: Size(columns: 0, rows: 0))
    terminal.receive(SIGWINCH)
    #expect(await inputs.next() == .resize(Size(columns: 80, rows: 24)))
  }

  @Test("takes a paste of two megabytes whole")
  func paste() async throws {
    let window = try #require(PseudoTerminal())
    let terminal = Self.terminal(in: window)
    try terminal.begin()
    defer { terminal.end() }
    var inputs = OneByOne(terminal.inputs())
    _ = await inputs.next()
    let line = "zkusade1\t7,5\tZkušební Jan\r"
    let count = 2_000_000 / line.utf8.count
    let text = String(repeating: line, count: count)
    window.paste(Array("\u{1B}[200~\(text)\u{1B}[201~x".utf8))
    let expected = String(repeating: line.replacing("\r", with: "\n"), count: count)
    guard case .paste(let pasted) = await inputs.next() else {
      Issue.record("no paste")
      return
    }
    #expect(pasted.utf8.count == expected.utf8.count)
    #expect(pasted == expected)
    #expect(await inputs.next() == .key(.character("x")))
  }

  @Test("takes as much as it is written, in order")
  func longOutput() async throws {
    let window = try #require(PseudoTerminal())
    window.show()
    let terminal = Self.terminal(in: window)
    try terminal.begin()
    let parts = (0..<20).map { "\($0) " + String(repeating: "grades ", count: 7_000) }
    for part in parts { await terminal.write(part) }
    terminal.end()
    let shown = try await window.shown { $0.hasSuffix(Self.leaving) }
    #expect(shown == Self.entering + parts.joined() + Self.leaving)
  }

  @Test("that takes nothing holds nobody: a cancelled task, the program's end")
  func stalled() async throws {
    let window = try #require(PseudoTerminal())
    let before = window.attributes
    let terminal = Self.terminal(in: window)
    try terminal.begin()
    var inputs = OneByOne(terminal.inputs())
    _ = await inputs.next()
    let much = String(repeating: "x", count: 1_000_000)
    let cancelled = Task { await terminal.write(much) }
    cancelled.cancel()
    await cancelled.value
    let waiting = Task { await terminal.write(much) }
    // Keys are read all the same.
    window.type("y")
    #expect(await inputs.next() == .key(.character("y")))
    terminal.receive(SIGTERM)
    #expect(await inputs.next() == .ended)
    await waiting.value
    await terminal.write(much)
    terminal.end()
    #expect(window.attributes == before)
  }

  @Test("that is gone ends the stream and takes no more")
  func hangUp() async throws {
    let window = try #require(PseudoTerminal())
    let terminal = Self.terminal(in: window)
    try terminal.begin()
    var inputs = OneByOne(terminal.inputs())
    _ = await inputs.next()
    window.hangUp()
    #expect(await inputs.next() == .ended)
    #expect(await inputs.next() == nil)
    await terminal.write(String(repeating: "x", count: 1_000_000))
    terminal.suspend()
    terminal.end()
    #expect(terminal.endingSignal == nil)
  }

  @Test("that is gone lets go who writes to it")
  func hangUpWhileWriting() async throws {
    let window = try #require(PseudoTerminal())
    let terminal = Self.terminal(in: window)
    try terminal.begin()
    let writing = Task { await terminal.write(String(repeating: "x", count: 1_000_000)) }
    window.hangUp()
    await writing.value
    terminal.end()
  }

  @Test(
    "ends with a signal, and the program has its time",
    arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func endingSignals(signal: Int32) async throws {
    let window = try #require(PseudoTerminal())
    let before = window.attributes
    window.show()
    let deaths = Occurrences<Int32>()
    var process = Self.process
    process.die = {
      #expect(window.attributes == before)
      deaths.record($0)
    }
    let terminal = Self.terminal(in: window, process: process)
    try terminal.begin()
    var inputs = OneByOne(terminal.inputs())
    _ = await inputs.next()
    terminal.receive(signal)
    #expect(await inputs.next() == .ended)
    #expect(await inputs.next() == nil)
    #expect(terminal.endingSignal == signal)
    #expect(window.isRaw)
    await terminal.write("Drafts are kept.")
    _ = try await window.shown { $0.hasSuffix("Drafts are kept.") }
    #expect(deaths.all.isEmpty)
    // A program that does not end is not asked a third time.
    terminal.receive(SIGTERM)
    #expect(try await deaths.first(1) == [SIGTERM])
    #expect(terminal.endingSignal == signal)
  }

  @Test("is the shell's while the program is stopped", arguments: [true, false])
  func suspension(bySignal: Bool) async throws {
    let window = try #require(PseudoTerminal())
    let before = window.attributes
    window.show()
    let stops = Occurrences<[Int]>()
    let goesOn = DispatchSemaphore(value: 0)
    var process = Self.process
    // Called on the terminal's own thread.
    process.stop = {
      stops.record(window.attributes)
      goesOn.wait()
    }
    let terminal = Self.terminal(in: window, process: process)
    try terminal.begin()
    var inputs = OneByOne(terminal.inputs())
    _ = await inputs.next()
    if bySignal { terminal.receive(SIGTSTP) } else { terminal.suspend() }
    #expect(try await stops.first(1) == [before])
    await terminal.write("behind the shell")
    window.resize(to: Size(columns: 100, rows: 30))
    goesOn.signal()
    #expect(await inputs.next() == .resize(Size(columns: 100, rows: 30)))
    #expect(await inputs.next() == .resumed)
    #expect(window.isRaw)
    terminal.end()
    #expect(window.attributes == before)
    let all = Self.entering + Self.leaving + Self.entering + Self.leaving
    #expect(try await window.shown { $0.utf8.count >= all.utf8.count } == all)
  }

  @Test("may be given back while the program is stopped")
  func endWhileSuspended() async throws {
    let window = try #require(PseudoTerminal())
    let before = window.attributes
    let stops = Occurrences<Void>()
    let goesOn = DispatchSemaphore(value: 0)
    var process = Self.process
    process.stop = {
      stops.record(())
      goesOn.wait()
    }
    let terminal = Self.terminal(in: window, process: process)
    try terminal.begin()
    terminal.suspend()
    _ = try await stops.first(1)
    terminal.end()
    goesOn.signal()
    var inputs = OneByOne(terminal.inputs())
    _ = await inputs.next()
    #expect(await inputs.next() == nil)
    #expect(window.attributes == before)
  }

  @Test("is drawn again after another program stopped it")
  func continued() async throws {
    let window = try #require(PseudoTerminal())
    window.show()
    let terminal = Self.terminal(in: window)
    try terminal.begin()
    defer { terminal.end() }
    var inputs = OneByOne(terminal.inputs())
    _ = await inputs.next()
    terminal.receive(SIGCONT)
    #expect(await inputs.next() == .resumed)
    let all = Self.entering + Self.entering
    #expect(try await window.shown { $0.utf8.count >= all.utf8.count } == all)
  }

  /// A process whose signals are not handled.
  private static var process: TerminalProcess {
    TerminalProcess(
      isWatched: false, begin: { _ in }, end: {}, stop: {}, die: { _ in })
  }

  private static func terminal(
    in window: PseudoTerminal, escapeTime: Duration = .seconds(86_400),
    process: TerminalProcess = process
  ) -> SystemTerminal {
    SystemTerminal(
      input: window.descriptor, output: window.descriptor,
      environment: ["TERM": "xterm-256color"], escapeTime: escapeTime, process: process)
  }
}

/// The inputs of a terminal, one after the other.
private struct OneByOne {
  private var bursts: AsyncStream<Burst>.Iterator
  private var rest: ArraySlice<Input> = []

  init(_ bursts: AsyncStream<Burst>) { self.bursts = bursts.makeAsyncIterator() }

  mutating func next() async -> Input? {
    while rest.isEmpty {
      guard let burst = await bursts.next() else { return nil }
      rest = burst.inputs[...]
    }
    return rest.removeFirst()
  }
}
