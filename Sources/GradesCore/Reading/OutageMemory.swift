import GradesClient
import Synchronization

/// Remembers for a moment that the service cannot be reached, so that the requests that follow one
/// another in a load do not each wait for the same failure.
package final class OutageMemory: Sendable {
  private struct Outage {
    var error: GradesError
    var found: ContinuousClock.Instant
  }

  private static let duration: Duration = .seconds(5)
  private let outage = Mutex<Outage?>(nil)

  /// Resets the outage, because the user requested another attempt.
  package func forget() { outage.withLock { $0 = nil } }

  /// Remembers an outage that was found without the failure of a request.
  func note(_ error: GradesError) {
    outage.withLock { $0 = Outage(error: error, found: .now) }
  }

  /// Makes a request unless an outage is remembered, which is thrown instead. Unless `isLearning`,
  /// its own failure does not affect other requests.
  func request<Answer>(
    isLearning: Bool = true, isolation: isolated (any Actor)? = #isolation,
    _ send: () async throws -> sending Answer
  ) async throws -> sending Answer {
    if let outage = outage.withLock({ $0 }), .now - outage.found < Self.duration {
      throw outage.error
    }
    do {
      let answer = try await send()
      outage.withLock { $0 = nil }
      return answer
    } catch let error as GradesError
      where isLearning && error.scope == .service && !error.isOfOneEndpoint
    {
      note(error)
      throw error
    }
  }
}

extension GradesError {
  /// Whether the next request may well succeed: a failure of one endpoint (500) does not affect the others.
  fileprivate var isOfOneEndpoint: Bool {
    if case .serviceFailure(let status, _) = reason { !(502...504).contains(status) } else { false }
  }
}
