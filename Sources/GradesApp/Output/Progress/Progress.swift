import Synchronization
import Terminal

/// Shows on standard error that something takes its time: a turning sign and a label.
///
/// It appears after 300 ms and only where text can be drawn over again, and leaves no trace.
struct Progress: Sendable {
  static let delay = Duration.milliseconds(300)
  static let interval = Duration.milliseconds(100)

  let output: TerminalCapabilities
  var clock: any Clock<Duration> = ContinuousClock()
  /// Writes to standard error at once, without a buffer.
  let write: @Sendable (String) -> Void

  /// Runs an operation and shows a label as long as it takes; when this returns or throws, the line
  /// is clear again.
  func during<Value, Failure: Error>(
    _ label: String, isolation: isolated (any Actor)? = #isolation,
    _ operation: (ProgressMeter) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard output.isTerminal, output.canAnimate else {
      return try await operation(ProgressMeter(clear: nil))
    }
    let write = write
    let meter = ProgressMeter { write("\r" + Self.clearing) }
    // Detached: the caller's actor may be busy with the operation itself.
    let drawing = Task.detached { await draw(label, meter) }
    let result: Result<Value, Failure>
    do throws(Failure) {
      result = .success(try await operation(meter))
    } catch {
      result = .failure(error)
    }
    drawing.cancel()
    await drawing.value
    return try result.get()
  }

  private func draw(_ label: String, _ meter: ProgressMeter) async {
    guard (try? await clock.sleep(for: Self.delay)) != nil, !Task.isCancelled else { return }
    var turn = 0
    repeat {
      meter.draw { state in
        let line = line(state.label ?? label, turn: turn)
        write("\r" + line.rendered(output.colours) + Self.clearing)
      }
      turn += 1
    } while (try? await clock.sleep(for: Self.interval)) != nil && !Task.isCancelled
    write("\r" + Self.clearing)
  }

  /// ECMA-48, EL: clears from the cursor to the end of the line.
  private static let clearing = "\u{1B}[K"

  private func line(_ label: String, turn: Int) -> StyledText {
    let signs = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
    let line = StyledText(signs[turn % signs.count], .accent) + " " + StyledText(label)
    // The last cell stays free: a cursor beyond it would wrap in some terminals.
    return line.truncated(to: (output.columns ?? 80) - 1)
  }
}

/// The progress of an operation: the operation sets it, the progress line reads it.
final class ProgressMeter: Sendable {
  fileprivate struct State: Sendable {
    var label: String?
    var isHidden = false
  }

  private let current = Mutex(State())

  func say(_ label: String) { current.withLock { $0.label = label } }

  func hiding<Value, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ question: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    current.withLock { state in
      state.isHidden = true
      clear?()
    }
    defer { current.withLock { $0.isHidden = false } }
    return try await question()
  }

  /// Draws the state, unless it is hidden; nothing is drawn once ``hiding(isolation:_:)``
  /// has begun.
  fileprivate func draw(_ body: (State) -> Void) {
    current.withLock { if !$0.isHidden { body($0) } }
  }

  private let clear: (@Sendable () -> Void)?

  fileprivate init(clear: (@Sendable () -> Void)?) { self.clear = clear }
}
