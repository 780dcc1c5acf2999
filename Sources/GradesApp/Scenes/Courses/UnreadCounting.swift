import Foundation
import GradesClient
import GradesCore

/// Counts unread notifications for a list of courses, which never waits for them for long.
@MainActor
struct UnreadCounting {
  let repository: Repository
  let clock: RequestClock
  let now: @Sendable () -> Date

  /// How long a list that is complete otherwise is kept back.
  private static let waitingLimit: Duration = .seconds(2)
  /// How old counts may be when a list is seen again.
  private static let age: TimeInterval = 60

  func stored() async -> [CourseCode: Int]? { await repository.storedUnreadCounts()?.value }

  /// Requests the counts if the last request is not recent; failures are ignored, because no user
  /// waits for it.
  func refreshed() async -> [CourseCode: Int]? {
    if let stored = await repository.storedUnreadCounts(),
      (0..<Self.age).contains(now().timeIntervalSince(stored.fetchedAt))
    {
      return nil
    }
    return await repository.unreadCounts()?.value
  }

  /// Asks the service while something else is loaded, at the same time and for little longer; shows the counts as soon
  /// as they are known.
  func count<Value>(
    beside load: () async throws -> Value,
    show: @escaping @MainActor ([CourseCode: Int]?) -> Void = { _ in }
  ) async throws -> (Value, [CourseCode: Int]?) {
    let counting = Task { @MainActor in
      // After the limit, the stored counts are shown.
      let counts = await repository.unreadCounts()?.value
      show(counts)
      return counts
    }
    defer { counting.cancel() }
    let value = try await load()
    let timeout = Task {
      try await clock.pause(Self.waitingLimit)
      counting.cancel()
    }
    defer { timeout.cancel() }
    let counts = await withTaskCancellationHandler {
      await counting.value
    } onCancel: {
      counting.cancel()
    }
    return (value, counts)
  }
}
