import FlyingFox
import Foundation

/// Reads every request and passes it to the API or to the authorization server.
struct RequestHandler: HTTPHandler {
  let api: APIRoutes
  let authorization: AuthorizationRoutes
  /// Stands between reading and handling; nil in a service that users start.
  let interceptor: (any RequestInterceptor)?

  /// The largest body; a save of ten thousand values has some 1.5 MB.
  static let bodyLimit = 8 << 20

  func handleRequest(_ http: HTTPRequest) async -> HTTPResponse {
    guard let body = await read(http.bodySequence) else { return .connectionClosed }
    let isTooLarge = body.count > Self.bodyLimit
    guard
      let request = ServerRequest(
        method: http.method.rawValue.uppercased(), rawPath: http.target.path(),
        rawQuery: http.target.query(), headers: Self.headers(of: http),
        body: isTooLarge ? Data() : body)
    else { return HTTPResponse(.empty(400)) }
    guard request.isForThisMachine else { return HTTPResponse(.empty(421)) }
    let handle: @Sendable () async -> ServerResponse = {
      isTooLarge ? Refusal.tooLarge.response : await respond(to: request)
    }
    guard let interceptor else { return HTTPResponse(await handle()) }
    return await interceptor.respond(to: request, handling: handle)
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

  /// The body up to a little more than the limit; nil when it is far longer, or when the connection
  /// failed.
  private func read(_ sequence: HTTPBodySequence) async -> Data? {
    var body = Data()
    var count = 0
    do {
      for try await chunk in sequence {
        count += chunk.count
        if body.count <= Self.bodyLimit { body.append(chunk) }
        if count > 4 * Self.bodyLimit { return nil }
      }
    } catch {
      return nil
    }
    return body
  }

  private static func headers(of http: HTTPRequest) -> [String: String] {
    var headers: [String: String] = [:]
    for key in http.headers.keys { headers[key.rawValue.lowercased()] = http.headers[key] }
    return headers
  }
}
