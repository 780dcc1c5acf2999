/// The Grades service that a run of the program talks to.
package struct ServiceHost: Hashable, Sendable {
  /// The services with a name (Product rules, Configuration).
  package enum Name: String, Sendable, CaseIterable {
    case production, development
    /// The service embedded in the program, or the same one run alone by `grades serve`.
    case demo
  }

  /// The name by which the user chose it.
  package let name: Name
  /// Whether the program itself has to start the service; it then has no fixed address.
  package let isEmbedded: Bool
  /// The key of the service: its name while the addresses are the built-in ones, and else every
  /// address that differs, so that a token for one address is never sent to another.
  package let service: String
  /// The profile, which is one of several logins at the service; nil for the login without a name.
  package let profile: ProfileName?
  /// The machine and port of the API where that is not the built-in one, such as `127.0.0.1:18120`.
  package let machine: String?

  /// The key of everything that belongs to the login: credentials, stored data, drafts.
  package var identity: String { Self.identity(of: service, profile) }

  /// The key of a login at a service; without a profile it is that of the service.
  package static func identity(of service: String, _ profile: ProfileName?) -> String {
    profile.map { service + profileMark + $0.rawValue } ?? service
  }

  /// The service and the profile of a key.
  package static func parts(of identity: String) -> (service: String, profile: ProfileName?) {
    guard let mark = identity.ranges(of: profileMark).last,
      let profile = ProfileName(String(identity[mark.upperBound...]))
    else { return (identity, nil) }
    return (String(identity[..<mark.lowerBound]), profile)
  }

  /// No address contains a space.
  private static let profileMark = " profile="

  /// What sentences call it: people need no list of addresses there.
  package var shortName: String { machine ?? name.rawValue }
}

extension ServiceHost: CustomStringConvertible {
  /// The name, with the machine in parentheses where that is not the built-in one, for people.
  package var description: String {
    machine.map { "\(name.rawValue) (\($0))" } ?? name.rawValue
  }
}
