/// Sees every request before the service handles it, and decides what is sent back.
///
/// The service has none of its own: the faults of `GradesTesting` are one.
package protocol RequestInterceptor: Sendable {
  /// Replies to a request; `handle` handles it as the service does without an interceptor.
  func reply(
    to request: ServerRequest, handling handle: @Sendable () async -> ServerResponse
  ) async -> ServerReply
}
