import GradesClient

/// When a watch asks again.
public struct WatchPace: Hashable, Sendable {
  /// The time between two requests.
  public var interval: Duration
  /// The longest time between two tries while the service is away.
  public var longest: Duration = .seconds(900)
  /// The longest time that the service may ask for with Retry-After.
  public var longestRetryAfter: Duration = .seconds(86_400)

  /// Makes a pace.
  public init(interval: Duration) { self.interval = interval }

  /// The wait after so many failures in a row; 0 means that the last request was answered.
  ///
  /// Every wait is spread by a tenth, so that many watches do not come all at once; after failures
  /// it doubles up to the longest. What the service asks for with Retry-After is kept, and spread
  /// upwards, since it asks all of them at once. `spread` is a random number from 0 to 1.
  public func wait(afterFailures failures: Int, _ error: GradesError?, spread: Double) -> Duration {
    let doubled = interval * (1 << min(failures, 16))
    let wait = failures == 0 ? interval : min(doubled, max(interval, longest))
    let spreadWait = wait * (0.9 + 0.2 * spread)
    guard case .tooManyRequests(let asked?)? = error else { return spreadWait }
    return max(spreadWait, min(asked, longestRetryAfter) * (1 + 0.1 * spread))
  }
}
