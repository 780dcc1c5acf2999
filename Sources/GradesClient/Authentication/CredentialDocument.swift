import Foundation

/// What the credentials file says: one JSON object with all hosts.
struct CredentialDocument: Codable, Hashable, Sendable {
  /// The host of the last login that is still signed in.
  var lastHost: String?
  /// Credentials by the host's name.
  var hosts: [String: Credentials] = [:]

  /// The hosts whose tokens are in the keyring; their credentials here have empty ones.
  var keyringHosts: [String]?

  /// The file's bytes, or nil if they are not such a document.
  init?(_ bytes: Data) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    guard let document = try? decoder.decode(Self.self, from: bytes) else { return nil }
    self = document
  }

  /// Nobody is signed in.
  init() {}

  /// The file's bytes, the same ones for the same content.
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
