import Synchronization
import Terminal

/// A window in memory that is drawn like a terminal's: each frame is compared with the one before
/// and made the bytes that a terminal would get.
final class MemoryScreen: TerminalScreen {
  private struct State {
    var writer = FrameWriter(colours: .trueColour, synchronizes: true)
    var frame: Frame?
    var sent = 0
    var rested = -1
    var frames = 0
    var bytes = 0
    var waiting: (isOver: @Sendable (Int, Int) -> Bool, CheckedContinuation<Void, Never>)?
    var hasEnded = false
  }

  let size: Size
  private let state = Mutex(State())
  private let stream: AsyncStream<Burst>
  private let continuation: AsyncStream<Burst>.Continuation

  init(columns: Int, rows: Int) {
    size = Size(columns: columns, rows: rows)
    (stream, continuation) = AsyncStream.makeStream(of: Burst.self)
  }

  /// Every change is drawn at once.
  var frameTime: Duration { .zero }
  /// What is seen.
  var text: String { state.withLock { $0.frame?.text ?? "" } }
  /// How many bytes a terminal has got so far.
  var bytes: Int { state.withLock { $0.bytes } }

  func begin() {}

  func end() {
    pass { state in
      state.hasEnded = true
      return true
    }
  }

  func inputs() -> AsyncStream<Burst> { stream }

  func copy(_ text: String) async {}

  func lend<Value: Sendable>(
    to work: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await work()
  }

  func show(_ frame: Frame) async {
    pass { state in
      state.bytes += state.writer.update(to: frame).utf8.count
      state.frame = frame
      state.frames += 1
      return state.waiting?.isOver(state.frames, state.rested) ?? false
    }
  }

  func forget() {}

  func suspend() {}

  func rested(after inputs: Int) {
    pass { state in
      state.rested = inputs
      return state.waiting?.isOver(state.frames, state.rested) ?? false
    }
  }

  /// Presses a key and waits for the next frame.
  func press(_ key: Key) async {
    let before = state.withLock { state in
      state.sent += 1
      return state.frames
    }
    await wait(beginning: { self.continuation.yield(Burst([.key(key)])) }) { frames, _ in
      frames > before
    }
  }

  /// Waits until everything that was typed has been taken and nothing is going on.
  func rest() async {
    let sent = state.withLock { $0.sent }
    await wait(beginning: {}) { _, rested in rested >= sent }
  }

  /// Ends the program as a terminal that is closed does.
  func hangUp() { continuation.yield(Burst([.ended])) }

  private func wait(
    beginning: () -> Void, isOver: @escaping @Sendable (_ frames: Int, _ rested: Int) -> Bool
  ) async {
    await withCheckedContinuation { continuation in
      let isOverAlready = state.withLock { state in
        if state.hasEnded || isOver(state.frames, state.rested) { return true }
        state.waiting = (isOver, continuation)
        return false
      }
      beginning()
      if isOverAlready { continuation.resume() }
    }
  }

  /// Changes the state and lets go on who waits, if that is over.
  private func pass(_ change: (inout sending State) -> Bool) {
    let waiting = state.withLock { state in
      guard change(&state) else { return CheckedContinuation<Void, Never>?.none }
      defer { state.waiting = nil }
      return state.waiting?.1
    }
    waiting?.resume()
  }
}
