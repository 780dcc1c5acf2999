import Files
import Foundation
import GradesClient
import GradesConfiguration
import GradesCore

/// Logging out: what would be lost by it, and in which order it is done; one rule for the command and
/// the app.
struct SigningOut: Sendable {
  /// What becomes of the user's drafts and of the history of what they published.
  enum Drafts: Hashable, Sendable { case erase, keep }

  private let context: Context
  private var services: Services { context.services }
  private var host: ServiceHost { context.configuration.host }
  private var paths: Paths { context.paths }

  init(_ context: Context) { self.context = context }

  /// Whether a user has logged in. A token from the environment may be in use, but no user logged
  /// in with it.
  func isPossible() async throws -> Bool {
    try await services.credentials.credentials(for: host.identity) != nil
  }

  /// The number of drafts that would be erased, also of structures; nil for an unknown user, whose drafts stay.
  func draftsAtStake() async throws -> Int? {
    guard let owner = await owner() else { return nil }
    let edited = await StructureDraftFile.gradebooks(of: owner, in: paths.structuresFolder)
    return try await services.drafts.counts(of: owner).values.reduce(edited.count, +)
  }

  /// What could not be erased. Everything else was.
  struct Remains: Sendable {
    /// Why the drafts and the history remain; nil if they were erased, or are to be kept.
    var drafts: DraftStoreError?
    var files: [String] = []
    var credentials: GradesError?

    var isEmpty: Bool { failures.isEmpty }

    /// A failure for each part, with those that weigh the most last.
    var failures: [Failure] {
      files.map { Failure(.cannotWrite, .errorFileRemains, [.file: $0]) }
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
      remains.files += await StructureDraftFile.erase(of: owner, in: paths.structuresFolder)
    }
    if let owner, !context.forget(owner) { remains.files.append(paths.logFile.path) }
    remains.files += eraseMemories()
    if await !services.session.eraseStored() { remains.files.append(paths.cacheFile.path) }
    // The credentials are last: they are what makes trying again possible.
    do { try await services.session.signOut() } catch {
      remains.credentials = error as? GradesError ?? .cancelled
    }
    return remains
  }

  /// Erases what the app and imports remember of the login; returns the paths of the files that remain.
  private func eraseMemories() -> [String] {
    // The headers of the login without a name are among the settings, which all logins share.
    let headers = host.profile.map { _ in paths.headersFile(of: host) }
    return ([paths.lastSceneFile(of: host)] + [headers].compactMap { $0 })
      .filter { !SmallFile($0).erase() }.map(\.path)
  }

  private func owner() async -> DraftOwner? { try? await context.gradebooks.owner() }
}

extension Context {
  /// Erases what is remembered of a user beside drafts and the cache; returns whether nothing of the log is left.
  func forget(_ owner: DraftOwner) -> Bool {
    let scope = CacheScope(host: owner.host, username: owner.username)
    LastChoices(file: paths.lastChoicesFile).forget(owner)
    return [WatchLock.erase(in: paths.stateFolder, scope), services.log.erase(scope)]
      .allSatisfy { $0 }
  }
}
