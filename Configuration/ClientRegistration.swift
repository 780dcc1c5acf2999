import Files
import Foundation
import JSON

/// What the program has to be registered with at a login server, and where its id and secret are kept.
public struct ClientRegistration: Hashable, Sendable {
  /// The page at which the faculty registers programs.
  public static let page = "https://auth.fit.cvut.cz/manager/"

  /// The address to which browsers come back after a login.
  public let redirectURI: String
  /// The scopes for reading.
  public let scopes: [String]
  /// The scopes for changing grades.
  public let writeScopes: [String]

  /// Makes a registration; the default is that of the built-in configuration.
  public init(
    redirectURI: String = "http://127.0.0.1:8765/callback",
    scopes: [String] = ["cvut:grades:user-read"],
    writeScopes: [String] = ["cvut:grades:user-write"]
  ) {
    self.redirectURI = redirectURI
    self.scopes = scopes
    self.writeScopes = writeScopes
  }

  /// Writes the client's id and secret for a host into the user's configuration, readable by its owner only.
  /// Everything else in the file stays. Throws a `SystemError`, or a ``ConfigurationError`` for a file that
  /// is no configuration.
  public static func store(id: String, secret: String, of host: ServiceHost.Name, in file: URL)
    throws
  {
    try PrivateFolder(of: file).make()
    let path = file.path(percentEncoded: false)
    let bytes = try SmallFile(file).read()
    var root: [JSONNode] = []
    if let bytes {
      _ = try ConfigurationFile(bytes, name: path)
      root = (try? JSONReader.read(bytes).root.object().members()) ?? []
    }
    let hosts = try root.first { $0.memberName == "hosts" }?.object().members() ?? []
    let section = try hosts.first { $0.memberName == host.rawValue }?.object().members() ?? []
    let client = [
      ConfigurationKey.clientID.rawValue: id, ConfigurationKey.clientSecret.rawValue: secret,
    ]
    let text = JSONWriter(.indented) { writer in
      writer.object { writer in
        for node in root where node.memberName != "hosts" {
          writer.member(foreign: node.memberName, node)
        }
        writer.name("hosts")
        writer.object { writer in
          for node in hosts where node.memberName != host.rawValue {
            writer.member(foreign: node.memberName, node)
          }
          writer.name(foreign: host.rawValue)
          writer.object { writer in
            for node in section where client[node.memberName] == nil {
              writer.member(foreign: node.memberName, node)
            }
            for (key, value) in client.sorted(by: { $0.key < $1.key }) {
              writer.member(foreign: key, value)
            }
          }
        }
      }
      writer.endLine()
    }
    try SmallFile(file).replace(with: text.bytes, isLocked: false)
  }
}

extension GradesConfiguration {
  /// What the program has to be registered with at this host.
  public var registration: ClientRegistration {
    ClientRegistration(
      redirectURI: redirectURI.absoluteString, scopes: scopes, writeScopes: writeScopes)
  }

  /// Whether the client's id and secret are configured.
  public var hasClient: Bool { clientID != nil && clientSecret != nil }
}
