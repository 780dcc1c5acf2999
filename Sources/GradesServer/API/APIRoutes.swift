import Foundation
import Loopback

/// Handles requests below `/api/v1`.
struct APIRoutes: Sendable {
  let store: Store
  let registry: ClientRegistry
  let now: @Sendable () -> Date

  /// The path of the API.
  static let base = ["api", "v1", "public"]

  func respond(to request: ServerRequest) async throws -> ServerResponse {
    guard request.path.starts(with: Self.base) else { throw Refusal.notFound }
    let rest = request.path.dropFirst(Self.base.count)
    let time = milliseconds(now())
    for endpoint in Endpoint.all where endpoint.method == request.method {
      guard let parameters = endpoint.match(rest) else { continue }
      let answer: @Sendable (ServiceDatabase) throws -> ServerResponse = { database in
        let caller = try caller(of: request, database: database, time: time)
        return try endpoint.handle(
          Call(
            database: database, request: request, caller: caller, parameters: parameters, now: time)
        )
      }
      return endpoint.method == "GET"
        ? try await store.read(answer) : try await store.write(answer)
    }
    throw Refusal.notFound
  }

  private func caller(of request: ServerRequest, database: ServiceDatabase, time: Int) throws
    -> Caller
  {
    guard let field = request.headers["authorization"] else { throw Refusal.notAllowed }
    let parts = field.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer",
      let token = try database.accessToken(String(parts[1])), token.expiresAt > time
    else { throw Refusal.notAllowed }
    if let username = token.username {
      guard let person = try database.person(username) else { throw Refusal.notAllowed }
      return .person(person, scopes: token.scopes)
    }
    guard let course = registry.client(token.clientID)?.course else { throw Refusal.notAllowed }
    return .service(clientID: token.clientID, course: course, scopes: token.scopes)
  }
}
