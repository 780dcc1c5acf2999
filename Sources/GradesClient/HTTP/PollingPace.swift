/// The times of requests that repeat, such as a watch's.
package struct PollingPace: Hashable, Sendable {
  package var interval: Duration
  /// The longest time between two tries while the service is away.
  package var longest: Duration = .seconds(900)
  package var longestRetryAfter: Duration = .seconds(86_400)

  package init(interval: Duration) { self.interval = interval }

  /// The wait after so many failures in a row; 0 means that the last request was answered.
  ///
  /// Each wait varies by a tenth, so that many watches do not send requests at the same time; after
  /// failures it doubles up to the longest. A Retry-After is respected, and lengthened at random,
  /// because all watches receive the same one. `spread` is a random number from 0 to 1.
  package func wait(afterFailures failures: Int, _ error: GradesError?, spread: Double) -> Duration
  {
    let doubled = interval * (1 << min(failures, 16))
    let wait = failures == 0 ? interval : min(doubled, max(interval, longest))
    let spreadWait = wait * (0.9 + 0.2 * spread)
    guard let asked = error?.retryAfter else { return spreadWait }
    return max(spreadWait, min(asked, longestRetryAfter) * (1 + 0.1 * spread))
  }
}
