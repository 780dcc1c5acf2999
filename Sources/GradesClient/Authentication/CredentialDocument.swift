import Foundation
import JSON

/// The content of the credentials file: one JSON object with all hosts.
struct CredentialDocument: Hashable, Sendable {
  /// The host of the last login that is still logged in.
  var lastHost: String?
  var hosts: [String: Credentials] = [:]

  /// The hosts whose tokens are in the keyring; their credentials here have empty ones.
  var keyringHosts: [String]?

  /// The file's bytes, or nil if they are not such a document.
  ///
  /// Read without `JSONDecoder`, which takes a twentieth of the time of a command that only reads
  /// the cache.
  init?(_ bytes: [UInt8]) {
    guard let object = try? JSONReader.read(bytes).root.object(),
      let hosts = try? object["hosts"]?.object()
    else { return nil }
    do {
      lastHost = try object.string("lastHost")
      for host in hosts.members() {
        self.hosts[host.memberName] = try Credentials(reading: host.object())
      }
      keyringHosts = try object.strings("keyringHosts")
    } catch {
      return nil
    }
  }

  init() {}
}

extension CredentialDocument: JSONWritable {
  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.object("hosts") {
        for (host, credentials) in hosts.sorted(by: { $0.key < $1.key }) {
          $0.member(foreign: host, credentials)
        }
      }
      $0.member(ifPresent: "keyringHosts", keyringHosts)
      $0.member(ifPresent: "lastHost", lastHost)
    }
  }
}
