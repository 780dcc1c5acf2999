import Foundation

/// The Grades service over HTTP (Service contract).
///
/// It reads the answers of 2018, 2019 and 2021 alike and throws a ``GradesError`` for everything
/// that goes wrong. Tokens go to the base's host alone, and over plain http only to this machine.
public struct HTTPGradesAPI: GradesAPI {
  let connection: ServiceConnection

  /// Makes the service.
  ///
  /// - Parameters:
  ///   - baseURL: the address above `/public`, such as `https://grades.fit.cvut.cz/api/v1`
  ///   - client: sends the requests
  ///   - authenticator: has the tokens
  public init(baseURL: URL, client: HTTPClient, authenticator: any TokenSource) {
    connection = ServiceConnection(baseURL: baseURL, client: client, tokens: authenticator)
  }
}
