import Foundation
import GradesClient
import GradesConfiguration
import GradesCore
import GradesServer

/// Starting the demo afresh: its service has the sample data again, and nothing is left of what its users
/// drafted, published and loaded.
struct DemoReset: Sendable {
  private let services: Services
  private let host: String
  private let paths: Paths

  /// Prepares it for a run at the demo.
  init(_ services: Services, host: String, paths: Paths) {
    self.services = services
    self.host = host
    self.paths = paths
  }

  /// Throws a ``Failure`` or a ``DraftStoreError``.
  func perform() async throws {
    try await EmbeddedService.refilling(paths.demoDataFile)
    for user in DemoUser.allCases {
      let owner = DraftOwner(host: host, username: Username(user.account.username))
      try await services.drafts.erase(owner)
      _ = await StructureDraftFile.erase(of: owner, in: paths.structuresFolder)
      LastChoices(file: paths.lastChoicesFile).forget(owner)
      let scope = CacheScope(host: host, username: owner.username)
      _ = WatchFile(folder: paths.stateFolder, scope: scope).erase()
      services.cache.erase(scope)
    }
  }
}
