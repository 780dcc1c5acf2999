import Loopback

/// Sees every request before the service handles it, and decides what is sent back.
///
/// The service has none of its own: the faults of `GradesTesting` are one.
package protocol RequestInterceptor: Sendable {
  /// Replies to a request; `handle` handles it, or another one, as the service does without an interceptor.
  func reply(
    to request: ServerRequest, handling handle: @escaping RequestHandling
  ) async -> ServerReply
}

/// Handles a request as the service does.
package typealias RequestHandling = @Sendable (ServerRequest) async -> ServerResponse
