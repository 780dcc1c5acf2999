import Foundation

/// A token of the token endpoint (Service contract, 4.3).
struct TokenAnswer: Sendable {
  let accessToken: String
  let refreshToken: String?
  /// The remaining lifetime in seconds; nil if it is missing or so long that it means "for ever".
  let lifetime: Double?
  let scopes: [String]

  /// Reads the response; throws ``GradesError/unreadable(_:)``.
  init(_ response: HTTPResponse) throws {
    let body: Body = try decoded(response)
    guard let token = body.accessToken, !token.isEmpty else {
      throw GradesError.unreadable(.json(path: "access_token"))
    }
    if let type = body.tokenType, type.lowercased() != "bearer" {
      throw GradesError.unreadable(.json(path: "token_type"))
    }
    accessToken = token
    refreshToken = body.refreshToken.flatMap { $0.isEmpty ? nil : $0 }
    scopes = body.scope?.items ?? []
    let tenYears = 10 * 365.25 * 86_400
    lifetime = body.expiresIn.flatMap { $0.value < tenYears ? max(0, $0.value) : nil }
  }

  /// The credentials at a time by the local clock.
  func credentials(kind: Credentials.Kind, now: Date) -> Credentials {
    Credentials(
      accessToken: accessToken, refreshToken: refreshToken,
      expiresAt: lifetime.map { now.addingTimeInterval($0) }, receivedAt: now, scopes: scopes,
      kind: kind)
  }

  private struct Body: Decodable {
    var accessToken: String?
    var tokenType: String?
    var refreshToken: String?
    var expiresIn: LenientNumber?
    var scope: ScopeList?

    private enum CodingKeys: String, CodingKey {
      case accessToken = "access_token"
      case tokenType = "token_type"
      case refreshToken = "refresh_token"
      case expiresIn = "expires_in"
      case scope
    }
  }
}

/// The authorization server's description of a token (Service contract, 4.6).
public struct TokenCheck: Hashable, Sendable {
  /// The user, nil for a service account.
  public let username: Username?
  /// The granted scopes, sorted.
  public let scopes: [String]
  /// The token's end, by the server's clock.
  public let expiresAt: Date?

  init(_ response: HTTPResponse) throws {
    let body: Body = try decoded(response)
    username = body.username.map(Username.init)
    scopes = body.scope?.items ?? []
    // A date after the year 9999 means "never".
    expiresAt = body.end.flatMap {
      abs($0.value) < 253_402_300_800 ? Date(timeIntervalSince1970: $0.value) : nil
    }
  }

  private struct Body: Decodable {
    var username: String?
    var scope: ScopeList?
    var end: LenientNumber?

    private enum CodingKeys: String, CodingKey {
      case username = "user_name"
      case scope
      case end = "exp"
    }
  }
}

/// A number of any size, also as text.
private struct LenientNumber: Decodable {
  let value: Double

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      value = number
    } else {
      let text = try container.decode(String.self)
      guard let number = Double(text), number.isFinite else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no number")
      }
      value = number
    }
  }
}

/// Scopes, as one text with spaces or as a list.
private struct ScopeList: Decodable {
  let items: [String]

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      items = text.split(separator: " ").map(String.init).sorted()
    } else {
      items = try container.decode([String].self).sorted()
    }
  }
}

private func decoded<Body: Decodable>(_ response: HTTPResponse) throws -> Body {
  if response.isWebPage { throw GradesError.unreadable(.html) }
  do {
    return try JSONDecoder().decode(Body.self, from: response.body)
  } catch let error as DecodingError {
    throw GradesError.unreadable(.json(path: error.keys.joined(separator: ".")))
  }
}

extension DecodingError {
  fileprivate var keys: [String] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath.map(\.stringValue)
    @unknown default: []
    }
  }
}
