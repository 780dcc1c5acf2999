import Foundation
import Synchronization

/// The terminal that a process was started in.
///
/// The terminal is given back by ``end()``, and failing that when the process exits or crashes. While
/// it is taken, the signals TERM, HUP, INT and QUIT make the stream end with ``Input/ended``, after which the
/// program ends in order and calls ``end()``; a second one ends the process at once.
package final class SystemTerminal: TerminalDevice {
  private struct State {
    var session: TerminalSession?
    var stream: (inputs: AsyncStream<Burst>, continuation: AsyncStream<Burst>.Continuation)
    var isUsed = false
  }

  /// How long to wait for the rest of a sequence before an escape counts as the key Escape.
  package static let usualEscapeTime = Duration.milliseconds(40)

  private let input: Int32
  private let output: Int32
  private let known: TerminalCapabilities
  private let mouse: Bool
  private let escapeTime: Duration
  private let process: TerminalProcess
  private let state: Mutex<State>

  /// Makes a terminal of file descriptors, which the caller still owns.
  ///
  /// - Parameters:
  ///   - environment: the process's variables, which describe the terminal's capabilities.
  ///   - noColour: whether the user's flag forbids colour.
  ///   - mouse: whether the mouse is reported; selecting text then needs Shift in most terminals.
  ///   - escapeTime: how long to wait for the rest of a sequence after an escape.
  package convenience init(
    input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, environment: [String: String],
    noColour: Bool = false, mouse: Bool = true, escapeTime: Duration = usualEscapeTime
  ) {
    self.init(
      input: input, output: output, environment: environment, noColour: noColour, mouse: mouse,
      escapeTime: escapeTime, process: .current())
  }

  init(
    input: Int32, output: Int32, environment: [String: String], noColour: Bool = false,
    mouse: Bool = true, escapeTime: Duration, process: TerminalProcess
  ) {
    self.input = input
    self.output = output
    self.mouse = mouse
    self.escapeTime = escapeTime
    self.process = process
    known = TerminalCapabilities(
      descriptor: output, environment: environment, noColour: noColour)
    let (inputs, continuation) = AsyncStream.makeStream(of: Burst.self)
    state = Mutex(State(stream: (inputs, continuation)))
  }

  deinit { session?.end() }

  /// The terminal's capabilities, from variables and from its own responses.
  package var capabilities: TerminalCapabilities {
    var capabilities = known
    capabilities.synchronizes = session?.synchronizes ?? false
    return capabilities
  }

  /// The window's current size; 80 by 24 if the terminal does not report it.
  package var size: Size { TerminalLine.size(of: output) ?? Self.usualSize }

  /// The signal that requested the end of the program; nil without one.
  package var endingSignal: Int32? { session?.endingSignal }

  /// Takes the terminal; see ``TerminalDevice/begin()``.
  package func begin() throws {
    try state.withLock { state in
      if let session = state.session, !session.isOver { return }
      if state.isUsed {
        let (inputs, continuation) = AsyncStream.makeStream(of: Burst.self)
        state.stream = (inputs, continuation)
      }
      state.session = try TerminalSession(
        line: TerminalLine(input: input, output: output), mouse: mouse, process: process,
        escapeTime: escapeTime, inputs: state.stream.continuation)
      state.isUsed = true
    }
  }

  package func end() { session?.end() }

  /// The terminal's inputs, for one reader. Each ``begin()`` starts another stream.
  package func inputs() -> AsyncStream<Burst> { state.withLock { $0.stream.inputs } }

  /// Writes a text in as few writes as the terminal allows.
  package func write(_ text: String) async { await session?.write(text) }

  /// Restores the terminal and stops the process and its job until they are continued.
  package func suspend() { session?.suspend() }

  func receive(_ signal: Int32) { session?.receive(signal) }

  /// The size for a window that does not report one.
  static let usualSize = Size(columns: 80, rows: 24)

  private var session: TerminalSession? { state.withLock { $0.session } }
}
