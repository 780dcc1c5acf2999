import GradesClient
import Synchronization

/// Remembers for the run of the program whose notifications the service refuses to count.
///
/// Who may not read notifications, or whose service has none (403, 404), will not be told otherwise a
/// minute later, and a list that is seen again and again would ask each time. What may pass, such as an
/// outage, is not remembered. The notifications' own scene asks all the same, and says why.
final class RefusedCounts: Sendable {
  private let users: Mutex<Set<Username>> = Mutex([])

  func contains(_ user: Username) -> Bool { users.withLock { $0.contains(user) } }

  /// Remembers a failure if it is a refusal.
  func note(_ error: any Error, of user: Username) {
    switch error as? GradesError {
    case .notPermitted, .notFound: users.withLock { _ = $0.insert(user) }
    default: break
    }
  }
}
