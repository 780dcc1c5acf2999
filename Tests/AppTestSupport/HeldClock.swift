import Foundation
import GradesClient
import Synchronization
import TestSupport

/// A clock that stands still: what lets a long time pass waits until a test resumes it. Short
/// pauses, such as those between requests that are sent again, move it on at once.
package final class HeldClock: Sendable {
  private struct State {
    var now: Date
    var uptime: Duration = .zero
    var permits = 0
    var waiting: (number: Int, continuation: CheckedContinuation<Void, Never>)?
    var cancelled: Set<Int> = []
  }

  private let state: Mutex<State>
  private let threshold: Duration

  /// All long pauses so far, also to wait for.
  package let pauses = Occurrences<Duration>()

  /// Starts at a moment; pauses of at least `threshold` are held.
  package init(
    at now: Date = .moment("2026-11-21T12:00:00Z"), holding threshold: Duration = .seconds(30)
  ) {
    state = Mutex(State(now: now))
    self.threshold = threshold
  }

  /// The time of day.
  package var now: Date { state.withLock { $0.now } }

  /// Sets the time of day alone, as a user or a time server does.
  package func set(_ now: Date) { state.withLock { $0.now = now } }

  /// Lets time pass unnoticed, as on a machine that is suspended.
  package func sleep(for duration: Duration) { state.withLock { Self.advance(&$0, by: duration) } }

  private static func advance(_ state: inout State, by duration: Duration) {
    state.uptime += duration
    state.now +=
      Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  /// Lets the pause that is held, or else the next one, be over.
  package func release() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard let waiting = state.waiting else {
        state.permits += 1
        return nil
      }
      state.waiting = nil
      return waiting.continuation
    }
    waiting?.resume()
  }

  /// The clock for a client.
  package var requestClock: RequestClock {
    RequestClock(
      now: { self.now }, uptime: { self.state.withLock { $0.uptime } },
      pause: { try await self.pause($0) }, spread: { 0.5 })
  }

  private func pause(_ duration: Duration) async throws {
    if duration >= threshold {
      let number = pauses.record(duration)
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let goesOn = state.withLock { state in
            if state.cancelled.contains(number) { return true }
            guard state.permits == 0 else {
              state.permits -= 1
              return true
            }
            state.waiting = (number, continuation)
            return false
          }
          if goesOn { continuation.resume() }
        }
      } onCancel: {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
          state.cancelled.insert(number)
          guard let waiting = state.waiting, waiting.number == number else { return nil }
          state.waiting = nil
          return waiting.continuation
        }
        waiting?.resume()
      }
    }
    try Task.checkCancellation()
    state.withLock { Self.advance(&$0, by: duration) }
  }
}
