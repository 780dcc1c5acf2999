import Foundation

/// The content of the credentials file: one JSON object with all hosts.
struct CredentialDocument: Encodable, Hashable, Sendable {
  /// The host of the last login that is still signed in.
  var lastHost: String?
  /// Credentials by the host's name.
  var hosts: [String: Credentials] = [:]

  /// The hosts whose tokens are in the keyring; their credentials here have empty ones.
  var keyringHosts: [String]?

  /// The file's bytes, or nil if they are not such a document.
  ///
  /// Read without `JSONDecoder`, which takes a twentieth of the time of a command that only reads
  /// the cache.
  init?(_ bytes: [UInt8]) {
    guard String(validating: bytes, as: UTF8.self) != nil,
      let object = try? JSONParser.parse(bytes).root.object(),
      let hosts = try? object["hosts"]?.object()
    else { return nil }
    do {
      lastHost = try object.exactText("lastHost")
      for host in hosts.members() {
        self.hosts[host.memberName] = try Credentials(reading: host.object())
      }
      keyringHosts = try object.exactTexts("keyringHosts")
    } catch {
      return nil
    }
  }

  /// No user is signed in.
  init() {}

  /// The file's bytes, identical for the same content.
  func bytes() throws -> Data {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}

/// The part of a host's credentials that is kept in the keyring.
struct KeyringSecret: Codable, Hashable, Sendable {
  var accessToken: String
  var refreshToken: String?
}
