import Foundation
import GradesClient
import GradesConfiguration
import GradesCore
import Observation

/// The signed-in user and their stored data on this machine.
@MainActor @Observable
final class StatusViewModel {
  /// What the scene shows.
  struct State: Equatable, Sendable {
    /// Nil when no user is logged in.
    var credentials: Credentials?
    /// Whether the login may change grades; nil when that is unknown.
    var mayWrite: Bool?
    var user: UserInfo?
    /// The user's last known roles in the current semester.
    var roles: UserRoles?
    /// The time of the newest stored answer.
    var cachedAt: Date?
    /// How many cells have drafts; nil when they cannot be read.
    var drafts: Int?
    /// The courses whose edited structure is a draft.
    var structureDrafts: [Gradebook] = []
    /// The logins at the host, that without a name first; nil when they cannot be read.
    var logins: [StoredLogins.Login]? = []
  }

  private(set) var state = State()

  private let authenticator: Authenticator
  private let session: SessionRepository
  private let cache: SnapshotCache
  private let drafts: DraftStore
  private let structures: URL
  private let credentials: FileCredentialStore
  private let host: ServiceHost

  /// Makes the scene of a host; the session must be offline.
  init(
    authenticator: Authenticator, session: SessionRepository, cache: SnapshotCache,
    drafts: DraftStore, structures: URL, credentials: FileCredentialStore, host: ServiceHost
  ) {
    self.drafts = drafts
    self.structures = structures
    self.authenticator = authenticator
    self.session = session
    self.cache = cache
    self.credentials = credentials
    self.host = host
  }

  /// Reads what is stored; throws when the credentials cannot be read, unless a token is used instead of them.
  func load() async throws {
    do {
      state.logins = StoredLogins(try await credentials.logins(), last: nil)
        .logins(at: host.service)
    } catch  where authenticator.givenTokenDigest != nil {
      state.logins = nil
    }
    state.credentials = try await authenticator.credentials()
    state.mayWrite = try await authenticator.mayWrite()
    guard state.credentials != nil, let user = try? await session.user() else { return }
    state.user = user
    let owner = DraftOwner(host: host.identity, username: user.username)
    state.drafts = try? await drafts.counts(of: owner).values.reduce(0, +)
    state.structureDrafts = await StructureDraftFile.gradebooks(of: owner, in: structures)
    state.cachedAt = cache.newest(CacheScope(host: host.identity, username: user.username))
    state.roles = (try? await session.roles(in: .current))?.roles
  }
}
