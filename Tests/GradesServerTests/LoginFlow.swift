import Foundation
import GradesServer
import GradesTesting
import ServiceTestSupport
import Testing

/// The steps of a client and its user in a login by authorization code.
enum LoginFlow {
  static let redirect = "http://127.0.0.1:8765/callback"

  static func target(_ changes: [String: String?] = [:]) -> String {
    var fields: [String: String?] = [
      "response_type": "code", "client_id": "grades-demo", "redirect_uri": Self.redirect,
      "state": "s&t/1", "code_challenge": "x", "code_challenge_method": "S256",
    ]
    fields.merge(changes) { $1 }
    let query = fields.sorted { $0.key < $1.key }.compactMap { name, value in
      value.map { "\(name)=\(RawClient.encode($0))" }
    }
    return "/oauth/authorize?" + query.joined(separator: "&")
  }

  static func logIn(_ browser: TestBrowser, as account: DemoAccounts.Person) async throws
    -> String?
  {
    try await browser.submit([("username", account.username), ("password", account.password)])
  }

  static func code(in address: String?) throws -> String {
    let address = try #require(address)
    #expect(address.hasPrefix(Self.redirect + "?"))
    let items = try #require(URLComponents(string: address)?.queryItems)
    #expect(items.first { $0.name == "state" }?.value == "s&t/1")
    let code = try #require(items.first { $0.name == "code" }?.value)
    #expect(code.wholeMatch(of: #/[0-9A-Za-z]{6}/#) != nil)
    return code
  }

  static func exchange(
    _ code: String, _ service: TestService, redirect: String? = redirect,
    authorization: String = basic()
  ) async throws -> RawAnswer {
    try await RawClient(port: service.port).form(
      "/oauth/token",
      [("grant_type", "authorization_code"), ("code", code)]
        + (redirect.map { [("redirect_uri", $0)] } ?? []),
      headers: ["Authorization": authorization])
  }
}
