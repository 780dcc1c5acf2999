import Files

/// A request and its response, for which one task waits.
final class CurlJob: Sendable {
  let request: HTTPRequest
  /// Finished by the transfer, or by the caller's cancellation.
  let outcome = Promise<HTTPResponse>(cancellation: GradesError.cancelled)

  init(_ request: HTTPRequest) { self.request = request }
}
