import Foundation

/// Milliseconds since 1970 UTC.
package func milliseconds(_ date: Date) -> Int {
  Int((date.timeIntervalSince1970 * 1000).rounded())
}

/// A duration in whole milliseconds.
package func milliseconds(_ duration: Duration) -> Int {
  let (seconds, attoseconds) = duration.components
  return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
}
