import Foundation
import GradesClient

/// The source of snapshots: the cache, the service and the rules for choosing between them
/// (Product rules, Offline). The live repositories share one.
package struct SnapshotSource: Sendable {
  package let api: GradesAPI
  package let cache: SnapshotCache
  /// What has changed, which every answer with values is compared with.
  package let log: ChangeLog
  /// The identity of the service in the cache, see ``CacheScope``.
  package let host: String
  package private(set) var language: ServiceLanguage
  package let access: Access
  /// What keeps a load from meeting one outage many times.
  package let outage = OutageMemory()
  let refusedCounts = RefusedCounts()
  /// How long a silent service is waited for where something is stored; nil: as long as a request may take.
  let silence: SilenceLimit?
  /// Whether the request is optional, so that its failure must not affect others.
  private var isolatesFailures = false
  /// The time that snapshots get.
  package let now: @Sendable () -> Date

  package init(
    api: GradesAPI, cache: SnapshotCache, log: ChangeLog, host: String, language: ServiceLanguage,
    access: Access = .online, silence: SilenceLimit? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.api = api
    self.cache = cache
    self.log = log
    self.host = host
    self.language = language
    self.access = access
    self.silence = silence
    self.now = now
  }

  package func with(language: ServiceLanguage) -> SnapshotSource {
    var source = self
    source.language = language
    return source
  }

  /// The same source for an extra beside something else. It keeps off a service that was found
  /// unavailable, but its own failure does not prevent other requests.
  var isolatingFailures: SnapshotSource {
    var source = self
    source.isolatesFailures = true
    return source
  }

  /// Asks the service, unless it was found unavailable a moment ago.
  func ask<Answer: Sendable>(
    _ request: @Sendable (GradesAPI) async throws -> Answer
  ) async throws -> Answer {
    guard access == .online else { throw NothingStored() }
    return try await outage.request(isLearning: !isolatesFailures) {
      try await request(api.with(language: language))
    }
  }

  /// Remembers that the service is silent: the requests that follow would wait for the same silence.
  func noteSilence() {
    if !isolatesFailures { outage.note(.unreachable(.timedOut)) }
  }
}
