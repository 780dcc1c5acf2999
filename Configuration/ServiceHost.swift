/// The Grades service that a run of the program talks to.
public struct ServiceHost: Hashable, Sendable {
  /// The services with a name (Product rules, Configuration).
  public enum Name: String, Sendable, CaseIterable {
    case production, development
    /// The service embedded in the program, or the same one run alone by `grades serve`.
    case demo
  }

  /// The name by which the user chose it.
  public let name: Name
  /// Whether the program itself has to start the service; it then has no fixed address.
  public let isEmbedded: Bool
  /// The key of everything that belongs to this service: credentials, stored data, drafts.
  ///
  /// It is the name while the addresses are the built-in ones, and names every address that
  /// differs, so that a token for one address is never sent to another.
  public let identity: String
  /// The machine and port of the API where that is not the built-in one, such as `127.0.0.1:18120`.
  public let machine: String?

  /// What sentences call it: people need no list of addresses there.
  public var shortName: String { machine ?? name.rawValue }
}

extension ServiceHost: CustomStringConvertible {
  /// The name, with the machine in parentheses where that is not the built-in one, for people.
  public var description: String {
    machine.map { "\(name.rawValue) (\($0))" } ?? name.rawValue
  }
}
