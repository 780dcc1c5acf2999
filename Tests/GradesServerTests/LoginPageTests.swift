import Foundation
import GradesServer
import ServiceTestSupport
import TestSupport
import Testing

@Suite("Login pages", .inTurn)
struct LoginPageTests {
  @Test func wrongPasswordsAreToldAccessibly() async throws {
    let service = try await startedService()
    let browser = TestBrowser(port: service.port, language: "cs")
    try await browser.open(LoginFlow.target())
    try await browser.submit([("username", "Zku\"<sade1"), ("password", "nic")])
    #expect(browser.page.status == 401)
    let text = browser.page.text
    #expect(
      text.contains(
        #"<p role="alert" id="problem">Nesprávné uživatelské jméno nebo heslo.</p>"#))
    #expect(text.contains(#"value="Zku&quot;&lt;sade1""#), "what was typed stays, harmless")
    #expect(text.contains(#"aria-describedby="problem""#))
    #expect(!text.contains("<script"))
    // The name is accepted in any case.
    try await browser.submit([("username", " ZKUSADE1 "), ("password", "student-demo")])
    #expect(browser.page.text.contains("<h1>Povolit přístup?</h1>"))
  }

  @Test func everyFieldHasALabel() async throws {
    let service = try await startedService()
    for language in ["cs", "en"] {
      let browser = TestBrowser(port: service.port, language: language)
      try await browser.open(LoginFlow.target())
      let text = browser.page.text
      #expect(text.contains(#"<html lang="\#(language)">"#))
      for name in ["username", "password"] {
        #expect(text.contains(#"<label for="\#(name)">"#))
        #expect(text.contains(#"<input id="\#(name)" name="\#(name)""#))
      }
    }
  }

  @Test(arguments: [
    ("cs-CZ,cs;q=0.9,en;q=0.8", "cs"), ("en;q=0.5, cs ; q = 0.7", "cs"), ("de,sk;q=0.3", "cs"),
    ("de-DE,de", "en"), ("", "en"), ("en-GB,cs;q=0.9", "en"), ("cs;q=0,en;q=0.1", "en"),
  ])
  func thePageSpeaksTheBrowsersLanguage(_ header: String, _ language: String) async throws {
    let service = try await startedService()
    let browser = TestBrowser(port: service.port, language: header)
    try await browser.open(LoginFlow.target())
    #expect(browser.page.text.contains(#"<html lang="\#(language)">"#))
  }

  @Test func theLanguageCanBeSwitchedOnTheWay() async throws {
    let service = try await startedService()
    let browser = TestBrowser(port: service.port)
    try await browser.open(LoginFlow.target())
    try await browser.switchLanguage()
    #expect(browser.page.text.contains("<h1>Přihlášení</h1>"))
    _ = try await LoginFlow.logIn(browser, as: DemoAccounts.both)
    #expect(browser.page.text.contains("<h1>Povolit přístup?</h1>"))
    try await browser.switchLanguage()
    #expect(browser.page.text.contains("<h1>Allow access?</h1>"))
    _ = try LoginFlow.code(in: try await browser.submit([("decision", "approve")]))
  }

  @Test func formsOfOtherSitesAreRefused() async throws {
    let service = try await startedService()
    let browser = TestBrowser(port: service.port)
    try await browser.open(LoginFlow.target())
    try await browser.submit([
      ("username", "zkusade1"), ("password", "student-demo"), ("form_token", "guess"),
    ])
    #expect(browser.page.status == 403)
    _ = try await LoginFlow.logIn(browser, as: DemoAccounts.student)
    #expect(browser.page.status == 200)
    let address = try await browser.submit([("decision", "approve"), ("form_token", "guess")])
    #expect(address == nil)
    #expect(browser.page.status == 403)
  }

  @Test func theLoginLeadsNowhereElse() async throws {
    let service = try await startedService()
    let browser = TestBrowser(port: service.port)
    for to in [
      "https://evil.example.org/", "//evil.example.org/oauth/authorize?", "/oauth/authorize",
      "/oauth/authorize?a\r\nSet-Cookie: x=y",
    ] {
      try await browser.open("/oauth/login.html?to=\(RawClient.encode(to))")
      #expect(browser.page.status == 400, "\(to)")
    }
  }

  @Test func aPlantedSessionIsNotSignedIn() async throws {
    let service = try await startedService()
    let attacker = TestBrowser(port: service.port)
    try await attacker.open(LoginFlow.target())
    let planted = attacker.cookies
    let victim = TestBrowser(port: service.port)
    for (name, value) in planted { victim.setCookie(name, value) }
    try await victim.open(LoginFlow.target())
    _ = try await LoginFlow.logIn(victim, as: DemoAccounts.student)
    #expect(victim.page.text.contains("<h1>Allow access?</h1>"))
    #expect(victim.cookies != planted)
    try await attacker.open(LoginFlow.target())
    #expect(attacker.page.text.contains("<h1>Log in</h1>"))
  }

  @Test func sessionsEndAfterHalfAnHour() async throws {
    let clock = MovableClock()
    var options = EmbeddedService.Options()
    options.now = { clock.now }
    let service = try await startedService(options)
    let browser = TestBrowser(port: service.port)
    try await browser.open(LoginFlow.target())
    clock.advance(by: 1800)
    _ = try await LoginFlow.logIn(browser, as: DemoAccounts.student)
    #expect(browser.page.status == 403)
    #expect(browser.page.text.contains("The page was open for too long. Please try again."))
    _ = try await LoginFlow.logIn(browser, as: DemoAccounts.student)
    #expect(browser.page.text.contains("<h1>Allow access?</h1>"))
  }
}
