import GradesClient

/// The notifications of the signed-in user.
public protocol NotificationsRepository: Sendable {
  /// The stored notifications, then the service's; ends after the service's answer.
  func notifications(
    _ selection: NotificationSelection
  ) -> AsyncThrowingStream<Snapshot<Inbox>, any Error>

  /// The one answer that ``notifications(_:)`` ends with.
  func latestNotifications(_ selection: NotificationSelection) async throws -> Snapshot<Inbox>

  /// How many notifications of each course were unread when the service was last asked; nil: not
  /// known.
  func storedUnreadCounts() async -> Snapshot<[CourseCode: Int]>?

  /// How many notifications of each course are unread: what the service says or, where it does not
  /// answer, what is stored. An extra beside other questions, hence no errors, and other requests do
  /// not suffer from a failure of this one.
  func unreadCounts() async -> Snapshot<[CourseCode: Int]>?

  /// Marks notifications as read or unread at the service, one after the other. Throws
  /// ``UnknownNotification`` for one that the service does not have; those before it stay marked.
  func mark(_ ids: [NotificationID], asRead isRead: Bool) async throws

  /// Marks all notifications.
  func markAll(asRead isRead: Bool) async throws
}

/// The service has no such notification.
public struct UnknownNotification: Error, Hashable, Sendable {
  /// What was asked for.
  public let id: NotificationID

  /// Makes the error.
  public init(id: NotificationID) { self.id = id }
}
