import Foundation
import GradesClient

/// A person with a browser at a login: follows redirects, keeps cookies, fills in forms.
///
/// It has of the pages only their HTML, as a browser does.
package struct PageVisitor: Sendable {
  /// What the person does on the approval page.
  package enum Decision: String, Sendable { case approve, deny }

  /// A page that shows no way on.
  package struct StrandedOnPage: Error {
    /// The page.
    package let text: String
  }

  private let username: String
  private let password: String
  private let decision: Decision
  private let transport = CurlTransport()

  /// Makes a person who signs in with a password.
  package init(username: String, password: String, decision: Decision = .approve) {
    self.username = username
    self.password = password
    self.decision = decision
  }

  /// Goes from an authorization request's address to where the login sends the browser back to, and
  /// gives that address without visiting it.
  package func wayBack(from start: URL) async throws -> URL {
    var cookies: [String: String] = [:]
    var request = HTTPRequest(url: start)
    while request.url.host() == start.host(), request.url.port == start.port {
      let field = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
      if !field.isEmpty { request.headers.append(HTTPHeader("Cookie", field)) }
      let answer = try await transport.send(request)
      for header in answer.headers where header.name.lowercased() == "set-cookie" {
        let pair = header.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
        cookies[String(pair[0])] = pair.count == 2 ? String(pair[1]) : nil
      }
      if let location = answer.header("Location").flatMap({
        URL(string: $0, relativeTo: request.url)
      }) {
        request = HTTPRequest(url: location.absoluteURL)
      } else {
        request = try form(on: String(decoding: answer.body, as: UTF8.self), at: request.url)
      }
    }
    return request.url
  }

  /// Goes all the way and gives the page that is shown at its end.
  @discardableResult
  package func visit(_ start: URL) async throws -> String {
    try await open(wayBack(from: start))
  }

  /// Opens one address and gives the page there.
  package func open(_ url: URL) async throws -> String {
    String(decoding: try await transport.send(HTTPRequest(url: url)).body, as: UTF8.self)
  }

  private func form(on page: String, at url: URL) throws -> HTTPRequest {
    guard let token = page.firstMatch(of: #/name="form_token" value="([^"]*)"/#)?.1,
      let action = page.firstMatch(of: #/<form method="post" action="([^"]*)"/#)?.1,
      let target = URL(
        string: String(action).replacing("&amp;", with: "&"), relativeTo: url)
    else { throw StrandedOnPage(text: page) }
    var fields = [("form_token", String(token))]
    if page.contains(#"name="password""#) {
      fields += [("username", username), ("password", password)]
    } else {
      fields.append(("decision", decision.rawValue))
    }
    var body = URLComponents()
    body.queryItems = fields.map { URLQueryItem(name: $0, value: $1) }
    return HTTPRequest(
      method: .post, url: target.absoluteURL,
      headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
      body: Data((body.percentEncodedQuery ?? "").utf8))
  }
}
