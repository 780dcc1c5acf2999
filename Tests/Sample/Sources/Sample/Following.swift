import GradesClient

/// The texts of all notifications, the newest first.
public func allNotifications(of user: UserInfo, _ grades: GradesAPI) async throws -> [String] {
  var lines: [String] = []
  let notifications = grades.notifications(of: user.username)
  for try await page in notifications.pages() {
    lines += page.map { $0.text(in: .english)?.summary ?? "" }
  }
  return lines
}

/// Reports each new notification once, until its task is cancelled.
public func follow(
  _ user: UserInfo, _ grades: GradesAPI, report: @Sendable (String) -> Void
) async throws {
  let notifications = grades.notifications(of: user.username)
  for try await notification in notifications.updates() {
    report(notification.text(in: .english)?.summary ?? "")
  }
}
