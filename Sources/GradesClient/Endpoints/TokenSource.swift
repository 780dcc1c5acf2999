/// The source of access tokens for requests.
public protocol TokenSource: Sendable {
  /// A token that is valid by the local clock.
  ///
  /// Throws ``GradesError/Reason/notSignedIn(_:)`` when there is none.
  func accessToken() async throws -> String

  /// Another token after the service has rejected one; nil when there is no better one, which means
  /// that the user is not permitted (Service contract, 3.3).
  func replacement(for rejected: String) async throws -> String?
}

/// An access token that the program has from elsewhere; it is never renewed.
public struct GivenToken: TokenSource {
  private let token: String

  /// Takes the token as it is.
  public init(_ token: String) { self.token = token }

  /// The token.
  public func accessToken() async throws -> String { token }

  /// None: a rejected token means that the user is not permitted, or that the token has expired.
  public func replacement(for rejected: String) async throws -> String? { nil }
}
