import Foundation

/// Where a Grades service and its login server are (Service contract, 2).
package struct ServiceAddresses: Hashable, Sendable {
  /// The base of all endpoints, without a slash at its end.
  package var api: URL
  /// The page to which the user's browser goes.
  package var authorize: URL
  /// The endpoint that gives and refreshes tokens.
  package var token: URL
  /// The endpoint that checks a token; nil when the current login server is not the
  /// one whose endpoint is known.
  package var checkToken: URL?

  package init(api: URL, authorize: URL, token: URL, checkToken: URL?) {
    (self.api, self.authorize, self.token, self.checkToken) = (api, authorize, token, checkToken)
  }
}
