import Foundation
import GradesClient
import GradesConfiguration
import GradesCore
import GradesServer

/// Starting the demo afresh: its service has the sample data again, and nothing is left of what its users
/// drafted, published and loaded.
struct DemoReset: Sendable {
  private let services: Services
  private let host: ServiceHost
  private let paths: Paths

  /// Prepares it for a run at the demo.
  init(_ services: Services, host: ServiceHost, paths: Paths) {
    self.services = services
    self.host = host
    self.paths = paths
  }

  /// Throws a ``Failure`` or a ``DraftStoreError``.
  func perform() async throws {
    try await EmbeddedService.refilling(paths.demoDataFile)
    for owner in try await owners() {
      try await services.drafts.erase(owner)
      _ = await StructureDraftFile.erase(of: owner, in: paths.structuresFolder)
      LastChoices(file: paths.lastChoicesFile).forget(owner)
      let scope = CacheScope(host: owner.host, username: owner.username)
      _ = WatchFile(folder: paths.stateFolder, scope: scope).erase()
      services.cache.erase(scope)
    }
  }

  /// The users of the demo who may have stored anything: in all profiles, also in those whose login has
  /// ended and left its drafts.
  private func owners() async throws -> Set<DraftOwner> {
    let logins = StoredLogins(try await services.credentials.logins(), last: nil)
    let hosts = Set(logins.logins(at: host.service).map(\.identity)).union([host.identity])
    let people = DemoUser.allCases.map { Username($0.account.username) }
    let left =
      try await services.drafts.owners()
      + StructureDraftFile.owners(in: paths.structuresFolder)
    return Set(hosts.flatMap { host in people.map { DraftOwner(host: host, username: $0) } })
      .union(left.filter { ServiceHost.parts(of: $0.host).service == host.service })
  }
}
