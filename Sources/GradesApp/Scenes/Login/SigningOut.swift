import Foundation
import GradesClient
import GradesConfiguration
import GradesCore

/// Signing out: what would be lost by it, and in which order it is done; one rule for the command and
/// the app.
struct SigningOut: Sendable {
  /// What becomes of the user's drafts and of the history of what they published.
  enum Drafts: Hashable, Sendable { case erase, keep }

  private let services: Services
  private let host: String
  private let stateFolder: URL

  /// Prepares it at a host.
  init(_ services: Services, host: String, paths: Paths) {
    self.services = services
    self.host = host
    stateFolder = paths.stateFolder
  }

  /// Whether a user has logged in. A token from the environment may be in use, but no user logged
  /// in with it.
  func isPossible() async throws -> Bool {
    try await services.credentials.credentials(for: host) != nil
  }

  /// The number of drafts that would be erased; nil for an unknown user, whose drafts stay.
  func draftsAtStake() async throws -> Int? {
    guard let owner = await owner() else { return nil }
    return try await services.drafts.counts(of: owner).values.reduce(0, +)
  }

  /// Deletes the user's data. Returns the reason if the drafts and the history could not be erased:
  /// on logging out, perhaps on another person's computer, deleting the credentials comes first of
  /// all, and on a full disk nothing can be deleted from the drafts' file.
  func perform(_ drafts: Drafts) async throws -> DraftStoreError? {
    var obstacle: DraftStoreError?
    if drafts == .erase, let owner = await owner() {
      do { try await services.drafts.erase(owner) } catch let error as DraftStoreError {
        obstacle = error
      }
    }
    if let owner = await owner() {
      WatchFile(
        folder: stateFolder, scope: CacheScope(host: host, username: owner.username)
      ).erase()
    }
    // The credentials are last: they are what makes trying again possible.
    try await services.session.signOut()
    return obstacle
  }

  private func owner() async -> DraftOwner? {
    guard let user = try? await services.session.user() else { return nil }
    return DraftOwner(host: host, username: user.username)
  }
}
