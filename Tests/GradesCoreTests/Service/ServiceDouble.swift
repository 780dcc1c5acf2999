import Foundation
import GradesClient

/// A service in memory that answers requests as the real one does, so that its client is the real one.
protocol ServiceDouble: HTTPTransport, TokenSource {}

extension ServiceDouble {
  /// The client of the service, which sends each request once.
  var api: GradesAPI {
    GradesAPI(
      baseURL: URL(string: "http://127.0.0.1/api/v1")!,
      client: HTTPClient(transport: self, retry: .never), authenticator: self)
  }

  func accessToken() async throws -> String { "invented" }

  func replacement(for rejected: String) async throws -> String? { nil }
}
