import GradesClient
import Synchronization

extension Repository {
  /// Whether notifications can be marked.
  package var isOnline: Bool { source.access == .online }

  package func notifications(_ selection: NotificationSelection) -> SnapshotStream<Inbox> {
    SnapshotStream { try await question(selection) }
  }

  /// All notifications; where the service does not answer and only the new ones are stored, these
  /// (``Inbox/hasRead``).
  package func inbox() -> SnapshotStream<Inbox> {
    SnapshotStream {
      let (all, new) = (try await question(.all), try await question(.new))
      return Question(
        source: source,
        stored: {
          if let all = await all.stored() { return all }
          return await new.stored()?.map { inbox in
            var inbox = inbox
            inbox.hasRead = false
            return inbox
          }
        }, fetch: all.fetch, absence: all.absence)
    }
  }

  /// The number of unread notifications of each course in the last response; nil when
  /// that is not stored.
  package func storedUnreadCounts() async -> Snapshot<[CourseCode: Int]>? {
    guard let question = try? await question(.new) else { return nil }
    return await question.stored()?.map(\.unreadCounts)
  }

  /// How many notifications of each course are unread: the service's count or, where it does not
  /// answer, the stored one. An extra beside other questions, hence it throws nothing, and its failure
  /// does not keep other requests from the service.
  package func unreadCounts() async -> Snapshot<[CourseCode: Int]>? {
    guard let user = try? await user, !source.refusedCounts.contains(user) else {
      return await storedUnreadCounts()?.stale
    }
    do {
      return try await isolatingFailures.notifications(.new).latest().map(\.unreadCounts)
    } catch {
      source.refusedCounts.note(error, of: user)
      return await storedUnreadCounts()?.stale
    }
  }

  /// Marks notifications as read or unread, one after the other. Throws ``UnknownNotification`` for one that the
  /// service does not have; those before it stay marked.
  package func markNotifications(_ ids: [NotificationID], asRead isRead: Bool) async throws {
    try await mark { notifications in
      for id in ids {
        do { try await notifications.mark(id, asRead: isRead) } catch GradesError.notFound {
          throw UnknownNotification(id: id)
        }
      }
    }
  }

  package func markAllNotifications(asRead isRead: Bool) async throws {
    try await mark { try await $0.markAll(asRead: isRead) }
  }

  /// Marks at the service, and stores which ones are unread then.
  private func mark(_ mark: @Sendable (GradesAPI.Notifications) async throws -> Void) async throws {
    let username = try await user
    let result: Result<Void, any Error>
    do {
      result = .success(try await source.ask { try await mark($0.notifications(of: username)) })
    } catch {
      result = .failure(error)
    }
    _ = try? await question(.new).fetch()
    try result.get()
  }

  private func question(_ selection: NotificationSelection) async throws -> Question<Inbox> {
    source.inbox(selection, of: try await user)
  }
}

extension SnapshotSource {
  func inbox(_ selection: NotificationSelection = .all, of user: Username) -> Question<Inbox> {
    var question = question(of: user) { responses in
      @Sendable func read(
        _ selection: NotificationSelection
      ) async throws -> [ServiceNotification] {
        try await responses.ask { try await $0.notifications(of: user).all(selection) }
      }
      guard selection == .all else { return Inbox(new: try await read(.new)) }
      async let all = read(.all)
      async let new = read(.new)
      return Inbox(all: try await all, new: try await new)
    }
    question.absence = { NothingStored(.notifications) }
    return question
  }
}

package struct UnknownNotification: Error, Hashable, Sendable {
  package let id: NotificationID
}

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
