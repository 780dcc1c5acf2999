import Foundation
import Loopback

/// Handles requests below `/oauth`.
struct AuthorizationRoutes: Sendable {
  private let authorize: AuthorizeEndpoint
  private let login: LoginEndpoint
  private let token: TokenEndpoint
  private let checkToken: CheckTokenEndpoint

  init(
    store: Store, registry: ClientRegistry, lifetimes: TokenLifetimes,
    now: @escaping @Sendable () -> Date
  ) {
    let sessions = LoginSessions()
    authorize = AuthorizeEndpoint(
      store: store, registry: registry, sessions: sessions, now: now)
    login = LoginEndpoint(sessions: sessions, now: now)
    token = TokenEndpoint(store: store, registry: registry, lifetimes: lifetimes, now: now)
    checkToken = CheckTokenEndpoint(store: store, now: now)
  }

  func respond(to request: ServerRequest) async throws -> ServerResponse {
    switch request.path {
    case ["oauth", "authorize"]: try await authorize.respond(to: request)
    case ["oauth", "login.html"]: try login.respond(to: request)
    case ["oauth", "token"]: try await token.respond(to: request)
    case ["oauth", "check_token"]: try await checkToken.respond(to: request)
    default: throw Refusal.notFound
    }
  }
}
