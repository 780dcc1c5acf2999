import Foundation
import Synchronization

/// A browser's session on the login pages.
struct LoginSession: Sendable {
  /// A token in every form, which other sites cannot know.
  let formToken: String
  /// The signed-in user; nil before the password.
  var username: String?
  let begunAt: Date
}

/// The sessions of the login pages; in memory, so a restart ends them.
final class LoginSessions: Sendable {
  /// The name of the cookie.
  static let cookie = "grades_login"
  /// A longer login has to start again.
  private static let lifetime: TimeInterval = 1800
  private static let limit = 1000

  private let sessions = Mutex<[String: LoginSession]>([:])

  /// Begins a session and returns its id.
  func begin(username: String? = nil, at time: Date) -> (id: String, session: LoginSession) {
    let session = LoginSession(formToken: UUID().uuidString, username: username, begunAt: time)
    let id = UUID().uuidString
    sessions.withLock { sessions in
      sessions = sessions.filter { Self.isAlive($0.value, at: time) }
      if sessions.count >= Self.limit,
        let oldest = sessions.min(by: { $0.value.begunAt < $1.value.begunAt })
      {
        sessions[oldest.key] = nil
      }
      sessions[id] = session
    }
    return (id, session)
  }

  /// The session of a browser's cookie.
  func session(_ id: String?, at time: Date) -> LoginSession? {
    guard let id, let session = sessions.withLock({ $0[id] }), Self.isAlive(session, at: time)
    else { return nil }
    return session
  }

  func end(_ id: String?) {
    guard let id else { return }
    sessions.withLock { $0[id] = nil }
  }

  private static func isAlive(_ session: LoginSession, at time: Date) -> Bool {
    time.timeIntervalSince(session.begunAt) < lifetime
  }
}
