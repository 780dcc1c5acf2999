import Foundation
import GradesClient

/// Logs in to the embedded service's pages as a person with a browser would: follows redirects,
/// keeps the pages' cookies, fills in the forms and sends them.
struct DemoVisitor: Sendable {
  /// The demo user.
  struct Account: Sendable {
    var username: String
    var password: String
  }

  /// A page that the visitor cannot make sense of.
  struct Lost: Error {}

  /// Enough for: login page, its form, approval page, its form, callback.
  private static let pagesAtMost = 12

  private let transport: any HTTPTransport
  private let account: Account

  init(transport: any HTTPTransport, account: Account) {
    self.transport = transport
    self.account = account
  }

  /// Opens an authorization request's address and follows the pages until the redirect URI has
  /// responded.
  func visit(_ start: URL) async throws {
    let query = URLComponents(url: start, resolvingAgainstBaseURL: true)?.queryItems ?? []
    guard
      let redirectURI = query.first(where: { $0.name == "redirect_uri" })?.value
        .flatMap({ URL(string: $0) })
    else { throw Lost() }
    var cookies: [String: String] = [:]
    var request = HTTPRequest(url: start)
    for _ in 0..<Self.pagesAtMost {
      let isLast =
        request.url.port == redirectURI.port && request.url.path == redirectURI.path
      if !cookies.isEmpty && !isLast {
        let field = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        request.headers.append(HTTPHeader("Cookie", field.joined(separator: "; ")))
      }
      let response = try await transport.send(request)
      if isLast { return }
      for header in response.headers where header.name.lowercased() == "set-cookie" {
        let pair = header.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
        if let name = pair.first {
          cookies[String(name)] = pair.count == 2 ? String(pair[1]) : ""
        }
      }
      if let location = response.header("Location"),
        let url = URL(string: location, relativeTo: request.url)?.absoluteURL
      {
        request = HTTPRequest(url: url)
      } else if let form = PageForm(page: String(decoding: response.body, as: UTF8.self)),
        let next = form.request(from: request.url, as: account)
      {
        request = next
      } else {
        throw Lost()
      }
    }
    throw Lost()
  }
}

/// The first form of a page that is sent by POST.
private struct PageForm {
  private let action: String
  private var fields: [(name: String, value: String)] = []
  private var userField: String?
  private var passwordField: String?

  init?(page: String) {
    let form = page.components(separatedBy: "<form").dropFirst().first {
      Self.attribute("method", of: $0.prefix { $0 != ">" })?.lowercased() == "post"
    }
    guard let form else { return nil }
    action = Self.attribute("action", of: form.prefix { $0 != ">" }) ?? ""
    let inside = form.components(separatedBy: "</form").first ?? form
    var pressed = false
    for piece in inside.components(separatedBy: "<").dropFirst() {
      let tag = piece.prefix { $0 != ">" }
      guard tag.hasPrefix("input") || tag.hasPrefix("button"),
        let name = Self.attribute("name", of: tag)
      else { continue }
      let value = Self.attribute("value", of: tag) ?? ""
      switch Self.attribute("type", of: tag) ?? (tag.hasPrefix("button") ? "submit" : "text") {
      case "password": passwordField = name
      case "text", "email": userField = name
      case "submit":
        // The first button continues.
        if !pressed { fields.append((name, value)) }
        pressed = true
      default: fields.append((name, value))
      }
    }
  }

  func request(from page: URL, as account: DemoVisitor.Account) -> HTTPRequest? {
    guard let url = action.isEmpty ? page : URL(string: action, relativeTo: page)?.absoluteURL
    else { return nil }
    var all = fields
    if let userField { all.append((userField, account.username)) }
    if let passwordField { all.append((passwordField, account.password)) }
    var allowed = CharacterSet.alphanumerics
    allowed.insert(charactersIn: "-._~")
    let body = all.map { name, value in
      [name, value].map { $0.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" }
        .joined(separator: "=")
    }
    return HTTPRequest(
      method: .post, url: url,
      headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
      body: Data(body.joined(separator: "&").utf8))
  }

  private static func attribute(_ name: String, of tag: Substring) -> String? {
    guard let start = tag.range(of: " \(name)=\"") else { return nil }
    return tag[start.upperBound...].prefix { $0 != "\"" }
      .replacingOccurrences(of: "&quot;", with: "\"")
      .replacingOccurrences(of: "&lt;", with: "<")
      .replacingOccurrences(of: "&gt;", with: ">")
      .replacingOccurrences(of: "&amp;", with: "&")
  }
}
