import Files
import GradesClient
import Synchronization

/// One request for tasks that ask the same at the same time.
final class SharedRequest<Answer: Sendable>: Sendable {
  private let running = Mutex<Promise<Answer>?>(nil)

  /// The answer of the request that is running, else of a new one. When the task that makes the request
  /// is cancelled, one that waits makes it again.
  func answer(_ ask: @Sendable () async throws -> Answer) async throws -> Answer {
    while true {
      let new = Promise<Answer>()
      let other: Promise<Answer>? = running.withLock { current in
        guard current == nil else { return current }
        current = new
        return nil
      }
      guard let other else { return try await make(new, ask) }
      do {
        return try await other.value()
      } catch {
        try Task.checkCancellation()
        guard error is CancellationError || error as? GradesError == .cancelled else { throw error }
      }
    }
  }

  private func make(
    _ outcome: Promise<Answer>, _ ask: @Sendable () async throws -> Answer
  ) async throws -> Answer {
    let result: Result<Answer, any Error>
    do { result = .success(try await ask()) } catch { result = .failure(error) }
    running.withLock { $0 = nil }
    outcome.finish(result)
    return try result.get()
  }
}
