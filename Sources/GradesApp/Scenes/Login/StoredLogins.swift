import GradesClient
import GradesConfiguration
import Spelling

/// The logins on this machine: of each host one without a name, and those of its profiles.
struct StoredLogins: Sendable {
  struct Login: Equatable, Sendable {
    /// The key of its credentials.
    let identity: String
    /// The key of its host.
    let service: String
    /// The name; nil for the login without one.
    let profile: ProfileName?
    /// The user; nil for a service account.
    let username: Username?
  }

  private let all: [Login]
  /// The key of the login in use by default.
  private let last: String?

  init(_ logins: [(host: String, username: Username?)], last: String?) {
    all = logins.map { login in
      let (service, profile) = ServiceHost.parts(of: login.host)
      return Login(
        identity: login.host, service: service, profile: profile, username: login.username)
    }
    self.last = last
  }

  var profiles: [ProfileName] {
    Set(all.compactMap(\.profile)).sorted { $0.rawValue < $1.rawValue }
  }

  func contains(_ identity: String) -> Bool { all.contains { $0.identity == identity } }

  func username(of identity: String) -> Username? {
    all.first { $0.identity == identity }?.username
  }

  /// The key of a profile's login where no host is named: at the host in use by default, else at the
  /// first host that has the profile.
  func host(of profile: ProfileName) -> String? {
    let keys = all.filter { $0.profile == profile }.map(\.identity)
    let usual = last.map { ServiceHost.identity(of: ServiceHost.parts(of: $0).service, profile) }
    if let usual, keys.contains(usual) { return usual }
    for name in ServiceHost.Name.allCases {
      if let key = keys.sorted().first(where: { $0.hasPrefix(name.rawValue) }) { return key }
    }
    return keys.first
  }

  /// The key of the login that is used where no host is named: that of the profile, else that of the last login.
  func usual(of profile: String?) -> String? {
    guard let profile else { return last }
    guard let name = ProfileName(profile) else { return nil }
    return host(of: name) ?? last
  }

  static func hostName(_ identity: String) -> String { String(identity.prefix { $0 != " " }) }

  /// The logins at a service: the one without a name, then the profiles in the order of their names.
  func logins(at service: String) -> [Login] {
    all.filter { $0.service == service }
      .sorted { ($0.profile?.rawValue ?? "") < ($1.profile?.rawValue ?? "") }
  }
}

extension FileCredentialStore {
  /// The key of the login that is used where no host is named: that of the profile, else that of the last login.
  func usualLogin(of profile: String?) async throws -> String? {
    let last = try await lastHost()
    // Only a profile needs the other logins.
    return StoredLogins(profile == nil ? [] : try await logins(), last: last).usual(of: profile)
  }

  /// Throws a ``Failure`` where a profile has no login.
  ///
  /// - Parameters:
  ///   - typed: the host as it was typed, which the command of the sentence repeats.
  ///   - onlyNear: whether it throws only where a login has a near name.
  func check(
    _ profile: ProfileName, at host: ServiceHost, host typed: String?, onlyNear: Bool = false
  ) async throws {
    let logins = StoredLogins(try await logins(), last: nil)
    guard !logins.contains(host.identity) else { return }
    let names = logins.logins(at: host.service).compactMap(\.profile?.rawValue)
    let near = NearNames.find(profile.rawValue, among: names, limit: 1).first
    if onlyNear, near == nil { return }
    let option = host.isEmbedded ? " --demo" : typed.map { " --host \($0)" } ?? ""
    throw Failure(
      .notPermitted, .errorUnknownProfile,
      [
        .name: profile.rawValue, .host: host.shortName,
        .command: "grades login\(option) --profile \(profile)",
      ], near: near.map { [$0] } ?? [])
  }
}
