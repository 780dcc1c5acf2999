import GradesClient

/// A user's notifications, the newest first.
package struct Inbox: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var notification: ServiceNotification
    package var isRead: Bool
  }

  package var entries: [Entry]

  /// Whether those that were read are among them.
  package var hasRead = true

  package var unread: [ServiceNotification] {
    entries.filter { !$0.isRead }.map(\.notification)
  }

  /// How many are not read of each course.
  package var unreadCounts: [CourseCode: Int] {
    unread.reduce(into: [:]) { counts, notification in
      if let course = notification.course { counts[course, default: 0] += 1 }
    }
  }

  /// The same after some were marked; nil means all.
  package func marking(_ ids: Set<NotificationID>?, asRead isRead: Bool) -> Inbox {
    var inbox = self
    for index in inbox.entries.indices {
      let id = inbox.entries[index].notification.id
      if ids == nil || id.map({ ids?.contains($0) == true }) == true {
        inbox.entries[index].isRead = isRead
      }
    }
    return inbox
  }
}

extension Inbox {
  /// Merges two lists of the service. A notification that arrived between the two
  /// answers is in the list of new ones alone.
  init(all: [ServiceNotification], new: [ServiceNotification]) {
    let unread = Set(new)
    let unreadIDs = Set(new.compactMap(\.id))
    let listed = Set(all.compactMap(\.id))
    let late = new.filter { notification in
      notification.id.map { !listed.contains($0) } ?? !all.contains(notification)
    }
    let entries = (late + all).map { notification in
      Entry(
        notification: notification,
        isRead: notification.id.map { !unreadIDs.contains($0) } ?? !unread.contains(notification))
    }
    self.init(entries: Self.newestFirst(entries))
  }

  init(new: [ServiceNotification]) {
    self.init(entries: Self.newestFirst(new.map { Entry(notification: $0, isRead: false) }))
  }

  /// Notifications have no time, and the order of a list means nothing (Service contract, 3.2), but
  /// ids grow. What has none stays where the service put it, at the end.
  private static func newestFirst(_ entries: [Entry]) -> [Entry] {
    let numbered = entries.compactMap { entry in entry.notification.id.map { ($0, entry) } }
    return numbered.sorted { $0.0 > $1.0 }.map(\.1) + entries.filter { $0.notification.id == nil }
  }
}
