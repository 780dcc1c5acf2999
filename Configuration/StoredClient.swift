import Files
import Foundation
import JSON

extension GradesConfiguration {
  /// Whether the client's id and secret are configured.
  package var hasClient: Bool { clientID != nil && clientSecret != nil }

  /// Writes the client's id and secret for a host into the user's configuration, readable by its owner only.
  /// Everything else in the file stays. Throws a `SystemError`, or a ``ConfigurationError`` for a file that
  /// is no configuration.
  package static func storeClient(
    id: String, secret: String, of host: ServiceHost.Name, in file: URL
  ) throws {
    try PrivateFolder(of: file).make()
    let bytes = try SmallFile(file).read()
    var root: [JSONNode] = []
    if let bytes {
      _ = try ConfigurationFile(bytes, name: file.path(percentEncoded: false))
      root = (try? JSONReader.read(bytes).root.object().members()) ?? []
    }
    let hosts = try root.first { $0.memberName == "hosts" }?.object().members() ?? []
    let section = try hosts.first { $0.memberName == host.rawValue }?.object().members() ?? []
    let (idKey, secretKey) = (ConfigurationKey.clientID, ConfigurationKey.clientSecret)
    let text = JSONWriter(.indented) { writer in
      writer.object { writer in
        writer.members(root, besides: ["hosts"])
        writer.object("hosts") { writer in
          writer.members(hosts, besides: [host.rawValue])
          writer.name(foreign: host.rawValue)
          writer.object { writer in
            writer.members(section, besides: [idKey.rawValue, secretKey.rawValue])
            writer.member(foreign: idKey.rawValue, id)
            writer.member(foreign: secretKey.rawValue, secret)
          }
        }
      }
      writer.endLine()
    }
    try SmallFile(file).replace(with: text.bytes, isLocked: false)
  }
}

extension JSONWriter {
  fileprivate mutating func members(_ members: [JSONNode], besides names: [String]) {
    for node in members where !names.contains(node.memberName) {
      member(foreign: node.memberName, node)
    }
  }
}
