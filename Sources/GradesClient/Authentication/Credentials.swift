import Foundation
import JSON

/// The tokens of a signed-in user, or of a service account, at one host.
public struct Credentials: Hashable, Sendable {
  /// The owner of the tokens.
  public enum Kind: String, Sendable {
    /// A person who logged in with a browser.
    case user
    /// A course's own script (Service contract, 4.1).
    case serviceAccount
  }

  /// The token of every request; opaque.
  public var accessToken: String
  /// The token that gets a new access token; nil for service accounts and for clients without that
  /// grant.
  public var refreshToken: String?
  /// The end of the access token by the local clock; nil if it has none or if it is unknown.
  public var expiresAt: Date?
  /// The time of the access token's arrival, by the local clock.
  public var receivedAt: Date?
  /// The granted scopes, sorted; empty if the server did not name them.
  public var scopes: [String]
  /// The owner of the tokens.
  public var kind: Kind
  /// The signed-in user, once known.
  public var username: Username?
  /// The signed-in user's first name, once known.
  public var firstName: String?
  /// The signed-in user's last name, once known.
  public var lastName: String?

  package init(
    accessToken: String, refreshToken: String? = nil, expiresAt: Date? = nil,
    receivedAt: Date? = nil, scopes: [String] = [], kind: Kind = .user, username: Username? = nil,
    firstName: String? = nil, lastName: String? = nil
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.expiresAt = expiresAt
    self.receivedAt = receivedAt
    self.scopes = scopes
    self.kind = kind
    self.username = username
    self.firstName = firstName
    self.lastName = lastName
  }

  enum Freshness { case fresh, endsSoon, ended }

  /// The remaining lifetime of the access token. "Soon" is a minute (Service contract, 4.4), or
  /// half of the token's lifetime where that is less: a token issued again may have little left,
  /// and requesting it again would not prolong it.
  func freshness(at now: Date) -> Freshness {
    guard let expiresAt else { return .fresh }
    let left = expiresAt.timeIntervalSince(now)
    let life = receivedAt.map { max(0, expiresAt.timeIntervalSince($0)) } ?? 120
    return left > min(60, life / 2) ? .fresh : left > 0 ? .endsSoon : .ended
  }
}

extension String {
  /// Whether it has the characters of a bearer token only, which are visible ones of ASCII: a line break
  /// in a header field would begin another field.
  package var isBearerToken: Bool { !isEmpty && utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}

extension Credentials: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("accessToken", accessToken)
      $0.member(ifPresent: "expiresAt", expiresAt?.formatted(.iso8601))
      $0.member(ifPresent: "firstName", firstName)
      $0.member("kind", kind.rawValue)
      $0.member(ifPresent: "lastName", lastName)
      $0.member(ifPresent: "receivedAt", receivedAt?.formatted(.iso8601))
      $0.member(ifPresent: "refreshToken", refreshToken)
      $0.member("scopes", scopes)
      $0.member(ifPresent: "username", username?.rawValue)
    }
  }
}

extension Credentials {
  /// Reads stored credentials; only the access token is required.
  init(reading object: JSONObject) throws {
    guard let accessToken = try object.string("accessToken") else {
      throw object.missing("accessToken")
    }
    let kind = try object.string("kind").map { name throws in
      guard let kind = Kind(rawValue: name) else { throw object.node.unreadable }
      return kind
    }
    self.init(
      accessToken: accessToken, refreshToken: try object.string("refreshToken"),
      expiresAt: try object.time("expiresAt"), receivedAt: try object.time("receivedAt"),
      scopes: try object.strings("scopes") ?? [], kind: kind ?? .user,
      username: try object.string("username").map(Username.init),
      firstName: try object.string("firstName"), lastName: try object.string("lastName"))
  }
}

extension JSONObject {
  /// A time in the form of ISO 8601, such as `2026-11-21T22:00:00Z`.
  fileprivate func time(_ name: StaticString) throws -> Date? {
    try string(name).map { try plainTimestamp($0) ?? Date($0, strategy: .iso8601) }
  }
}

extension Credentials: HidesSecrets {
  /// Kind and user, without tokens.
  public var description: String {
    "\(kind.rawValue) credentials of \(username?.rawValue ?? "an unnamed user")"
  }
}
