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
      var question = SnapshotQuestion<Inbox>(
        source: source,
        stored: {
          all.stored()
            ?? new.stored()?.map { inbox in
              var inbox = inbox
              inbox.hasRead = false
              return inbox
            }
        }, fetch: all.fetch)
      question.absence = all.absence
      return question
    }
  }

  /// The number of unread notifications of each course in the last response; nil when
  /// that is not stored.
  package func storedUnreadCounts() async -> Snapshot<[CourseCode: Int]>? {
    guard let question = try? await question(.new) else { return nil }
    return question.stored()?.map(\.unreadCounts)
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

  /// Marks notifications as read or unread, at the service and in the cache, one after the other.
  /// Throws ``UnknownNotification`` for one that the service does not have; those before it stay marked.
  package func mark(_ ids: [NotificationID], asRead isRead: Bool) async throws {
    let username = try await session.user().username
    for id in ids {
      do {
        try await source.ask {
          try await $0.notifications(of: username).mark(id, asRead: isRead)
        }
      } catch GradesError.notFound {
        throw UnknownNotification(id: id)
      }
      keepMarks([id], isRead, of: username)
    }
  }

  /// Marks all notifications at the service and in the cache.
  package func markAll(asRead isRead: Bool) async throws {
    let username = try await session.user().username
    try await source.ask { try await $0.notifications(of: username).markAll(asRead: isRead) }
    keepMarks(nil, isRead, of: username)
  }

  private func question(
    _ selection: NotificationSelection
  ) async throws -> SnapshotQuestion<Inbox> {
    let username = try await session.user().username
    let key = key(selection, of: username)
    let all = self.key(.all, of: username)
    var question = SnapshotQuestion<Inbox>(
      source: source,
      stored: { [source] in
        // The list of all of them has the new ones in it.
        let stored: Snapshot<Inbox>? = source.cache.snapshot(key)
        guard selection == .new else { return stored }
        let found = [stored, source.cache.snapshot(all)].compactMap { $0 }
        return found.max { $0.fetchedAt < $1.fetchedAt }?.map { inbox in
          Inbox(entries: inbox.entries.filter { !$0.isRead })
        }
      },
      fetch: { [source] in
        @Sendable func read(
          _ selection: NotificationSelection
        ) async throws -> [ServiceNotification] {
          try await source.ask { try await $0.notifications(of: username).all(selection) }
        }
        guard selection == .all else {
          return source.keep(Inbox(new: try await read(.new)), under: key)
        }
        async let all = read(.all)
        async let new = read(.new)
        return source.keep(Inbox(all: try await all, new: try await new), under: key)
      })
    question.absence = { NothingStored(.notifications) }
    return question
  }

  /// Applies the service's change to the stored data, which saves another request.
  private func keepMarks(_ ids: Set<NotificationID>?, _ isRead: Bool, of username: Username) {
    for language in ServiceLanguage.allCases {
      for selection in NotificationSelection.allCases {
        let key = key(selection, of: username, language)
        guard let stored: Snapshot<Inbox> = source.cache.snapshot(key) else { continue }
        source.cache.store(
          stored.value.marking(ids, asRead: isRead), under: key, at: stored.fetchedAt)
      }
    }
  }

  private func key(
    _ selection: NotificationSelection, of username: Username, _ language: ServiceLanguage? = nil
  ) -> SnapshotKey {
    SnapshotKey(
      CacheScope(host: source.host, username: username), language: language ?? source.language,
      name: selection.rawValue)
  }
}

/// The service has no such notification.
package struct UnknownNotification: Error, Hashable, Sendable {
  /// The request.
  package let id: NotificationID

  /// Makes the error.
  package init(id: NotificationID) { self.id = id }
}
