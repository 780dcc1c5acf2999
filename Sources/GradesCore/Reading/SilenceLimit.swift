import GradesClient
import Synchronization

/// How long the service may be silent before stored data are shown instead (Product rules, Offline).
///
/// The service is silent while not a byte of it comes. Questions that follow one another at once, as those of one
/// command do, share the limit, so that a service that answers none of them is waited for once.
package final class SilenceLimit: Sendable {
  private struct State {
    /// When the first of the questions was asked that follow one another.
    var began: Duration
    /// When the service was last not silent, or the first question was asked.
    var progress: Duration
    var questions = 0
    /// When the last question ended.
    var ended: Duration
  }

  private let limit: Duration
  private let whole: Duration?
  private let clock: RequestClock
  private let state: Mutex<State>
  /// Between questions that follow one another.
  private static let gap = Duration.seconds(1)

  /// Makes a limit. With a limit for the whole, questions that follow one another end by then, even if the
  /// service is slow and not silent.
  package init(
    _ limit: Duration = .seconds(5), whole: Duration? = nil, clock: RequestClock = .system
  ) {
    self.limit = limit
    self.whole = whole
    self.clock = clock
    let now = clock.uptime()
    state = Mutex(State(began: now, progress: now, ended: now - Self.gap))
  }

  /// Notes that something of the service has come; may be called from any thread.
  package func noteProgress() {
    let now = clock.uptime()
    state.withLock { $0.progress = now }
  }

  /// Returns what is fetched or, when the service has been silent for too long and something is stored, that.
  /// Without anything stored, the fetching goes on.
  func value<Value: Sendable>(
    fetch: @escaping @Sendable () async throws -> Value,
    orStored stored: @escaping @Sendable () async -> Value?
  ) async throws -> Value {
    begin()
    defer { finish() }
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask {
        let value = try await fetch()
        self.noteProgress()
        return value
      }
      group.addTask {
        try await self.silence()
        return nil
      }
      defer { group.cancelAll() }
      while let next = try await group.next() {
        if let value = next { return value }
        if let value = await stored() { return value }
      }
      throw CancellationError()
    }
  }

  /// Returns when the service has been silent for too long.
  private func silence() async throws {
    while true {
      let end = state.withLock { state in
        let end = state.progress + limit
        return whole.map { min(end, state.began + $0) } ?? end
      }
      let left = end - clock.uptime()
      guard left > .zero else { return }
      try await clock.pause(left)
    }
  }

  private func begin() {
    let now = clock.uptime()
    state.withLock { state in
      if state.questions == 0, now - state.ended >= Self.gap {
        (state.began, state.progress) = (now, now)
      }
      state.questions += 1
    }
  }

  private func finish() {
    let now = clock.uptime()
    state.withLock { state in
      state.questions -= 1
      state.ended = now
    }
  }
}
