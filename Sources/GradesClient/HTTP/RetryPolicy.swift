import Foundation

/// The times and the number of retries (Figures, Retries).
public struct RetryPolicy: Hashable, Sendable {
  /// Attempts after the first.
  public var retries: Int
  /// The longest wait before the first retry; it doubles with each further one.
  public var firstDelay: Duration = .milliseconds(250)
  /// The longest wait that the doubling leads to.
  public var longestDelay: Duration = .seconds(5)
  /// The longest accepted Retry-After. With a longer one the request fails at once, because an
  /// earlier retry would only add to the service's load.
  public var longestRetryAfter: Duration = .seconds(20)
  /// Time for all attempts and the waits between them.
  public var totalTimeLimit: Duration = .seconds(90)

  /// Makes the usual policy.
  public init(retries: Int = 3) { self.retries = retries }

  /// The usual policy.
  public static let standard = RetryPolicy()

  /// One attempt only.
  public static let never = RetryPolicy(retries: 0)

  /// The wait before a retry (0 = the first): between half of the step and all of it, so that
  /// clients that failed at the same time do not retry at the same time.
  func delay(beforeRetry index: Int, spread: Double) -> Duration {
    let step = min(longestDelay, firstDelay * (1 << min(index, 16)))
    return step * (0.5 + 0.5 * spread)
  }
}

/// The clock of requests and retries; tests inject their own.
package struct RequestClock: Sendable {
  package var now: @Sendable () -> Date
  /// The time since a fixed moment; monotonic.
  package var uptime: @Sendable () -> Duration
  /// Waits; throws when the task is cancelled.
  package var pause: @Sendable (Duration) async throws -> Void
  /// A random number from 0 to 1, which spreads retries.
  package var spread: @Sendable () -> Double

  package init(
    now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration,
    pause: @escaping @Sendable (Duration) async throws -> Void,
    spread: @escaping @Sendable () -> Double
  ) {
    self.now = now
    self.uptime = uptime
    self.pause = pause
    self.spread = spread
  }

  package static let system: RequestClock = {
    let start = ContinuousClock.now
    return RequestClock(
      now: { Date() }, uptime: { ContinuousClock.now - start },
      pause: { try await Task.sleep(for: $0) }, spread: { Double.random(in: 0...1) })
  }()
}
