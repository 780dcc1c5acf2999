import Foundation
import Synchronization

/// A terminal from the moment it is taken until it is restored.
///
/// One thread waits for everything (bytes, room for more of them, signals, requests), so that no
/// thread of the cooperative pool does. Reading and writing happen under a lock and never block, so
/// nothing uses the terminal after it was restored.
final class TerminalSession: Sendable {
  private enum Phase {
    case taken, suspended, over
  }

  private struct State {
    var phase = Phase.taken
    var attributes: termios
    /// What the terminal has not accepted yet, and the tasks that wait for it.
    var output: [UInt8] = []
    var waiting: [CheckedContinuation<Void, Never>] = []
    var isLost = false
    var wantsSuspension = false
    var size: Size?
    var synchronizes = false
    var endingSignal: Int32?
  }

  private let line: TerminalLine
  private let pipe: WakePipe
  private let process: TerminalProcess
  private let escapeTime: Duration
  private let entering: String
  private let inputs: AsyncStream<Burst>.Continuation
  private let state: Mutex<State>

  /// Takes a terminal, or throws and leaves it unchanged.
  init(
    line: TerminalLine, mouse: Bool, process: TerminalProcess, escapeTime: Duration,
    inputs: AsyncStream<Burst>.Continuation
  ) throws {
    self.line = line
    self.process = process
    self.escapeTime = escapeTime
    self.inputs = inputs
    pipe = try WakePipe()
    entering = TerminalModes.entering + (mouse ? TerminalModes.mouse : "") + TerminalModes.clearing
    var attributes = termios()
    guard tcgetattr(line.input, &attributes) == 0 else { throw TerminalError.system(errno) }
    state = Mutex(State(attributes: attributes))
    process.begin(pipe)
    let failure = state.withLock { enter(&$0) }
    if let failure {
      process.end()
      throw failure
    }
    reportSize()
    let thread = Thread { self.run() }
    thread.name = "grades.terminal"
    thread.start()
  }

  /// Whether the terminal has reported that it shows whole frames at once.
  var synchronizes: Bool { state.withLock { $0.synchronizes } }

  var isOver: Bool { state.withLock { $0.phase == .over } }

  /// The signal that requested the end of the program.
  var endingSignal: Int32? { state.withLock { $0.endingSignal } }

  func receive(_ signal: Int32) { pipe.send(signal) }

  func suspend() {
    state.withLock { $0.wantsSuspension = true }
    pipe.send(0)
  }

  func end() {
    let isEnding = state.withLock { state in
      guard state.phase != .over else { return false }
      if state.phase == .taken { leave(&state) }
      state.phase = .over
      drop(&state)
      return true
    }
    guard isEnding else { return }
    process.end()
    inputs.finish()
    pipe.send(0)
  }

  /// Writes at once what the terminal accepts; the thread writes the rest when there is room.
  func write(_ text: String) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          guard state.phase == .taken, !state.isLost else { return continuation.resume() }
          let wasEmpty = state.output.isEmpty
          state.output.append(contentsOf: text.utf8)
          state.waiting.append(continuation)
          if wasEmpty { drain(&state) }
          if state.endingSignal != nil || Task.isCancelled { release(&state) }
          if !state.output.isEmpty || state.isLost { pipe.send(0) }
        }
      }
    } onCancel: {
      // Others that wait go on, too: they wait only in order not to be ahead of the terminal.
      state.withLock { release(&$0) }
    }
  }

  // MARK: - The thread

  private func run() {
    var reader = TerminalReader(line: line, escapeTime: escapeTime)
    var isListening = true
    while let wait = state.withLock({ state -> (wantsRoom: Bool, isLost: Bool)? in
      state.phase == .over ? nil : (!state.output.isEmpty, state.isLost)
    }) {
      if isListening, wait.isLost {
        isListening = false
        finish()
      }
      let events = reader.wait(
        pipe: pipe, isListening: isListening, wantsRoom: wait.wantsRoom)
      for signal in events.isWoken ? pipe.receive() : [] { handle(signal, &reader) }
      if state.withLock({ $0.wantsSuspension }) { stop(&reader) }
      if events.hasInput { read(&reader) }
      if let burst = reader.overdue() { inputs.yield(burst) }
      if events.hasRoom { state.withLock { drain(&$0) } }
      if endingSignal != nil { isListening = false }
    }
  }

  private func read(_ reader: inout TerminalReader) {
    let found = state.withLock { state -> Burst? in
      guard state.phase == .taken else { return nil }
      guard let found = reader.read() else {
        state.isLost = true
        return nil
      }
      if let answer = reader.synchronizesOutput { state.synchronizes = answer }
      return found
    }
    if let found { inputs.yield(found) }
  }

  private func handle(_ signal: Int32, _ reader: inout TerminalReader) {
    switch signal {
    case SIGWINCH: reportSize()
    case SIGTSTP: stop(&reader)
    case SIGCONT:
      let isBack = state.withLock { $0.phase == .taken && enter(&$0) == nil }
      if isBack { comeBack(&reader) }
    default:
      let isSecond = state.withLock { state in
        defer { state.endingSignal = state.endingSignal ?? signal }
        return state.endingSignal != nil
      }
      if isSecond {
        // The program already had time to end in order.
        end()
        process.die(signal)
      } else {
        finish()
      }
    }
  }

  /// Ends the stream, and resumes the tasks that wait for a terminal which may never accept
  /// anything.
  private func finish() {
    inputs.yield(Burst([.ended]))
    inputs.finish()
    state.withLock { release(&$0) }
  }

  private func stop(_ reader: inout TerminalReader) {
    let isStopping = state.withLock { state in
      state.wantsSuspension = false
      guard state.phase == .taken else { return false }
      leave(&state)
      state.phase = .suspended
      drop(&state)
      return true
    }
    guard isStopping else { return }
    process.stop()
    let isBack = state.withLock { state in
      guard state.phase == .suspended else { return false }
      state.phase = .taken
      // The shell may have changed its settings, which have to be restored at the end.
      _ = tcgetattr(line.input, &state.attributes)
      state.isLost = enter(&state) != nil
      return !state.isLost
    }
    if isBack { comeBack(&reader) }
  }

  private func comeBack(_ reader: inout TerminalReader) {
    reader.forget()
    reportSize()
    inputs.yield(Burst([.resumed]))
  }

  private func reportSize() {
    let size = TerminalLine.size(of: line.output) ?? SystemTerminal.usualSize
    let isNew = state.withLock { state in
      defer { state.size = size }
      return state.size != size
    }
    if isNew { inputs.yield(Burst([.resize(size)])) }
  }

  // MARK: - Under the lock

  private func enter(_ state: inout State) -> TerminalError? {
    if process.isWatched { TerminalRestoration.arm(line, state.attributes) }
    // First the attributes: the system stops a background program here, before it writes anything.
    var raw = TerminalModes.raw(state.attributes)
    guard tcsetattr(line.input, TCSANOW, &raw) == 0 else {
      if process.isWatched { TerminalRestoration.disarm() }
      return .system(errno)
    }
    Array(entering.utf8).withUnsafeBytes { TerminalLine.write($0, to: line.output) }
    return nil
  }

  private func leave(_ state: inout State) {
    let leaving = TerminalModes.leaving
    TerminalLine.write(
      UnsafeRawBufferPointer(start: leaving.utf8Start, count: leaving.utf8CodeUnitCount),
      to: line.output)
    // Pending reports of the terminal would appear as input of the shell.
    tcflush(line.input, TCIFLUSH)
    tcsetattr(line.input, TCSANOW, &state.attributes)
    if process.isWatched { TerminalRestoration.disarm() }
  }

  /// Writes what the terminal accepts; when it has all, the tasks that wait go on.
  private func drain(_ state: inout State) {
    while !state.output.isEmpty {
      switch state.output.withUnsafeBytes(line.write) {
      case .bytes(let count): state.output.removeFirst(count)
      case .later: return
      case .lost:
        state.isLost = true
        state.output = []
      }
    }
    release(&state)
  }

  private func drop(_ state: inout State) {
    state.output = []
    release(&state)
  }

  private func release(_ state: inout State) {
    for continuation in state.waiting { continuation.resume() }
    state.waiting = []
  }
}
