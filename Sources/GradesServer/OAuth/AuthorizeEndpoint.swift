import Foundation
import Loopback

/// `/oauth/authorize`: redirects users to the login page, asks for their approval, redirects them
/// back.
struct AuthorizeEndpoint: Sendable {
  let store: Store
  let registry: ClientRegistry
  let sessions: LoginSessions
  let now: @Sendable () -> Date

  static let path = "/oauth/authorize"

  /// The lifetime of an approval.
  private static let approvalLifetime = 30 * 86_400_000

  func respond(to request: ServerRequest) async throws -> ServerResponse {
    let words = PageWords.of(request)
    let asked: AuthorizationRequest
    do {
      asked = try AuthorizationRequest(request.query, registry: registry)
    } catch AuthorizationRequest.Problem.redirect(let address) {
      return .redirect(to: address)
    } catch AuthorizationRequest.Problem.page(let problem) {
      return words.problemPage(problem)
    }
    let id = request.cookie(LoginSessions.cookie)
    guard let session = sessions.session(id, at: now()), let username = session.username else {
      return .redirect(to: LoginEndpoint.address(returningTo: request.target, request.query))
    }
    switch request.method {
    case "GET":
      let time = milliseconds(now())
      let (person, isApproved) = try await store.read { database in
        (
          try database.person(username),
          try database.isApproved(asked.scopes, for: asked.client.id, by: username, at: time)
        )
      }
      guard let person else { throw Refusal.notAllowed }
      if isApproved { return try await sendBack(asked, username: username, session: id) }
      return .html(
        200,
        words.approvalPage(
          asked, by: person, formToken: session.formToken, target: request.target,
          otherLanguage: words.switchAddress(Self.path, request.query)))
    case "POST":
      return try await decide(asked, request, session: session, username: username, id: id)
    default: throw Refusal.notFound
    }
  }

  private func decide(
    _ asked: AuthorizationRequest, _ request: ServerRequest, session: LoginSession,
    username: String, id: String?
  ) async throws -> ServerResponse {
    let form = request.form
    guard form["form_token"] == session.formToken else {
      return PageWords.of(request).problemPage(.foreignForm)
    }
    guard form["decision"] == "approve" else {
      return leave(
        to: asked.answer(error: "access_denied", "User denied access"), ending: id)
    }
    let until = milliseconds(now()) + Self.approvalLifetime
    try await store.write {
      try $0.approve(asked.scopes, for: asked.client.id, by: username, until: until)
    }
    return try await sendBack(asked, username: username, session: id)
  }

  private func sendBack(
    _ asked: AuthorizationRequest, username: String, session: String?
  ) async throws -> ServerResponse {
    let code = CodeRow(
      code: Self.newCode(), clientID: asked.client.id, username: username, scopes: asked.scopes,
      redirectURI: asked.sentRedirectURI)
    try await store.write { try $0.keep(code) }
    return leave(to: asked.answer(code: code.code), ending: session)
  }

  /// Ends the session with the login, so that another demo user can log in next.
  private func leave(to address: String, ending session: String?) -> ServerResponse {
    sessions.end(session)
    return .redirect(to: address).adding("Set-Cookie", LoginEndpoint.cookie("", lives: false))
  }

  /// Six letters and digits, like the real server's codes.
  private static func newCode() -> String {
    let characters = Array("1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    return String((0..<6).compactMap { _ in characters.randomElement() })
  }
}
