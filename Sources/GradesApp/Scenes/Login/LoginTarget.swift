import Foundation
import GradesConfiguration

/// A host that the app can log in to and go on at.
struct LoginTarget: Sendable {
  let host: ServiceHost
  /// Whether the app uses this host already.
  let isCurrent: Bool
  let login: HostLogin
  let services: Services
  /// Lets the app go on at this host, with its services.
  let use: @MainActor @Sendable () async -> Void

  /// The failure that explains an error of a login: an embedded service that could not be started.
  func failure(_ error: any Error) -> any Error { services.embedded?.problem ?? error }

  /// Ends what a login has started that did not succeed.
  func close() async {
    if !isCurrent { await services.close() }
  }
}

extension LoginViewModel.LoginOption {
  /// The services with a login page, and the people of the demo.
  static func all(at hosts: [GradesConfiguration]) -> [Self] {
    hosts.filter { !$0.host.isEmbedded }.map { configuration in
      Self(
        host: configuration.host.name, address: configuration.addresses?.api.authority,
        hasClient: configuration.hasClient,
        hasGivenToken: configuration.givenToken != nil)
    } + DemoUser.allCases.map { Self(host: .demo, demoUser: $0) }
  }
}

extension URL {
  /// The host, and the port where it is not the usual one.
  fileprivate var authority: String? {
    host().map { host in port.map { "\(host):\($0)" } ?? host }
  }
}
