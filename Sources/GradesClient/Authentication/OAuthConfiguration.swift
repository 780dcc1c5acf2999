import Foundation

/// The authorization server's addresses and the client (Service contract, 4).
public struct OAuthConfiguration: Hashable, Sendable {
  /// The page at which users log in and consent (Service contract, 4.2).
  public var authorizeURL: URL
  /// The token endpoint (Service contract, 4.3).
  public var tokenURL: URL
  /// The token check (Service contract, 4.6); nil to do without.
  public var checkTokenURL: URL?
  /// The registered client's id; nil until the user has configured it.
  public var clientID: String?
  /// The registered client's secret.
  public var clientSecret: String?
  /// The exact registered redirect URI. Port 0 means any free port, for servers
  /// that ignore the port of loopback URIs (RFC 8252 §7.3).
  public var redirectURI: URL
  /// The scopes to request from a user; without any the server grants all registered ones.
  public var scopes: [String]
  /// The scopes to request as well from a user who is going to change grades.
  public var writeScopes: [String]
  /// The scopes to request as a service account (Service contract, 4.1).
  public var serviceAccountScopes: [String]
  /// The host's name, under which credentials are stored.
  public var host: String
  /// Whether the host becomes the one in use by default after a login.
  package var becomesDefault = true

  /// Makes a configuration.
  public init(
    authorizeURL: URL, tokenURL: URL, checkTokenURL: URL? = nil, clientID: String?,
    clientSecret: String?, redirectURI: URL, scopes: [String],
    writeScopes: [String] = ["cvut:grades:user-write"],
    serviceAccountScopes: [String] = ["cvut:grades:course-restricted"], host: String
  ) {
    self.authorizeURL = authorizeURL
    self.tokenURL = tokenURL
    self.checkTokenURL = checkTokenURL
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.redirectURI = redirectURI
    self.scopes = scopes
    self.writeScopes = writeScopes
    self.serviceAccountScopes = serviceAccountScopes
    self.host = host
  }

  /// What a login requests: the scopes for reading and, for writing, those for changing grades too.
  package func scopes(writing: Bool) -> [String] {
    // Without a list the server grants everything that is registered.
    guard writing, !scopes.isEmpty else { return scopes }
    return scopes + writeScopes.filter { !scopes.contains($0) }
  }
}

extension OAuthConfiguration: HidesSecrets {
  /// Host and addresses, without the client.
  public var description: String { "\(host): \(authorizeURL), \(tokenURL), \(redirectURI)" }
}
