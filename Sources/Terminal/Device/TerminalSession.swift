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
    var output = OutputQueue()
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

  /// Whether the terminal was restored.
  var isOver: Bool { state.withLock { $0.phase == .over } }

  /// The signal that requested the end of the program.
  var endingSignal: Int32? { state.withLock { $0.endingSignal } }

  /// Handles a signal of the process.
  func receive(_ signal: Int32) { pipe.send(signal) }

  func suspend() {
    state.withLock { $0.wantsSuspension = true }
    pipe.send(0)
  }

  func end() {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
      guard state.phase != .over else { return nil }
      if state.phase == .taken { leave(&state) }
      state.phase = .over
      return state.output.drop()
    }
    guard let waiting else { return }
    process.end()
    for continuation in waiting { continuation.resume() }
    inputs.finish()
    pipe.send(0)
  }

  func write(_ text: String) async {
    let ticket = state.withLock { $0.output.ticket() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (mustWait, ready) = state.withLock { state in
          guard state.phase == .taken, !state.isLost else {
            return (false, [CheckedContinuation<Void, Never>]())
          }
          defer { if !state.output.isEmpty || state.isLost { pipe.send(0) } }
          let wasEmpty = state.output.isEmpty
          state.output.append(text)
          let ready = wasEmpty ? drain(&state) : []
          guard !state.output.isEmpty, state.endingSignal == nil, !Task.isCancelled else {
            return (false, ready)
          }
          state.output.wait(ticket, continuation)
          return (true, ready)
        }
        for continuation in ready { continuation.resume() }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.output.abandon(ticket) }?.resume()
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
      if events.hasRoom {
        for continuation in state.withLock({ drain(&$0) }) { continuation.resume() }
      }
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
    for continuation in state.withLock({ $0.output.release() }) { continuation.resume() }
  }

  private func stop(_ reader: inout TerminalReader) {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
      state.wantsSuspension = false
      guard state.phase == .taken else { return nil }
      leave(&state)
      state.phase = .suspended
      return state.output.drop()
    }
    guard let waiting else { return }
    for continuation in waiting { continuation.resume() }
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

  private func drain(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
    let (ready, isLost) = state.output.drain(to: line)
    if isLost { state.isLost = true }
    return ready
  }
}
