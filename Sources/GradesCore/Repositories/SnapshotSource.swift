import Foundation
import GradesClient

/// Where snapshots come from: the cache, the service and the rules which of them answers
/// (`product.md` 3.10). The live repositories share one.
public struct SnapshotSource: Sendable {
  /// The service.
  public let api: any GradesAPI
  /// What it said earlier.
  public let cache: SnapshotCache
  /// The identity of the service in the cache, see ``CacheScope``.
  public let host: String
  /// The language in which the service is asked.
  public let language: ServiceLanguage
  /// Whether the service may be asked.
  public let access: Access
  /// What keeps a load from meeting one outage many times.
  public let outage: OutageMemory
  /// The time that snapshots get.
  public let now: @Sendable () -> Date

  /// Makes a source.
  public init(
    api: any GradesAPI, cache: SnapshotCache, host: String, language: ServiceLanguage,
    access: Access = .online, outage: OutageMemory = OutageMemory(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.api = api
    self.cache = cache
    self.host = host
    self.language = language
    self.access = access
    self.outage = outage
    self.now = now
  }

  /// The stored answer, then the service's.
  ///
  /// When the service is unavailable and something is stored, that comes again as stale and the
  /// stream ends normally. All other failures end the stream, also after a stored answer: being
  /// signed out, not permitted or not found must not hide behind old data. Cancelling the reading
  /// task cancels the requests.
  func snapshots<Document: StoredDocument>(
    key: @escaping @Sendable () async throws -> SnapshotKey,
    fetch: @escaping @Sendable (SnapshotKey) async throws -> Document
  ) -> AsyncThrowingStream<Snapshot<Document>, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          let key = try await key()
          let stored: Snapshot<Document>? = cache.snapshot(key)
          if access == .offline {
            guard let stored else { throw NothingStored() }
            continuation.yield(stored.stale)
          } else {
            if let stored { continuation.yield(stored) }
            continuation.yield(try await fresh(key, stored: stored, fetch: fetch))
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// The one answer that ``snapshots(key:fetch:)`` ends with, without reading the cache when the
  /// service answers.
  func latest<Document: StoredDocument>(
    key: @Sendable () async throws -> SnapshotKey,
    fetch: @Sendable (SnapshotKey) async throws -> Document
  ) async throws -> Snapshot<Document> {
    let key = try await key()
    guard access == .online else {
      guard let stored: Snapshot<Document> = cache.snapshot(key) else { throw NothingStored() }
      return stored.stale
    }
    return try await fresh(key, stored: nil, fetch: fetch)
  }

  /// The service's answer, which is then stored, or what is stored where the service is unavailable.
  private func fresh<Document: StoredDocument>(
    _ key: SnapshotKey, stored: Snapshot<Document>?,
    fetch: @Sendable (SnapshotKey) async throws -> Document
  ) async throws -> Snapshot<Document> {
    do {
      let document = try await fetch(key)
      let time = now()
      cache.store(document, under: key, at: time)
      return Snapshot(value: document, fetchedAt: time)
    } catch let error as GradesError where error.isUnavailability {
      guard let stored = stored ?? cache.snapshot(key) else { throw error }
      return stored.stale
    }
  }

  /// Asks the service, unless it was found unavailable a moment ago.
  func ask<Answer: Sendable>(
    _ request: @Sendable (any GradesAPI) async throws -> Answer
  ) async throws -> Answer {
    guard access == .online else { throw NothingStored() }
    return try await outage.request { try await request(api) }
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// The stream's last element; what a command shows that prints once.
  func last<Value>() async throws -> Element where Element == Snapshot<Value> {
    var last: Element?
    for try await element in self { last = element }
    try Task.checkCancellation()
    guard let last else { throw NothingStored() }
    return last
  }
}
