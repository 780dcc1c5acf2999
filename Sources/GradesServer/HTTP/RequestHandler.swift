import FlyingFox
import Foundation

/// Receives every request: reads it, logs it, injects a fault if one is set, and routes it.
struct RequestHandler: HTTPHandler {
  let api: APIRoutes
  let authorization: AuthorizationRoutes
  let control: Control
  let now: @Sendable () -> Date

  /// The largest body; a save of ten thousand values has some 1.5 MB.
  static let bodyLimit = 8 << 20

  func handleRequest(_ http: HTTPRequest) async -> HTTPResponse {
    guard let body = await read(http.bodySequence) else { return .none }
    let isTooLarge = body.count > Self.bodyLimit
    guard
      let request = ServerRequest(
        method: http.method.rawValue.uppercased(), rawPath: http.target.path(),
        rawQuery: http.target.query(), headers: Self.headers(of: http),
        body: isTooLarge ? Data() : body)
    else { return HTTPResponse(.empty(400)) }
    guard request.isForThisMachine else { return HTTPResponse(.empty(421)) }
    let number = control.log.append(LoggedRequest(request, at: now()))
    let latency = control.currentLatency
    if latency > .zero { try? await Task.sleep(for: latency) }
    let fault = control.fault(for: request)
    let response = await answer(to: request, isTooLarge: isTooLarge, with: fault)
    guard let (status, response) = response else { return .none }
    control.log.setStatus(status, of: number)
    return response
  }

  private func answer(
    to request: ServerRequest, isTooLarge: Bool, with fault: FaultHandle?
  ) async -> (Int, HTTPResponse)? {
    func handled() async -> ServerResponse {
      isTooLarge ? Refusal.tooLarge.response : await respond(to: request)
    }
    func whole(_ response: ServerResponse) -> (Int, HTTPResponse) {
      (response.status, HTTPResponse(response))
    }
    switch fault?.fault.action {
    case nil: return whole(await handled())
    case .answer(let status, let headers, let body)?:
      return whole(ServerResponse(status, headers, body))
    case .answerAfterHandling(let status, let headers, let body)?:
      _ = await handled()
      return whole(ServerResponse(status, headers, body))
    case .disconnectBeforeHandling?: return nil
    case .disconnectAfterHandling?:
      _ = await handled()
      return nil
    case .truncate(let count)?:
      let response = await handled()
      return (response.status, .broken(response, after: count))
    case .hangBeforeHandling?:
      await fault?.gate.wait()
      return whole(await handled())
    case .hangAfterHandling?:
      let response = await handled()
      await fault?.gate.wait()
      return whole(response)
    case .delay(let duration)?:
      try? await Task.sleep(for: duration)
      return whole(await handled())
    case .run(let action)?:
      do {
        try await action()
      } catch {
        return whole(ServerResponse(500, [:], "The action before the request failed: \(error)"))
      }
      return whole(await handled())
    }
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

extension LoggedRequest {
  fileprivate init(_ request: ServerRequest, at time: Date) {
    self.init(
      method: request.method, path: request.rawPath,
      query: Dictionary(
        request.query.pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }),
      headerNames: Set(request.headers.keys), body: request.body, time: time, status: nil)
  }
}

extension ServerResponse {
  fileprivate init(_ status: Int, _ headers: [String: String], _ body: String) {
    self.init(
      status: status, headers: headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
      body: Data(body.utf8))
  }
}
