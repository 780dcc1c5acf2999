import Foundation
import Loopback

/// Passes every request to the API or to the authorization server.
package struct RequestHandler: Sendable {
  let api: APIRoutes
  let authorization: AuthorizationRoutes
  /// Stands between reading and handling; nil in a service that users start.
  let interceptor: (any RequestInterceptor)?

  /// Handles a request that was read whole.
  func reply(to head: RequestHead, body: Data) async -> ServerReply {
    guard
      let request = ServerRequest(
        method: head.method, rawPath: head.path, rawQuery: head.query, headers: head.headers,
        body: body)
    else { return .response(.empty(400)) }
    return await reply(to: request)
  }

  /// Handles a request, whichever way it came.
  package func reply(to request: ServerRequest) async -> ServerReply {
    guard request.isForThisMachine else { return .response(.empty(421)) }
    guard let interceptor else { return .response(dated(await respond(to: request))) }
    return await interceptor.reply(to: request) { dated(await respond(to: $0)) }
  }

  private func respond(to request: ServerRequest) async -> ServerResponse {
    do {
      switch request.path.first {
      case "api":
        // Like the real service; clients must not keep it (Service contract, 3.1).
        return try await api.respond(to: request)
          .adding("Set-Cookie", "JSESSIONID=\(UUID().uuidString); Path=/api; HttpOnly")
          .adding("seconds-to-session-expiration", "43200")
      default: return try await authorization.respond(to: request)
      }
    } catch let refusal as Refusal {
      return refusal.response
    } catch {
      return .empty(500)
    }
  }

  /// The same response with the service's time (RFC 9110, 6.6.1), by which clients compare their clocks.
  private func dated(_ response: ServerResponse) -> ServerResponse {
    response.adding("Date", httpDate(api.now()))
  }
}

/// A date such as `Wed, 21 Oct 2026 07:28:00 GMT` (RFC 9110, 5.6.7); without a formatter, which takes
/// milliseconds to make.
private func httpDate(_ date: Date) -> String {
  var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
  var parts = tm()
  gmtime_r(&seconds, &parts)
  var text = [CChar](repeating: 0, count: 64)
  // This program sets no locale, so that names are English.
  let count = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
  return String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
}

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
