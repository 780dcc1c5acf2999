import GradesClient
import Synchronization

/// How long the service may be silent before stored data are shown instead (Product rules, Offline).
///
/// Questions that follow one another at once, as those of one command do, share the limit.
public final class SilenceLimit: Sendable {
  private struct Waiting {
    var began: ContinuousClock.Instant
    var questions: Int
    var ended: ContinuousClock.Instant
  }

  private let limit: Duration
  private let waiting = Mutex<Waiting?>(nil)
  /// Between questions that follow one another.
  private static let gap = Duration.seconds(1)

  /// Makes a limit.
  public init(_ limit: Duration = .seconds(5)) { self.limit = limit }

  /// Returns what is fetched or, when the service has been silent for too long and something is stored, that.
  /// Without anything stored, the fetching goes on.
  func value<Value: Sendable>(
    fetch: @escaping @Sendable () async throws -> Value,
    orStored stored: @escaping @Sendable () -> Value?
  ) async throws -> Value {
    let end = begin()
    defer { finish() }
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await fetch() }
      group.addTask {
        try await Task.sleep(until: end, clock: .continuous)
        return nil
      }
      defer { group.cancelAll() }
      while let next = try await group.next() {
        if let value = next ?? stored() { return value }
      }
      throw CancellationError()
    }
  }

  private func begin() -> ContinuousClock.Instant {
    let now = ContinuousClock.now
    return waiting.withLock { waiting in
      if let known = waiting, known.questions > 0 || now - known.ended < Self.gap {
        waiting?.questions += 1
        return known.began + limit
      }
      waiting = Waiting(began: now, questions: 1, ended: now)
      return now + limit
    }
  }

  private func finish() {
    waiting.withLock {
      $0?.questions -= 1
      $0?.ended = .now
    }
  }
}
