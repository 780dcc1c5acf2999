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
  private let cacheFile: URL
  private let lastChoices: LastChoices
  private let structures: URL

  /// Prepares it at a host.
  init(_ services: Services, host: String, paths: Paths) {
    self.services = services
    self.host = host
    stateFolder = paths.stateFolder
    cacheFile = paths.cacheFile
    lastChoices = LastChoices(file: paths.lastChoicesFile)
    structures = paths.structuresFolder
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

  /// What could not be erased. Everything else was.
  struct Remains: Sendable {
    /// Why the drafts and the history remain; nil if they were erased, or are to be kept.
    var drafts: DraftStoreError?
    /// The files that still hold data.
    var files: [String] = []
    /// Why tokens remain.
    var credentials: GradesError?

    /// Whether nothing remains.
    var isEmpty: Bool { failures.isEmpty }

    /// A failure for each part, with those that weigh the most last.
    var failures: [Failure] {
      files.map { Failure.file(FileProblem(path: $0, kind: .remains)) }
        + [drafts.map { Failure($0) }, credentials.map { Failure($0) }].compactMap { $0 }
    }
  }

  /// Deletes the user's data, each part whatever becomes of the others: people log out on computers
  /// that are not theirs.
  func perform(_ drafts: Drafts) async -> Remains {
    var remains = Remains()
    let owner = await owner()
    if drafts == .erase, let owner {
      do { try await services.drafts.erase(owner) } catch {
        remains.drafts = error as? DraftStoreError ?? .other(services.drafts.file, code: 0)
      }
      remains.files += await StructureDraftFile.erase(of: owner, in: structures)
    }
    if let owner {
      let watch = WatchFile(
        folder: stateFolder, scope: CacheScope(host: host, username: owner.username))
      lastChoices.forget(owner)
      if !watch.erase() { remains.files.append(watch.url.path) }
    }
    if await !services.session.eraseStored() { remains.files.append(cacheFile.path) }
    // The credentials are last: they are what makes trying again possible.
    do { try await services.session.signOut() } catch {
      remains.credentials = error as? GradesError ?? .cancelled
    }
    return remains
  }

  private func owner() async -> DraftOwner? {
    guard let user = try? await services.session.user() else { return nil }
    return DraftOwner(host: host, username: user.username)
  }
}
