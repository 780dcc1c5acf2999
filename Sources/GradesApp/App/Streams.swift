import Files
import Foundation
import Synchronization
import Terminal

/// Where a run reads and writes; tests hand in their own.
package struct Streams: Sendable {
  /// Writes data, the only thing on standard output.
  package var out: @Sendable (String) -> Void
  /// Writes data that need not be text.
  package var outBytes: @Sendable ([UInt8]) -> Void
  /// The system's number for the first failure of `out`; nil while everything has arrived.
  package var outFailure: @Sendable () -> Int32? = { nil }
  /// From now on a reader that goes away does not end the process: what it would have got is dropped.
  package var outliveReader: @Sendable () -> Void = {}
  /// Writes everything else: notices, questions, errors.
  package var err: @Sendable (String) -> Void
  /// Reads one line of standard input without its end; nil at the end of the input.
  package var readLine: @Sendable () async -> String? = { nil }
  /// Reads standard input to its end, but no more bytes than the limit.
  package var readAll: @Sendable (_ limit: Int) async -> Data = { _ in Data() }
  package var inputIsTerminal = false
  /// Forgets what was typed on a terminal and not read yet.
  package var dropInput: @Sendable () -> Void = {}
  /// Stops showing what is typed, and returns what shows it again.
  package var hideInput: @Sendable () -> @Sendable () -> Void = { {} }
  package var output = TerminalCapabilities.pipe
  /// The height of standard output's terminal in lines; nil without one.
  package var rows: @Sendable () -> Int? = { nil }
  package var errors = TerminalCapabilities.pipe
  /// The window for the full-screen app; nil where there is none, or where it cannot be drawn on.
  package var screen: @Sendable (_ noColour: Bool) -> (any TerminalScreen)? = { _ in nil }

  /// Writes lines to standard error, broken between words where a terminal ends. A word that is wider is a
  /// line of its own, which the terminal breaks: so an address remains one that can be opened and copied.
  func errLines(_ text: String) {
    guard let columns = errors.columns else { return err(text + "\n") }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    err(lines.flatMap { Self.lines(of: $0, width: max(1, columns)) }.map { $0 + "\n" }.joined())
  }

  private static func lines(of line: Substring, width: Int) -> [String] {
    func isWide(_ word: Substring) -> Bool { StyledText(String(word)).displayWidth > width }
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard let wide = words.firstIndex(where: isWide) else {
      return StyledText(String(line)).wrapped(to: width).map(\.text)
    }
    let before = words[..<wide].joined(separator: " ")
    let after = words[(wide + 1)...].joined(separator: " ")
    return (before.isEmpty ? [] : lines(of: before[...], width: width))
      + [String(words[wide])]
      + (after.isEmpty ? [] : lines(of: after[...], width: width))
  }

  package init(
    out: @escaping @Sendable (String) -> Void, err: @escaping @Sendable (String) -> Void
  ) {
    self.out = out
    outBytes = { out(String(decoding: $0, as: UTF8.self)) }
    self.err = err
  }

  package static func standard(environment: [String: String]) -> Streams {
    let state = State()
    let out: @Sendable ([UInt8]) -> Void = { bytes in
      let failure = write(bytes, to: STDOUT_FILENO) { !state.outlivesReader.withLock { $0 } }
      // The first failure is the most useful one.
      if let failure { state.failure.withLock { $0 = $0 ?? failure } }
    }
    var streams = Streams(
      out: { out(Array($0.utf8)) },
      // What is said beside the output may be lost; the output and the status may not.
      err: { _ = write(Array($0.utf8), to: STDERR_FILENO, endsProcess: { false }) })
    streams.outFailure = { state.failure.withLock { $0 } }
    streams.readLine = { await onOwnThread { Swift.readLine() } }
    streams.readAll = { limit in
      // Where reading fails, a part of the input must not count as the whole.
      await onOwnThread { Data((try? Descriptor.read(STDIN_FILENO, upTo: limit)) ?? []) }
    }
    streams.inputIsTerminal = isatty(STDIN_FILENO) == 1
    streams.output = TerminalCapabilities(descriptor: STDOUT_FILENO, environment: environment)
    streams.errors = TerminalCapabilities(descriptor: STDERR_FILENO, environment: environment)
    streams.screen = { noColour in
      let type = environment["TERM"] ?? ""
      guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, !type.isEmpty, type != "dumb"
      else { return nil }
      return DeviceScreen(SystemTerminal(environment: environment, noColour: noColour))
    }
    streams.outBytes = out
    streams.outliveReader = { state.outlivesReader.withLock { $0 = true } }
    streams.dropInput = { tcflush(STDIN_FILENO, TCIFLUSH) }
    streams.hideInput = hideTerminalInput
    streams.rows = {
      var size = winsize()
      guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return nil }
      return Int(size.ws_row)
    }
    return streams
  }

  @Sendable private static func hideTerminalInput() -> @Sendable () -> Void {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return {} }
    var hidden = before
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    return { [before] in
      var shown = before
      tcsetattr(STDIN_FILENO, TCSANOW, &shown)
    }
  }

  private final class State: Sendable {
    let failure = Mutex<Int32?>(nil)
    let outlivesReader = Mutex(false)
  }

  /// Writes all bytes, or returns the failure. A closed reader ends the process quietly, as `head` expects,
  /// or is no failure where the process goes on.
  private static func write(
    _ bytes: [UInt8], to descriptor: Int32, endsProcess: () -> Bool
  ) -> Int32? {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EPIPE {
        guard endsProcess() else { return nil }
        endProcess(ExitStatus.done.code)
      } else if errno != EINTR && errno != EAGAIN {
        return errno
      }
    }
    return nil
  }
}

private let systemWrite = write

/// Ends the process with a status for the shell, without the exit handlers of C libraries.
///
/// OpenSSL's handler frees what curl's thread still uses when it ends at the same moment: the process
/// would die of a signal after its work was done. A terminal in use is given back all the same. All
/// output is written at once, so there is nothing to flush; flushing would wait for the reader of a
/// line from standard input.
package func endProcess(_ status: Int32) -> Never { quick_exit(status) }
