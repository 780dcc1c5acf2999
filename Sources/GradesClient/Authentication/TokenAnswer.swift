import Foundation
import JSON

/// A token of the token endpoint (Service contract, 4.3).
struct TokenAnswer: Sendable {
  let accessToken: String
  let refreshToken: String?
  /// The remaining lifetime in seconds; nil if it is missing or so long that it means "for ever".
  let lifetime: Double?
  let scopes: [String]

  init(_ response: HTTPResponse) throws {
    self = try ServiceAnswer.value(in: response) { try TokenAnswer(reading: $0.object()) }
  }

  private init(reading body: JSONObject) throws {
    guard let token = try body.string("access_token"), !token.isEmpty else {
      throw body.missing("access_token")
    }
    if let type = try body.string("token_type"), type.lowercased() != "bearer" {
      throw body.missing("token_type")
    }
    accessToken = token
    refreshToken = try body.string("refresh_token").flatMap { $0.isEmpty ? nil : $0 }
    scopes = try body.scopes()
    let tenYears = 10 * 365.25 * 86_400
    // A number of any size, so that one beyond 32 bits is no surprise.
    lifetime = try body.number("expires_in").flatMap { $0 < tenYears ? max(0, $0) : nil }
  }

  func credentials(kind: Credentials.Kind, now: Date) -> Credentials {
    Credentials(
      accessToken: accessToken, refreshToken: refreshToken,
      expiresAt: lifetime.map { now.addingTimeInterval($0) }, receivedAt: now, scopes: scopes,
      kind: kind)
  }
}

/// The authorization server's description of a token (Service contract, 4.6).
package struct TokenCheck: Hashable, Sendable {
  /// The user, nil for a service account.
  package let username: Username?
  package let scopes: [String]
  /// The token's end, by the server's clock.
  package let expiresAt: Date?

  init(_ response: HTTPResponse) throws {
    self = try ServiceAnswer.value(in: response) { try TokenCheck(reading: $0.object()) }
  }

  private init(reading body: JSONObject) throws {
    username = try body.string("user_name").map(Username.init)
    scopes = try body.scopes()
    // A date after the year 9999 means "never".
    expiresAt = try body.number("exp").flatMap {
      abs($0) < 253_402_300_800 ? Date(timeIntervalSince1970: $0) : nil
    }
  }
}

extension JSONObject {
  /// Scopes, as one text with spaces or as a list; sorted.
  fileprivate func scopes() throws -> [String] {
    if self["scope"]?.kind == .array { return try strings("scope")?.sorted() ?? [] }
    return try string("scope")?.split(separator: " ").map(String.init).sorted() ?? []
  }
}
