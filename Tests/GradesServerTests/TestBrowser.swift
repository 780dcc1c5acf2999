import Foundation
import ServiceTestSupport
import Testing

/// A browser without scripts that stores cookies, reads forms and follows redirects on this server.
final class TestBrowser {
  private let client: RawClient
  private(set) var cookies: [String: String] = [:]
  private var language: String
  /// The current page.
  private(set) var page = RawAnswer()
  /// The address of the page.
  private(set) var address = ""

  init(port: UInt16, language: String = "en") {
    client = RawClient(port: port)
    self.language = language
  }

  /// Opens an address and follows redirects; returns the first one that leaves this server.
  @discardableResult
  func open(_ target: String) async throws -> String? {
    try await show(client.get(target, headers: headers), at: target)
  }

  /// Fills in the page's form and presses a button.
  @discardableResult
  func submit(_ fields: [(String, String)]) async throws -> String? {
    let action = try #require(page.text.firstMatch(of: #/<form method="post" action="([^"]*)"/#))
    let target = Self.unescape(String(action.1))
    var all = fields
    if !fields.contains(where: { $0.0 == "form_token" }) { all.append(("form_token", try token())) }
    return try await show(client.form(target, all, headers: headers), at: target)
  }

  /// The secret of the page's form.
  func token() throws -> String {
    String(try #require(page.text.firstMatch(of: #/name="form_token" value="([^"]*)"/#)).1)
  }

  /// Follows the link to the other language.
  func switchLanguage() async throws {
    let link = try #require(page.text.firstMatch(of: #/<a href="([^"]*)"/#))
    try await open(Self.unescape(String(link.1)))
  }

  func setCookie(_ name: String, _ value: String) { cookies[name] = value }

  private var headers: [String: String] {
    var headers = ["Accept-Language": language]
    if !cookies.isEmpty {
      headers["Cookie"] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
    }
    return headers
  }

  private func show(_ answer: RawAnswer, at target: String) async throws -> String? {
    for (name, value) in answer.headers where name.lowercased() == "set-cookie" {
      #expect(value.contains("HttpOnly") && value.contains("SameSite=Lax"))
      #expect(value.contains("Path=/oauth"))
      let pair = value.prefix { $0 != ";" }.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      cookies[String(pair[0])] = value.contains("Max-Age=0") ? nil : String(pair[1])
    }
    page = answer
    address = target
    guard (300..<400).contains(answer.status), let location = answer["Location"] else {
      return nil
    }
    guard location.hasPrefix("/") else { return location }
    return try await show(client.get(location, headers: headers), at: location)
  }

  private static func unescape(_ text: String) -> String {
    text.replacing("&amp;", with: "&").replacing("&#39;", with: "'")
      .replacing("&quot;", with: "\"")
  }
}
