import Foundation

/// The Grades service over HTTP (Service contract).
///
/// It reads the responses of 2018, 2019 and 2021 and throws a ``GradesError`` for each failure.
/// Tokens are sent to the base's host only, and over plain http to this machine only.
public struct HTTPGradesAPI: GradesAPI {
  let connection: ServiceConnection

  /// Makes the service.
  ///
  /// - Parameters:
  ///   - baseURL: the address above `/public`, such as `https://grades.fit.cvut.cz/api/v1`
  ///   - client: sends the requests
  ///   - authenticator: provides the tokens
  public init(baseURL: URL, client: HTTPClient, authenticator: any TokenSource) {
    connection = ServiceConnection(baseURL: baseURL, client: client, tokens: authenticator)
  }
}
