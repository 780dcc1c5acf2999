import GradesClient

/// What the signed-in user has at the service and in the cache. What can be asked of it is in extensions by topic.
package struct Repository: Sendable {
  package private(set) var source: SnapshotSource
  package let session: SessionRepository
  package let drafts: DraftStore

  package init(source: SnapshotSource, session: SessionRepository, drafts: DraftStore) {
    self.source = source
    self.session = session
    self.drafts = drafts
  }

  /// The same for an extra beside something else; see ``SnapshotSource/isolatingFailures``.
  var isolatingFailures: Repository {
    var repository = self
    repository.source = source.isolatingFailures
    return repository
  }

  var user: Username { get async throws { try await session.user().username } }

  var scope: CacheScope {
    get async throws { CacheScope(host: source.host, username: try await user) }
  }

  package func stored(of user: Username) -> StoredCourses {
    StoredCourses(source: source, user: user)
  }
}
