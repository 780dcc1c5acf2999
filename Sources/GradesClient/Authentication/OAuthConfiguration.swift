import Foundation

/// Where and as which client to sign in (Service contract, 4).
public struct OAuthConfiguration: Hashable, Sendable {
  /// The page at which users sign in and consent (4.2).
  public var authorizeURL: URL
  /// Where codes and refresh tokens become access tokens (4.3).
  public var tokenURL: URL
  /// Where a token can be looked up (4.6); nil if that is not to be used.
  public var checkTokenURL: URL?
  /// The registered client's id; nil until the user has configured it.
  public var clientID: String?
  /// The registered client's secret.
  public var clientSecret: String?
  /// The exact registered URI that browsers come back to. Port 0 means any free port, for servers
  /// that ignore the port of loopback URIs (RFC 8252 §7.3).
  public var redirectURI: URL
  /// The scopes to ask a user for; with none the server grants all registered ones.
  public var scopes: [String]
  /// The scopes to ask for as a service account (4.1).
  public var serviceAccountScopes: [String]
  /// The host's name, under which credentials are stored.
  public var host: String

  /// Makes a configuration.
  public init(
    authorizeURL: URL, tokenURL: URL, checkTokenURL: URL? = nil, clientID: String?,
    clientSecret: String?, redirectURI: URL, scopes: [String],
    serviceAccountScopes: [String] = ["cvut:grades:course-restricted"], host: String
  ) {
    self.authorizeURL = authorizeURL
    self.tokenURL = tokenURL
    self.checkTokenURL = checkTokenURL
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.redirectURI = redirectURI
    self.scopes = scopes
    self.serviceAccountScopes = serviceAccountScopes
    self.host = host
  }
}

extension OAuthConfiguration: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// Host and addresses, without the client.
  public var description: String { "\(host): \(authorizeURL), \(tokenURL), \(redirectURI)" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// Only what is not secret.
  public var customMirror: Mirror { Mirror(self, children: ["configuration": description]) }
}
