/// New notifications of a user as they come, found by polling, as an `AsyncSequence` that does not end
/// (Service contract, 6.14).
///
/// What the service has at the beginning is not new. While the service cannot be reached, the waits grow;
/// every other failure is thrown, and so is ``GradesError/Reason/cancelled``. After an error it has no more
/// notifications.
public struct NotificationUpdates: AsyncSequence, Sendable {
  /// A notification that was not there before, the oldest first.
  public typealias Element = ServiceNotification

  /// The pages of the first poll, which reads all that there is.
  let pages: NotificationPages
  let pace: PollingPace
  let clock: RequestClock

  /// Starts over: what the service has with the first request is not new.
  public func makeAsyncIterator() -> Iterator { Iterator(updates: self) }

  /// Polls whenever all new notifications have been used.
  public struct Iterator: AsyncIteratorProtocol {
    private let updates: NotificationUpdates
    private var known: Set<ServiceNotification>?
    /// The newest first.
    private var waiting: [ServiceNotification] = []
    private var failures = 0
    private var failure: GradesError?
    private var hasEnded = false

    fileprivate init(updates: NotificationUpdates) { self.updates = updates }

    /// The next new notification; waits for it.
    public mutating func next() async throws -> ServiceNotification? {
      guard !hasEnded else { return nil }
      do {
        while waiting.isEmpty {
          // The first request is sent at once.
          if known != nil || failures > 0 { try await pause() }
          try await poll()
        }
      } catch {
        hasEnded = true
        throw error is CancellationError ? GradesError.cancelled : error
      }
      return waiting.removeLast()
    }

    private func pause() async throws {
      try await updates.clock.pause(
        updates.pace.wait(
          afterFailures: failures, failure, spread: updates.clock.spread()))
    }

    private mutating func poll() async throws {
      let before = known
      var pages = updates.pages
      if before != nil { pages.size = Self.laterSize }
      do {
        // The newest come first, so a page with nothing new is followed by known ones.
        let found = try await pages.all { page in
          before.map { known in page.allSatisfy(known.contains) } ?? false
        }
        if let before { waiting = found.filter { !before.contains($0) } }
        known = (before ?? []).union(found)
        (failures, failure) = (0, nil)
      } catch let error as GradesError where error.scope == .service {
        failures += 1
        failure = error
      }
    }

    /// The most notifications in a page after the first poll, because few come between two.
    private static let laterSize = 20
  }
}

extension GradesAPI.Notifications {
  /// Notifications that come from now on; an interval of five minutes is polite to a service with many users.
  public func updates(
    _ selection: NotificationSelection = .new, every interval: Duration = .seconds(300)
  ) -> NotificationUpdates {
    NotificationUpdates(
      pages: pages(selection), pace: PollingPace(interval: interval),
      clock: api.connection.client.clock)
  }
}
