import Foundation
import GradesServer
import GradesTesting
import ServiceTestSupport
import TestSupport
import Testing

@Suite("Authorization codes", .inTurn)
struct AuthorizationCodeTests {
  @Test func loginApprovalCodeToken() async throws {
    let service = try await startedService()
    let browser = TestBrowser(port: service.port)
    let sentTo = try await browser.open(LoginFlow.target())
    #expect(sentTo == nil)
    #expect(browser.page.status == 200)
    #expect(browser.address.hasPrefix("/oauth/login.html?"))
    #expect(browser.page.text.contains("<h1>Log in</h1>"))
    #expect(browser.page.text.contains("<code>student-demo</code>"))
    #expect(browser.page["Cache-Control"] == "no-store")

    #expect(try await LoginFlow.logIn(browser, as: DemoAccounts.student) == nil)
    #expect(browser.page.text.contains("<strong>Adéla Zkušební (zkusade1)</strong>"))
    #expect(browser.page.text.contains("<li>read your courses, results and notifications</li>"))
    #expect(browser.page.text.contains("<li>change results in courses that you teach</li>"))

    let code = try LoginFlow.code(in: try await browser.submit([("decision", "approve")]))
    #expect(browser.cookies.isEmpty, "the session ends with the login")
    let token = try await LoginFlow.exchange(code, service).object()
    let access = try #require(token["access_token"] as? String)
    let user = try await RawClient(port: service.port, token: access).api("user-info").object()
    #expect(user["username"] as? String == "zkusade1")
    #expect(token["refresh_token"] is String)

    let again = try await LoginFlow.exchange(code, service)
    #expect(again.status == 400, "a code works once")
    #expect(try again.object()["error"] as? String == "invalid_grant")
  }

  @Test func approvalIsRememberedForThirtyDays() async throws {
    let clock = MovableClock()
    var options = EmbeddedService.Options()
    options.now = { clock.now }
    let service = try await startedService(options)
    func needsApproval() async throws -> Bool {
      let browser = TestBrowser(port: service.port)
      try await browser.open(LoginFlow.target())
      if let address = try await LoginFlow.logIn(browser, as: DemoAccounts.teacher) {
        _ = try LoginFlow.code(in: address)
        return false
      }
      _ = try LoginFlow.code(in: try await browser.submit([("decision", "approve")]))
      return true
    }
    #expect(try await needsApproval())
    clock.advance(by: 29 * 86_400)
    #expect(try await needsApproval() == false)
    clock.advance(by: 86_400)
    #expect(try await needsApproval())
    try await service.control.forgetApprovals()
    #expect(try await needsApproval())
  }

  @Test func aSecondLoginGetsTheSameTokenWithLessTime() async throws {
    let clock = MovableClock()
    var options = EmbeddedService.Options()
    options.now = { clock.now }
    let service = try await startedService(options)
    func token() async throws -> [String: Any] {
      let browser = TestBrowser(port: service.port)
      try await browser.open(LoginFlow.target())
      var address = try await LoginFlow.logIn(browser, as: DemoAccounts.student)
      if address == nil { address = try await browser.submit([("decision", "approve")]) }
      return try await LoginFlow.exchange(try LoginFlow.code(in: address), service).object()
    }
    let first = try await token()
    clock.advance(by: 100)
    let second = try await token()
    #expect(first["access_token"] as? String == second["access_token"] as? String)
    #expect(first["refresh_token"] as? String == second["refresh_token"] as? String)
    #expect(second["expires_in"] as? Int == 3500)
  }

  @Test func denialGoesBackWithTheState() async throws {
    let service = try await startedService()
    let browser = TestBrowser(port: service.port)
    try await browser.open(LoginFlow.target())
    _ = try await LoginFlow.logIn(browser, as: DemoAccounts.student)
    let address = try await browser.submit([("decision", "deny")])
    #expect(
      address == LoginFlow.redirect
        + "?error=access_denied&error_description=User%20denied%20access&state=s%26t%2F1")
    #expect(browser.cookies.isEmpty)
  }

  @Test func errorsForTheClientGoToTheClient() async throws {
    let service = try await startedService()
    let browser = TestBrowser(port: service.port)
    let scope = try await browser.open(
      LoginFlow.target(["scope": "cvut:grades:user-read cvut:grades:course-restricted"]))
    #expect(
      scope?.hasPrefix(LoginFlow.redirect + "?error=invalid_scope&error_description=") == true)
    #expect(scope?.hasSuffix("&state=s%26t%2F1") == true)
    let implicit = try await browser.open(
      LoginFlow.target(["response_type": "token", "state": nil]))
    #expect(
      implicit == LoginFlow.redirect
        + "?error=unsupported_response_type"
        + "&error_description=Unsupported%20response%20type")
  }

  @Test(arguments: [
    ["client_id": "nobody"], ["client_id": nil], ["client_id": "xi-zpt-scripts"],
    ["redirect_uri": "http://127.0.0.1:8766/callback"],
    ["redirect_uri": "http://127.0.0.1:8765/callback/more"],
    ["redirect_uri": "http://127.0.0.1:8765/callback?x=1"],
    ["redirect_uri": "http://localhost:8765/callback"],
    ["redirect_uri": "https://evil.example.org/"], ["redirect_uri": ""],
  ])
  func aWrongClientOrAddressNeverRedirects(_ changes: [String: String?]) async throws {
    let service = try await startedService()
    let browser = TestBrowser(port: service.port)
    let sentTo = try await browser.open(LoginFlow.target(changes))
    #expect(sentTo == nil)
    #expect(browser.page.status == 400)
    #expect(browser.page["Location"] == nil)
    #expect(browser.page.text.contains("<h1>Cannot log you in</h1>"))
  }

  @Test func theAddressMayBeMissingWhenOneIsRegistered() async throws {
    let service = try await startedService()
    let browser = TestBrowser(port: service.port)
    try await browser.open(LoginFlow.target(["redirect_uri": nil]))
    _ = try await LoginFlow.logIn(browser, as: DemoAccounts.student)
    let code = try LoginFlow.code(in: try await browser.submit([("decision", "approve")]))
    #expect(try await LoginFlow.exchange(code, service, redirect: nil).status == 200)

    service.control.registerRedirectURI("http://127.0.0.1:9999/back")
    try await browser.open(LoginFlow.target(["redirect_uri": nil]))
    #expect(browser.page.status == 400, "with two nobody knows which")
    try await browser.open(LoginFlow.target(["redirect_uri": "http://127.0.0.1:9999/back"]))
    #expect(browser.page.status == 200)
    service.control.setLocked(true)
    try await browser.open(LoginFlow.target())
    #expect(browser.page.status == 401)
  }

  @Test func portZeroIsRegisteredForEveryPort() async throws {
    var options = EmbeddedService.Options()
    options.redirectURIs = ["http://127.0.0.1:0/callback"]
    let service = try await startedService(options)
    let browser = TestBrowser(port: service.port)
    for (address, status) in [
      ("http://127.0.0.1:54321/callback", 200), ("http://127.0.0.1/callback", 400),
      ("http://127.0.0.1:0/callback", 400), ("http://127.0.0.1:54321/other", 400),
      ("http://10.0.0.1:54321/callback", 400), ("https://127.0.0.1:54321/callback", 400),
      ("http://a@127.0.0.1:54321/callback", 400), (nil, 400),
    ] {
      try await browser.open(LoginFlow.target(["redirect_uri": address]))
      #expect(browser.page.status == status, "\(address ?? "none")")
    }
  }

  @Test func aCodeIsBoundToItsAddressAndClient() async throws {
    let service = try await startedService()
    func newCode() async throws -> String {
      let browser = TestBrowser(port: service.port)
      try await browser.open(LoginFlow.target())
      var address = try await LoginFlow.logIn(browser, as: DemoAccounts.student)
      if address == nil { address = try await browser.submit([("decision", "approve")]) }
      return try LoginFlow.code(in: address)
    }
    let first = try await newCode()
    #expect(
      try await LoginFlow.exchange(first, service, redirect: "http://127.0.0.1:1/").status == 400)
    #expect(
      try await LoginFlow.exchange(first, service).status == 400, "gone after the first try")
    #expect(
      try await LoginFlow.exchange(try await newCode(), service, redirect: nil).status == 400)
    let foreign = try await LoginFlow.exchange(
      try await newCode(), service,
      authorization: basic(DemoAccounts.serviceClientID, DemoAccounts.serviceClientSecret))
    #expect(foreign.status == 401, "not a grant of this client")
  }
}
