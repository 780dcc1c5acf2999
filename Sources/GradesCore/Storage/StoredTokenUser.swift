import GradesClient

/// The user of a token from the environment, stored among their data under a digest of the token.
///
/// Only for finding those data without a request: it says nothing about whether the token is still valid.
struct StoredTokenUser: StoredDocument, Hashable {
  static let kind = "token"
  static let format = 1

  var user: UserInfo

  /// The user of a token as the service last named them; nil if the token was not used here before.
  static func find(_ digest: String, in cache: SnapshotCache, at host: String) -> UserInfo? {
    // A token has one user.
    cache.owners(of: kind, name: digest, at: host).first.flatMap { owner in
      cache.snapshot(key(digest, of: owner, at: host), of: Self.self)?.value.user
    }
  }

  /// Where the user of a token is stored; erased with everything else of that user.
  static func key(_ digest: String, of username: Username, at host: String) -> SnapshotKey {
    SnapshotKey(CacheScope(host: host, username: username), name: digest)
  }
}

extension StoredTokenUser {
  init(from reader: inout DocumentReader) throws {
    user = UserInfo(
      username: Username(try reader.string()), firstName: try reader.optional { try $0.string() },
      lastName: try reader.optional { try $0.string() })
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(user.username.rawValue)
    writer.write(user.firstName)
    writer.write(user.lastName)
  }
}
