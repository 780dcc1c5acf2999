import Foundation
import Loopback

/// The login page, which redirects to the authorization page.
struct LoginEndpoint: Sendable {
  let sessions: LoginSessions
  let now: @Sendable () -> Date

  private static let path = "/oauth/login.html"

  /// The login page's address for a target on this server.
  static func address(returningTo target: String, _ query: Fields) -> String {
    var fields = Fields([("to", target)])
    if let language = query["lang"] { fields = fields.setting("lang", to: language) }
    return path + "?" + fields.encoded
  }

  /// The value of a `Set-Cookie` for the login pages only.
  static func cookie(_ id: String, lives: Bool = true) -> String {
    "\(LoginSessions.cookie)=\(id); Path=/oauth; HttpOnly; SameSite=Lax"
      + (lives ? "" : "; Max-Age=0")
  }

  func respond(to request: ServerRequest) throws -> ServerResponse {
    let words = PageWords.of(request)
    // Only this server's own page: a login must not redirect elsewhere.
    guard let target = request.query["to"], target.hasPrefix(AuthorizeEndpoint.path + "?"),
      target.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else { return words.problemPage(.noLogin) }
    switch request.method {
    case "GET": return page(request, words, status: 200, problem: nil)
    case "POST": return signIn(request, words, target: target)
    default: throw Refusal.notFound
    }
  }

  private func signIn(
    _ request: ServerRequest, _ words: PageWords, target: String
  ) -> ServerResponse {
    let form = request.form
    let id = request.cookie(LoginSessions.cookie)
    guard let session = sessions.session(id, at: now()), form["form_token"] == session.formToken
    else { return page(request, words, status: 403, problem: words.formExpired) }
    let username = (form["username"] ?? "").trimmingCharacters(in: .whitespaces).lowercased()
    guard
      let person = DemoAccounts.people.first(where: {
        $0.username == username && $0.password == form["password"]
      })
    else { return page(request, words, status: 401, problem: words.wrongPassword) }
    // A new id, so that a planted old one is not logged in too.
    sessions.end(id)
    let (fresh, _) = sessions.begin(username: person.username, at: now())
    return .redirect(to: localized(target, request), status: 303)
      .adding("Set-Cookie", Self.cookie(fresh))
  }

  private func page(
    _ request: ServerRequest, _ words: PageWords, status: Int, problem: String?
  ) -> ServerResponse {
    let old = request.cookie(LoginSessions.cookie)
    let known = sessions.session(old, at: now()).flatMap { $0.username == nil ? $0 : nil }
    let begun = known == nil ? sessions.begin(at: now()) : nil
    guard let session = known ?? begun?.session else { return .empty(500) }
    let response = ServerResponse.html(
      status,
      words.loginPage(
        username: request.form["username"] ?? "", problem: problem, formToken: session.formToken,
        target: request.target, otherLanguage: words.switchAddress(Self.path, request.query)))
    return begun.map { response.adding("Set-Cookie", Self.cookie($0.id)) } ?? response
  }

  /// The target in the language that was chosen on the login page.
  private func localized(_ target: String, _ request: ServerRequest) -> String {
    guard let language = request.query["lang"],
      let query = Fields(encoded: String(target.dropFirst(AuthorizeEndpoint.path.count + 1)))
    else { return target }
    return AuthorizeEndpoint.path + "?" + query.setting("lang", to: language).encoded
  }
}
