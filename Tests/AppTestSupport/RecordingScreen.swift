import Synchronization
import Terminal
import TestSupport

/// A window in memory: tests type into it and look at what it shows.
package final class RecordingScreen: TerminalScreen {
  private struct State {
    var size: Size
    var frame: Frame
    var sent = 0
    var rested = -1
    var isAtRest = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>
  private let stream: AsyncStream<Burst>
  private let continuation: AsyncStream<Burst>.Continuation
  /// All frames in their order.
  package let frames = Occurrences<Frame>()
  /// New frames, rest, and the end.
  private let changes = Occurrences<Void>()

  /// Makes a window.
  package init(columns: Int = 80, rows: Int = 24) {
    let size = Size(columns: columns, rows: rows)
    state = Mutex(State(size: size, frame: Frame(size: size)))
    (stream, continuation) = AsyncStream.makeStream(of: Burst.self)
  }

  /// Every change is drawn at once.
  package var frameTime: Duration { .zero }
  /// The window's size.
  package var size: Size { state.withLock { $0.size } }
  /// The frame that is shown.
  package var frame: Frame { state.withLock { $0.frame } }

  /// Opens the window.
  package func begin() throws {}

  /// Closes the window, and ends all waits.
  package func end() {
    let waiting = state.withLock { state in
      state.isAtRest = true
      state.rested = .max
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach { $0.resume() }
    changes.record(())
  }

  /// The first frame from now on that is as wanted, whatever else is going on; nil when nothing is
  /// going on any longer and it did not come, or the program has given the window back.
  package func frame(where isWanted: @Sendable (Frame) -> Bool) async -> Frame? {
    while true {
      let count = changes.all.count
      let (frame, isOver) = state.withLock { ($0.frame, $0.isAtRest) }
      if isWanted(frame) { return frame }
      if isOver { return nil }
      guard await changes.has(count + 1) else { return nil }
    }
  }

  /// What tests type.
  package func inputs() -> AsyncStream<Burst> { stream }

  /// Keeps the frame.
  package func show(_ frame: Frame) async {
    state.withLock { $0.frame = frame }
    frames.record(frame)
    changes.record(())
  }

  /// Does nothing: frames are kept whole.
  package func forget() {}

  /// The texts that were copied.
  package let copied = Occurrences<String>()
  /// Keeps the text.
  package func copy(_ text: String) async { copied.record(text) }

  /// How often the bell was rung.
  package let rings = Occurrences<Void>()
  /// Notes that the bell was rung.
  package func ring() async { rings.record(()) }

  /// Does the work; the window stays, since the other program draws elsewhere.
  package func lend<Value: Sendable>(
    to work: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await work()
  }

  /// Does nothing: there is no shell.
  package func suspend() {}

  /// Lets those go on who wait for rest.
  package func rested(after inputs: Int) {
    let waiting = state.withLock { state in
      state.rested = inputs
      guard inputs >= state.sent else { return [CheckedContinuation<Void, Never>]() }
      state.isAtRest = true
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach { $0.resume() }
    changes.record(())
  }

  /// Types, without waiting for what comes of it; what is sent together arrives at once, as a paste without
  /// marks does.
  package func send(_ inputs: [Input], together: Bool = false) {
    state.withLock {
      guard $0.rested != .max else { return }
      $0.sent += inputs.count
      $0.isAtRest = false
      if let size = inputs.lazy.compactMap({ if case .resize(let size) = $0 { size } else { nil } })
        .last
      {
        $0.size = size
      }
    }
    for burst in together ? [inputs] : inputs.map({ [$0] }) { continuation.yield(Burst(burst)) }
  }

  /// Waits until everything that was typed has been taken and nothing is going on.
  package func rest() async {
    await withCheckedContinuation { waiter in
      let isAtRest = state.withLock { state in
        if !state.isAtRest { state.waiting.append(waiter) }
        return state.isAtRest
      }
      if isAtRest { waiter.resume() }
    }
  }
}
