import Foundation

/// Answers requests below `/oauth` and those of the login page.
struct AuthorizationRoutes: Sendable {
  let token: TokenEndpoint
  let checkToken: CheckTokenEndpoint

  func respond(to request: ServerRequest) async throws -> ServerResponse {
    switch request.path {
    case ["oauth", "token"]: try await token.respond(to: request)
    case ["oauth", "check_token"]: try await checkToken.respond(to: request)
    default: throw Refusal.notFound
    }
  }
}
