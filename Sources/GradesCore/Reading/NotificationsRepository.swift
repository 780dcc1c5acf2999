import GradesClient

/// The notifications of the signed-in user over cache and service.
package struct NotificationsRepository: Sendable {
  private let source: SnapshotSource
  private let session: SessionRepository

  /// Makes a repository.
  package init(source: SnapshotSource, session: SessionRepository) {
    self.source = source
    self.session = session
  }

  /// Whether notifications can be marked.
  package var isOnline: Bool { source.access == .online }

  /// The notifications, all or only the new ones.
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
    guard let user = try? await session.user().username, !source.refusedCounts.contains(user) else {
      return await storedUnreadCounts()?.stale
    }
    let isolated = Self(source: source.isolatingFailures, session: session)
    do {
      return try await isolated.notifications(.new).latest().map(\.unreadCounts)
    } catch {
      source.refusedCounts.note(error, of: user)
      return await storedUnreadCounts()?.stale
    }
  }

  /// Marks notifications as read or unread, one after the other. Throws ``UnknownNotification`` for one that the
  /// service does not have; those before it stay marked.
  package func mark(_ ids: [NotificationID], asRead isRead: Bool) async throws {
    try await mark { notifications in
      for id in ids {
        do { try await notifications.mark(id, asRead: isRead) } catch GradesError.notFound {
          throw UnknownNotification(id: id)
        }
      }
    }
  }

  /// Marks all notifications.
  package func markAll(asRead isRead: Bool) async throws {
    try await mark { try await $0.markAll(asRead: isRead) }
  }

  /// Marks at the service, and stores which ones are unread then.
  private func mark(
    _ mark: @Sendable (GradesAPI.Notifications) async throws -> Void
  ) async throws {
    let username = try await session.user().username
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
    source.inbox(selection, of: try await session.user().username)
  }
}

extension SnapshotSource {
  /// The notifications of a user.
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

/// The service has no such notification.
package struct UnknownNotification: Error, Hashable, Sendable {
  /// The request.
  package let id: NotificationID
}
