import Foundation
import GradesClient
import Synchronization
import TestSupport

/// A clock that stands still, except that a pause moves it on at once.
package final class SteppedClock: Sendable {
  private struct State {
    var now: Date
    var uptime: Duration = .zero
  }

  private let state: Mutex<State>
  private let spread: Double
  private let passesTime: Bool

  /// Starts at a moment. `spread` is the "random" number of every retry. With `passesTime` false
  /// a pause never ends by itself, only with its task.
  package init(
    at now: Date = .moment("2026-11-21T12:00:00Z"), spread: Double = 1, passesTime: Bool = true
  ) {
    state = Mutex(State(now: now))
    self.spread = spread
    self.passesTime = passesTime
  }

  /// The time of day.
  package var now: Date { state.withLock { $0.now } }

  /// All pauses so far, also to wait for.
  package let pauses = Occurrences<Duration>()

  /// Lets time pass.
  package func advance(by duration: Duration) {
    state.withLock { state in
      state.uptime += duration
      state.now +=
        Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }
  }

  /// Sets the time of day alone, as a user or a time server does.
  package func set(_ now: Date) { state.withLock { $0.now = now } }

  /// The clock for a client.
  package var requestClock: RequestClock {
    RequestClock(
      now: { self.now }, uptime: { self.state.withLock { $0.uptime } },
      pause: { try await self.pause($0) }, spread: { self.spread })
  }

  private func pause(_ duration: Duration) async throws {
    pauses.record(duration)
    if passesTime {
      try Task.checkCancellation()
      advance(by: duration)
    } else {
      let never = AsyncStream<Never> { _ in }
      for await _ in never {}
      throw CancellationError()
    }
  }
}
