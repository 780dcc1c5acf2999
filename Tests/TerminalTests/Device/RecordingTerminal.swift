import Synchronization
import Terminal
import TestSupport

/// A terminal without a screen: a test sends what is pressed and reads what was written.
final class RecordingTerminal: TerminalDevice {
  /// Something that was done to the terminal.
  enum Event: Sendable, Hashable {
    case begin, end, suspend
    case write(String)
  }

  private struct State {
    var size: Size
    var isTaken = false
    var isUsed = false
    /// What was sent before the terminal was taken.
    var early: [Input] = []
    var stream = AsyncStream.makeStream(of: Burst.self)

    func yield(_ inputs: [Input]) {
      for input in inputs {
        stream.continuation.yield(Burst([input]))
        if input == .ended { stream.continuation.finish() }
      }
    }
  }

  /// What the terminal can show.
  let capabilities: TerminalCapabilities
  private let state: Mutex<State>
  private let recorded = Occurrences<Event>()

  /// A terminal that is not taken yet.
  init(
    size: Size = Size(columns: 80, rows: 24),
    capabilities: TerminalCapabilities = TerminalCapabilities(isTerminal: true, canAnimate: true)
  ) {
    self.capabilities = capabilities
    state = Mutex(State(size: size))
  }

  /// Everything that was done, in order.
  var events: [Event] { recorded.all }

  /// Every text that was written, in order.
  var written: [String] {
    events.compactMap { if case .write(let text) = $0 { text } else { nil } }
  }

  /// Whether a program has the terminal.
  var isTaken: Bool { state.withLock { $0.isTaken } }

  /// Gives the window another size and says so.
  func resize(to size: Size) {
    state.withLock { state in
      state.size = size
      // The owner of the terminal is notified anyway.
      if state.isTaken { state.yield([.resize(size)]) }
    }
  }

  /// Sends inputs; those from before the terminal was taken come after its size. After the end, nothing
  /// more comes.
  func send(_ inputs: Input...) {
    state.withLock { state in
      if state.isTaken { state.yield(inputs) } else { state.early += inputs }
    }
  }

  /// The window's size now.
  var size: Size { state.withLock { $0.size } }

  /// Takes the terminal.
  func begin() throws {
    state.withLock { state in
      guard !state.isTaken else { return }
      if state.isUsed { state.stream = AsyncStream.makeStream() }
      (state.isTaken, state.isUsed) = (true, true)
      recorded.record(.begin)
      state.yield([.resize(state.size)] + state.early)
      state.early = []
    }
  }

  /// Gives the terminal back.
  func end() {
    let continuation = state.withLock { state in
      defer { state.isTaken = false }
      return state.isTaken ? state.stream.continuation : nil
    }
    guard let continuation else { return }
    recorded.record(.end)
    continuation.finish()
  }

  /// What was sent and will be.
  func inputs() -> AsyncStream<Burst> { state.withLock { $0.stream.stream } }

  /// Remembers a text.
  func write(_ text: String) async {
    if isTaken { recorded.record(.write(text)) }
  }

  /// Comes back at once.
  func suspend() {
    guard isTaken else { return }
    recorded.record(.suspend)
    send(.resumed)
  }
}
