import Foundation

/// Where a Grades service and its login server are (Service contract, 2).
public struct ServiceAddresses: Hashable, Sendable {
  /// The base of all endpoints, without a slash at its end.
  public var api: URL
  /// The page to which the user's browser goes.
  public var authorize: URL
  /// The endpoint that gives and refreshes tokens.
  public var token: URL
  /// The endpoint that checks a token; nil when the current login server is not the
  /// one whose endpoint is known.
  public var checkToken: URL?

  /// Makes addresses.
  public init(api: URL, authorize: URL, token: URL, checkToken: URL?) {
    self.api = api
    self.authorize = authorize
    self.token = token
    self.checkToken = checkToken
  }
}
