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
