import GradesClient
import Synchronization

/// Remembers for the run of the program whose notifications the service refuses to count.
///
/// A 403 or 404 will not change within a minute, and a list that is shown often would send the
/// request each time. Temporary failures, such as an outage, are not stored. The Notifications
/// scene always sends the request, and reports the failure.
final class RefusedCounts: Sendable {
  private let users: Mutex<Set<Username>> = Mutex([])

  func contains(_ user: Username) -> Bool { users.withLock { $0.contains(user) } }

  /// Remembers a failure if it is a refusal.
  func note(_ error: any Error, of user: Username) {
    switch (error as? GradesError)?.reason {
    case .notPermitted, .notFound: users.withLock { _ = $0.insert(user) }
    default: break
    }
  }
}
