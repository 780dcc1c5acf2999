import Foundation
import GradesServer
import Testing

@Suite("Login pages")
struct LoginPageTests {
  static let redirect = "http://127.0.0.1:8765/callback"

  private func target(_ changes: [String: String?] = [:]) -> String {
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

  private func logIn(_ browser: TestBrowser, as account: DemoAccounts.Person) async throws
    -> String?
  {
    try await browser.submit([("username", account.username), ("password", account.password)])
  }

  private func code(in address: String?) throws -> String {
    let address = try #require(address)
    #expect(address.hasPrefix(Self.redirect + "?"))
    let items = try #require(URLComponents(string: address)?.queryItems)
    #expect(items.first { $0.name == "state" }?.value == "s&t/1")
    let code = try #require(items.first { $0.name == "code" }?.value)
    #expect(code.wholeMatch(of: #/[0-9A-Za-z]{6}/#) != nil)
    return code
  }

  private func exchange(
    _ code: String, _ service: EmbeddedService, redirect: String? = redirect,
    authorization: String = basic()
  ) async throws -> RawAnswer {
    try await RawClient(port: service.port).form(
      "/oauth/token",
      [("grant_type", "authorization_code"), ("code", code)]
        + (redirect.map { [("redirect_uri", $0)] } ?? []),
      headers: ["Authorization": authorization])
  }

  @Test func loginApprovalCodeToken() async throws {
    try await withService { service in
      let browser = TestBrowser(port: service.port)
      let sentTo = try await browser.open(target())
      #expect(sentTo == nil)
      #expect(browser.page.status == 200)
      #expect(browser.address.hasPrefix("/oauth/login.html?"))
      #expect(browser.page.text.contains("<h1>Sign in</h1>"))
      #expect(browser.page.text.contains("<code>student-demo</code>"))
      #expect(browser.page["Cache-Control"] == "no-store")

      #expect(try await logIn(browser, as: DemoAccounts.student) == nil)
      #expect(browser.page.text.contains("<strong>Adéla Zkušební (zkusade1)</strong>"))
      #expect(browser.page.text.contains("<li>read your courses, results and notifications</li>"))
      #expect(browser.page.text.contains("<li>change results in courses that you teach</li>"))

      let code = try code(in: try await browser.submit([("decision", "approve")]))
      #expect(browser.cookies.isEmpty, "the session ends with the login")
      let token = try await exchange(code, service).object()
      let access = try #require(token["access_token"] as? String)
      let user = try await RawClient(port: service.port, token: access).api("user-info").object()
      #expect(user["username"] as? String == "zkusade1")
      #expect(token["refresh_token"] is String)

      let again = try await exchange(code, service)
      #expect(again.status == 400, "a code works once")
      #expect(try again.object()["error"] as? String == "invalid_grant")
    }
  }

  @Test func approvalIsRememberedForThirtyDays() async throws {
    let clock = MovableClock()
    var options = EmbeddedService.Options()
    options.now = { clock.now }
    try await withService(options) { service in
      func needsApproval() async throws -> Bool {
        let browser = TestBrowser(port: service.port)
        try await browser.open(target())
        if let address = try await logIn(browser, as: DemoAccounts.teacher) {
          _ = try code(in: address)
          return false
        }
        _ = try code(in: try await browser.submit([("decision", "approve")]))
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
  }

  @Test func aSecondLoginGetsTheSameTokenWithLessTime() async throws {
    let clock = MovableClock()
    var options = EmbeddedService.Options()
    options.now = { clock.now }
    try await withService(options) { service in
      func token() async throws -> [String: Any] {
        let browser = TestBrowser(port: service.port)
        try await browser.open(target())
        var address = try await logIn(browser, as: DemoAccounts.student)
        if address == nil { address = try await browser.submit([("decision", "approve")]) }
        return try await exchange(try code(in: address), service).object()
      }
      let first = try await token()
      clock.advance(by: 100)
      let second = try await token()
      #expect(first["access_token"] as? String == second["access_token"] as? String)
      #expect(first["refresh_token"] as? String == second["refresh_token"] as? String)
      #expect(second["expires_in"] as? Int == 3500)
    }
  }

  @Test func denialGoesBackWithTheState() async throws {
    try await withService { service in
      let browser = TestBrowser(port: service.port)
      try await browser.open(target())
      _ = try await logIn(browser, as: DemoAccounts.student)
      let address = try await browser.submit([("decision", "deny")])
      #expect(
        address == Self.redirect
          + "?error=access_denied&error_description=User%20denied%20access&state=s%26t%2F1")
      #expect(browser.cookies.isEmpty)
    }
  }

  @Test func errorsForTheClientGoToTheClient() async throws {
    try await withService { service in
      let browser = TestBrowser(port: service.port)
      let scope = try await browser.open(
        target(["scope": "cvut:grades:user-read cvut:grades:course-restricted"]))
      #expect(
        scope?.hasPrefix(Self.redirect + "?error=invalid_scope&error_description=") == true)
      #expect(scope?.hasSuffix("&state=s%26t%2F1") == true)
      let implicit = try await browser.open(target(["response_type": "token", "state": nil]))
      #expect(
        implicit == Self.redirect
          + "?error=unsupported_response_type"
          + "&error_description=Unsupported%20response%20type")
    }
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
    try await withService { service in
      let browser = TestBrowser(port: service.port)
      let sentTo = try await browser.open(target(changes))
      #expect(sentTo == nil)
      #expect(browser.page.status == 400)
      #expect(browser.page["Location"] == nil)
      #expect(browser.page.text.contains("<h1>This does not work</h1>"))
    }
  }

  @Test func theAddressMayBeMissingWhenOneIsRegistered() async throws {
    try await withService { service in
      let browser = TestBrowser(port: service.port)
      try await browser.open(target(["redirect_uri": nil]))
      _ = try await logIn(browser, as: DemoAccounts.student)
      let code = try code(in: try await browser.submit([("decision", "approve")]))
      #expect(try await exchange(code, service, redirect: nil).status == 200)

      service.control.registerRedirectURI("http://127.0.0.1:9999/back")
      try await browser.open(target(["redirect_uri": nil]))
      #expect(browser.page.status == 400, "with two nobody knows which")
      try await browser.open(target(["redirect_uri": "http://127.0.0.1:9999/back"]))
      #expect(browser.page.status == 200)
      service.control.setLocked(true)
      try await browser.open(target())
      #expect(browser.page.status == 401)
    }
  }

  @Test func portZeroIsRegisteredForEveryPort() async throws {
    var options = EmbeddedService.Options()
    options.redirectURIs = ["http://127.0.0.1:0/callback"]
    try await withService(options) { service in
      let browser = TestBrowser(port: service.port)
      for (address, status) in [
        ("http://127.0.0.1:54321/callback", 200), ("http://127.0.0.1/callback", 400),
        ("http://127.0.0.1:0/callback", 400), ("http://127.0.0.1:54321/other", 400),
        ("http://10.0.0.1:54321/callback", 400), ("https://127.0.0.1:54321/callback", 400),
        ("http://a@127.0.0.1:54321/callback", 400), (nil, 400),
      ] {
        try await browser.open(target(["redirect_uri": address]))
        #expect(browser.page.status == status, "\(address ?? "none")")
      }
    }
  }

  @Test func aCodeIsBoundToItsAddressAndClient() async throws {
    try await withService { service in
      func newCode() async throws -> String {
        let browser = TestBrowser(port: service.port)
        try await browser.open(target())
        var address = try await logIn(browser, as: DemoAccounts.student)
        if address == nil { address = try await browser.submit([("decision", "approve")]) }
        return try code(in: address)
      }
      let first = try await newCode()
      #expect(try await exchange(first, service, redirect: "http://127.0.0.1:1/").status == 400)
      #expect(try await exchange(first, service).status == 400, "gone after the first try")
      #expect(try await exchange(try await newCode(), service, redirect: nil).status == 400)
      let foreign = try await exchange(
        try await newCode(), service,
        authorization: basic(DemoAccounts.serviceClientID, DemoAccounts.serviceClientSecret))
      #expect(foreign.status == 401, "not a grant of this client")
    }
  }

  @Test func wrongPasswordsAreToldAccessibly() async throws {
    try await withService { service in
      let browser = TestBrowser(port: service.port, language: "cs")
      try await browser.open(target())
      try await browser.submit([("username", "Zku\"<sade1"), ("password", "nic")])
      #expect(browser.page.status == 401)
      let text = browser.page.text
      #expect(
        text.contains(
          #"<p role="alert" id="problem">Uživatelské jméno nebo heslo není správné.</p>"#))
      #expect(text.contains(#"value="Zku&quot;&lt;sade1""#), "what was typed stays, harmless")
      #expect(text.contains(#"aria-describedby="problem""#))
      #expect(!text.contains("<script"))
      // The name is taken in any case.
      try await browser.submit([("username", " ZKUSADE1 "), ("password", "student-demo")])
      #expect(browser.page.text.contains("<h1>Povolit přístup?</h1>"))
    }
  }

  @Test func everyFieldHasALabel() async throws {
    try await withService { service in
      for language in ["cs", "en"] {
        let browser = TestBrowser(port: service.port, language: language)
        try await browser.open(target())
        let text = browser.page.text
        #expect(text.contains(#"<html lang="\#(language)">"#))
        for name in ["username", "password"] {
          #expect(text.contains(#"<label for="\#(name)">"#))
          #expect(text.contains(#"<input id="\#(name)" name="\#(name)""#))
        }
      }
    }
  }

  @Test(arguments: [
    ("cs-CZ,cs;q=0.9,en;q=0.8", "cs"), ("en;q=0.5, cs ; q = 0.7", "cs"), ("de,sk;q=0.3", "cs"),
    ("de-DE,de", "en"), ("", "en"), ("en-GB,cs;q=0.9", "en"), ("cs;q=0,en;q=0.1", "en"),
  ])
  func thePageSpeaksTheBrowsersLanguage(_ header: String, _ language: String) async throws {
    try await withService { service in
      let browser = TestBrowser(port: service.port, language: header)
      try await browser.open(target())
      #expect(browser.page.text.contains(#"<html lang="\#(language)">"#))
    }
  }

  @Test func theLanguageCanBeSwitchedOnTheWay() async throws {
    try await withService { service in
      let browser = TestBrowser(port: service.port)
      try await browser.open(target())
      try await browser.switchLanguage()
      #expect(browser.page.text.contains("<h1>Přihlášení</h1>"))
      _ = try await logIn(browser, as: DemoAccounts.both)
      #expect(browser.page.text.contains("<h1>Povolit přístup?</h1>"))
      try await browser.switchLanguage()
      #expect(browser.page.text.contains("<h1>Allow access?</h1>"))
      _ = try code(in: try await browser.submit([("decision", "approve")]))
    }
  }

  @Test func formsOfOtherSitesAreRefused() async throws {
    try await withService { service in
      let browser = TestBrowser(port: service.port)
      try await browser.open(target())
      try await browser.submit([
        ("username", "zkusade1"), ("password", "student-demo"), ("form_token", "guess"),
      ])
      #expect(browser.page.status == 403)
      _ = try await logIn(browser, as: DemoAccounts.student)
      #expect(browser.page.status == 200)
      let address = try await browser.submit([("decision", "approve"), ("form_token", "guess")])
      #expect(address == nil)
      #expect(browser.page.status == 403)
    }
  }

  @Test func theLoginLeadsNowhereElse() async throws {
    try await withService { service in
      let browser = TestBrowser(port: service.port)
      for to in [
        "https://evil.example.org/", "//evil.example.org/oauth/authorize?", "/oauth/authorize",
        "/oauth/authorize?a\r\nSet-Cookie: x=y",
      ] {
        try await browser.open("/oauth/login.html?to=\(RawClient.encode(to))")
        #expect(browser.page.status == 400, "\(to)")
      }
    }
  }

  @Test func aPlantedSessionIsNotSignedIn() async throws {
    try await withService { service in
      let attacker = TestBrowser(port: service.port)
      try await attacker.open(target())
      let planted = attacker.cookies
      let victim = TestBrowser(port: service.port)
      for (name, value) in planted { victim.setCookie(name, value) }
      try await victim.open(target())
      _ = try await logIn(victim, as: DemoAccounts.student)
      #expect(victim.page.text.contains("<h1>Allow access?</h1>"))
      #expect(victim.cookies != planted)
      try await attacker.open(target())
      #expect(attacker.page.text.contains("<h1>Sign in</h1>"))
    }
  }

  @Test func sessionsEndAfterHalfAnHour() async throws {
    let clock = MovableClock()
    var options = EmbeddedService.Options()
    options.now = { clock.now }
    try await withService(options) { service in
      let browser = TestBrowser(port: service.port)
      try await browser.open(target())
      clock.advance(by: 1800)
      _ = try await logIn(browser, as: DemoAccounts.student)
      #expect(browser.page.status == 403)
      #expect(browser.page.text.contains("The page was open for too long. Please try again."))
      _ = try await logIn(browser, as: DemoAccounts.student)
      #expect(browser.page.text.contains("<h1>Allow access?</h1>"))
    }
  }
}
