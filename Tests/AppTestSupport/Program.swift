import Foundation
import GradesApp
import GradesClient
import Synchronization
import Terminal
import TestSupport

/// The program as a user runs it, with a home of its own and recorded streams.
package struct Program: Sendable {
  /// What a run left behind.
  package struct Run: Sendable {
    /// The status for the shell.
    package var status: Int32
    /// What came on standard output.
    package var out: String
    /// What came on standard error.
    package var err: String
    /// What came on standard error, with ordinary blanks where lines must not be broken.
    package var said: String { err.replacing("\u{A0}", with: " ") }
    /// The lines of standard output without the last, empty one.
    package var lines: [String] {
      out.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
  }

  /// The home folder, which all runs share.
  package let home: TemporaryFolder
  /// The environment of every run; `HOME` and a fixed language are in it.
  package var environment: [String: String]
  /// The time that the program sees.
  package var now: @Sendable () -> Date
  /// What spaces requests that are sent again, and ends a login that takes too long.
  package var requestClock = RequestClock.system
  /// What ends a command with `--timeout`.
  package var timeLimitClock = RequestClock.system
  /// How long it waits for a silent service; on a loaded machine every service can be silent for a while.
  package var silenceLimit = Duration.seconds(600)

  /// Makes a program with an empty home.
  package init(
    environment: [String: String] = [:], now: @escaping @Sendable () -> Date = { Date() }
  ) throws {
    home = try TemporaryFolder()
    self.environment = ["HOME": home.url.path, "LANG": "en_GB.UTF-8", "TZ": "Europe/Prague"]
      .merging(environment) { $1 }
    self.now = now
  }

  /// Runs a command line, written as in a shell without quotes, or given in pieces.
  ///
  /// `width` makes standard output a terminal of that width; `input` are the lines typed on a
  /// terminal, nil means that standard input is none.
  package func callAsFunction(
    _ arguments: String, width: Int? = nil, input: [String]? = nil, browser: Browser? = nil
  ) async -> Run {
    await run(
      arguments.split(separator: " ").map(String.init), width: width, input: input,
      browser: browser)
  }

  /// Runs a command line given in pieces.
  ///
  /// `piped` are lines that come on standard input without a terminal; `answering` gives such lines
  /// too, one by one, and gets what was written to standard error so far; `bytes` are no lines.
  /// `typedAhead` are lines that are typed before anything is asked.
  /// `rows` is the height of that terminal. `listening` gets every
  /// piece of standard error at once, `printing` every piece of standard output.
  package func run(
    _ arguments: [String], width: Int? = nil, rows: Int? = nil, errorWidth: Int? = nil,
    input: [String]? = nil, typedAhead: [String] = [],
    piped: [String]? = nil,
    bytes: Data? = nil, answering: (@Sendable (_ said: String) async -> String?)? = nil,
    browser: Browser? = nil,
    screen: RecordingScreen? = nil,
    listening: @escaping @Sendable (String) -> Void = { _ in },
    printing: @escaping @Sendable (String) -> Void = { _ in }
  ) async -> Run {
    let out = Recorder()
    let err = Recorder()
    let typed = Lines(input ?? piped ?? [])
    let ahead = Lines(typedAhead)
    var streams = Streams(
      out: {
        out.append($0)
        printing($0)
      },
      err: {
        err.append($0)
        listening($0)
      })
    streams.readLine = {
      guard let answering else { return ahead.next() ?? typed.next() }
      return await answering(err.text)
    }
    streams.readAll = { _ in bytes ?? Data((input ?? piped ?? []).joined(separator: "\n").utf8) }
    streams.inputIsTerminal = input != nil
    streams.output = capabilities(width: width)
    streams.errors = capabilities(width: errorWidth)
    streams.screen = { _ in screen }
    streams.rows = { rows }
    streams.dropInput = { while ahead.next() != nil {} }
    let app = App(
      streams: streams, environment: environment, now: now, requestClock: requestClock,
      timeLimitClock: timeLimitClock,
      silenceLimit: silenceLimit, browser: browser ?? Browser { _ in false })
    let status = await app.run(arguments)
    return Run(status: status, out: out.text, err: err.text)
  }

  /// Output as the process would find it; without a `TERM` in the environment it has no colours.
  private func capabilities(width: Int?) -> TerminalCapabilities {
    guard let width else { return .pipe }
    let probe = TerminalProbe(isTerminal: { _ in true }, columns: { _ in width })
    return TerminalCapabilities(descriptor: 1, environment: environment, probe: probe)
  }

  private final class Recorder: Sendable {
    private let recorded = Mutex("")
    var text: String { recorded.withLock { $0 } }
    func append(_ text: String) { recorded.withLock { $0 += text } }
  }

  private final class Lines: Sendable {
    private let rest: Mutex<ArraySlice<String>>
    init(_ lines: [String]) { rest = Mutex(lines[...]) }
    func next() -> String? { rest.withLock { $0.popFirst() } }
  }
}
