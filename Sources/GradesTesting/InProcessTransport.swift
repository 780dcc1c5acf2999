import Foundation
import GradesClient
import GradesServer
import Loopback

/// Hands requests to the service in this process.
///
/// A connection that a fault closes is ``GradesError/Unreachable/connectionLost``. The time limit of a request
/// is kept.
struct InProcessTransport: HTTPTransport {
  let handler: RequestHandler

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let limit = request.timeLimit else { return try await answer(request) }
    return try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
      group.addTask { try await answer(request) }
      group.addTask {
        try await Task.sleep(for: limit)
        throw GradesError.unreachable(.timedOut)
      }
      defer { group.cancelAll() }
      guard let response = try await group.next() else { throw GradesError.cancelled }
      return response
    }
  }

  private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
    let parts = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
    guard
      let received = ServerRequest(
        method: request.method.rawValue, rawPath: parts?.percentEncodedPath ?? "",
        rawQuery: parts?.percentEncodedQuery ?? "",
        headers: Dictionary(
          request.headers.map { ($0.name.lowercased(), $0.value) },
          uniquingKeysWith: { first, _ in first }),
        body: request.body ?? Data())
    else { return HTTPResponse(status: 400) }
    let reply = await handler.reply(to: received)
    if Task.isCancelled { throw GradesError.cancelled }
    switch reply {
    case .response(let response), .last(let response):
      return HTTPResponse(
        status: response.status, headers: response.headers.map { HTTPHeader($0.name, $0.value) },
        body: response.body)
    case .brokenOff, .connectionClosed: throw GradesError.unreachable(.connectionLost)
    }
  }
}
