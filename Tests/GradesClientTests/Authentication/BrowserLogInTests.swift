import Foundation
import GradesClient
import TestSupport
import Testing

@Suite("Signing in with a browser", .inTurn)
struct BrowserLogInTests {
  private let browser = TestBrowser()

  @Test("asks for the scopes with state and PKCE, takes the code, stores the token")
  func success() async throws {
    let fixture = try LoginFixture(
      passesTime: false, [.token("access-1", refresh: "refresh-1", expiresIn: "3421")])
    let opened = Occurrences<URL>()
    let credentials = try await fixture.authenticator().logIn { [browser] url in
      opened.record(url)
      browser.comeBack(from: url, with: "code=aB3xY9&state=STATE")
    }

    let url = try #require(opened.all.first)
    #expect(
      url.absoluteString.hasPrefix("https://auth.example/oauth/authorize?response_type=code&"))
    let asked = items(try #require(url.query(percentEncoded: true)))
    #expect(asked["client_id"] == "grades-client")
    #expect(asked["scope"] == "cvut:grades:user-read cvut:grades:user-write")
    #expect(asked["code_challenge_method"] == "S256")
    #expect(asked["state"]?.count == 32)

    let page = try await browser.pages.first(1)[0]
    #expect(page.status == 200)
    #expect(page.body.contains("<h1>Almost signed in</h1>"))

    let request = try #require(fixture.server.requests.all.first)
    #expect(fixture.server.requests.all.count == 1)
    #expect(request.method == "POST")
    #expect(request.target == "/oauth/token")
    #expect(request.headers["authorization"] == "Basic Z3JhZGVzLWNsaWVudDpub3Qtc28tc2VjcmV0")
    #expect(request.headers["content-type"] == "application/x-www-form-urlencoded")
    let form = items(request.body)
    #expect(form["grant_type"] == "authorization_code")
    #expect(form["code"] == "aB3xY9")
    #expect(form["redirect_uri"] == asked["redirect_uri"])
    #expect(form["code_verifier"]?.count == 43)
    #expect(form["client_secret"] == nil)

    #expect(credentials.accessToken == "access-1")
    #expect(credentials.refreshToken == "refresh-1")
    #expect(credentials.expiresAt == .moment("2026-11-21T12:57:01Z"))
    #expect(credentials.scopes == ["cvut:grades:user-read", "cvut:grades:user-write"])
    #expect(credentials.kind == .user)
    #expect(try await fixture.stored() == credentials)
    #expect(try await fixture.store.lastHost() == "production")
  }

  @Test("shows pages in the caller's language, with all that is special in HTML made harmless")
  func pages() async throws {
    let fixture = try LoginFixture(passesTime: false, [.token("access-1")])
    let pages = RedirectPages(
      language: "cs",
      accepted: ("Přihlášení <proběhlo>", "Okno & kartu můžete zavřít."), denied: ("Ne", ""),
      foreign: ("Cizí", ""))
    _ = try await fixture.authenticator().logInAnywhere(pages: pages) { [browser] in
      browser.comeBack(from: $0.url, with: "state=STATE&code=aB3xY9")
    }
    #expect(
      try await browser.pages.first(1)[0].body == """
        <!DOCTYPE html>
        <html lang="cs">
        <head><meta charset="utf-8">\
        <meta name="viewport" content="width=device-width, initial-scale=1">\
        <title>Přihlášení &lt;proběhlo&gt;</title><style>\(LoginStyleSheet.text)</style></head>
        <body><header><p>grades</p></header><main><h1>Přihlášení &lt;proběhlo&gt;</h1>\
        <p>Okno &amp; kartu můžete zavřít.</p></main></body>
        </html>

        """)
  }

  @Test("goes on waiting after foreign, broken and misplaced requests")
  func foreignRequests() async throws {
    let fixture = try LoginFixture(passesTime: false, [.token("access-1")])
    _ = try await fixture.authenticator().logIn { [browser] url in
      browser.start {
        let redirect = try Redirect(url)
        for query in [
          "code=evil00&state=wrong", "code=evil00", "error=access_denied&state=wrong", "",
          "state=STATE", "code=evil00&code=aB3xY9&state=STATE",
          "code=evil00&state=STATE&state=STATE", "code=%FF&state=STATEx",
        ] { await browser.open(redirect.url(query)) }
        await browser.open(redirect.url("code=evil00&state=STATE"), method: .post)
        for path in ["/favicon.ico", "/", "/callback/", "/callbacks?code=evil00"] {
          await browser.open(try redirect.url(path: path))
        }
        let long = String(repeating: "x", count: 70_000)
        await browser.open(redirect.url("code=\(long)&state=STATE"))
        await browser.open(redirect.url("code=aB3xY9&state=STATE"))
      }
    }
    let pages = try await browser.pages.first(15)
    #expect(
      pages.map(\.status)
        == [400, 400, 400, 400, 400, 400, 400, 400, 405, 404, 404, 404, 404, 414, 200])
    #expect(pages[0].body.contains("does not belong to the login that is waiting"))
    let form = items(try #require(fixture.server.requests.all.first?.body))
    #expect(form["code"] == "aB3xY9")
  }

  @Test("is not kept from it by silent and slow connections")
  func slowConnections() async throws {
    let fixture = try LoginFixture(passesTime: false, [.token("access-1")])
    let credentials = try await fixture.authenticator().logIn { [browser] url in
      browser.start {
        let redirect = try Redirect(url)
        let idle = try (0..<40).map { index in
          try IdleConnection(to: redirect.port, saying: index.isMultiple(of: 2) ? "GET /callb" : "")
        }
        await browser.open(redirect.url("code=aB3xY9&state=STATE"))
        withExtendedLifetime(idle) {}
      }
    }
    #expect(credentials.accessToken == "access-1")
  }

  @Test(
    "ends when the user or the server says no",
    arguments: [
      ("error=access_denied&error_description=User%20denied%20access", LoginFailure.denied),
      ("error=invalid_scope", .scopesRefused(["cvut:grades:user-read", "cvut:grades:user-write"])),
      ("error=%1B%5B31mBUY&code=aB3xY9", .refused(error: "unknown_error")),
    ])
  func denied(query: String, failure: LoginFailure) async throws {
    let fixture = try LoginFixture(passesTime: false, [.token("access-1")])
    await #expect(throws: GradesError.login(failure)) {
      try await fixture.authenticator().logIn { [browser] url in
        browser.comeBack(from: url, with: "\(query)&state=STATE")
      }
    }
    #expect(try await browser.pages.first(1)[0].body.contains("<h1>Not signed in</h1>"))
    #expect(fixture.server.requests.all.isEmpty)
    #expect(try await fixture.stored() == nil)
  }

  @Test("ends after five minutes without an answer and frees the port")
  func timedOut() async throws {
    var fixture = try LoginFixture([.token("access-1")])
    let port = try freeFixedPort()
    fixture.redirectURI = try #require(URL(string: "http://localhost:\(port)"))
    let authenticator = fixture.authenticator()
    await #expect(throws: GradesError.login(.timedOut)) {
      try await authenticator.logIn { _ in }
    }
    #expect(fixture.clock.pauses.all == [.seconds(300)])
    #expect(await browser.isRefused(at: Int(port)))
  }

  @Test("ends with the task and frees the port")
  func cancelled() async throws {
    var fixture = try LoginFixture(passesTime: false, [.token("access-1")])
    let port = try freeFixedPort()
    fixture.redirectURI = try #require(URL(string: "http://127.0.0.1:\(port)/callback"))
    let authenticator = fixture.authenticator()
    let opened = Occurrences<URL>()
    let task = Task { try await authenticator.logIn { opened.record($0) } }
    _ = try await opened.first(1)
    task.cancel()
    await #expect(throws: GradesError.cancelled) { try await task.value }
    #expect(await browser.isRefused(at: Int(port)))
  }

  @Test("says which port is busy")
  func busyPort() async throws {
    var fixture = try LoginFixture([.token("access-1")])
    let other = try ScriptedServer([.answer(200)])
    fixture.redirectURI = other.url("/callback")
    let authenticator = fixture.authenticator()
    await #expect(throws: GradesError.login(.portBusy(other.port))) {
      try await authenticator.logIn { _ in Issue.record("opened") }
    }
    withExtendedLifetime(other) {}
  }

  @Test("leaves nobody else the other address that localhost may mean", .enabled(if: hasIPv6))
  func otherLocalhost() async throws {
    var fixture = try LoginFixture(passesTime: false, [.token("access-1")])
    var port = try freeFixedPort()
    while Self.takeIPv6(port) != nil { port = try freeFixedPort() }
    fixture.redirectURI = try #require(URL(string: "http://localhost:\(port)/callback"))
    let authenticator = fixture.authenticator()
    let errors = Occurrences<Int32?>()
    _ = try await authenticator.logIn { [browser, port] url in
      errors.record(Self.takeIPv6(port))
      browser.comeBack(from: url, with: "code=aB3xY9&state=STATE")
    }
    #expect(errors.all == [EADDRINUSE])
    #expect(Self.takeIPv6(port) == nil)
  }

  private static let hasIPv6 = takeIPv6(0) == nil

  /// The system's error for binding a port of `::1`; nil when it is free.
  private static func takeIPv6(_ port: UInt16) -> Int32? {
    let socket = Foundation.socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { return errno }
    defer { close(socket) }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_addr = in6addr_loopback
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    }
    return result == 0 ? nil : errno
  }

  @Test("works again at once at the same port, also with no path in the redirect URI")
  func twice() async throws {
    var fixture = try LoginFixture(
      passesTime: false, [.token("access-1", expiresIn: "3600")],
      [.token("access-1", expiresIn: "59")])
    fixture.redirectURI = try #require(URL(string: "http://localhost:\(try freeFixedPort())"))
    let authenticator = fixture.authenticator()
    for end in ["2026-11-21T13:00:00Z", "2026-11-21T12:00:59Z"] {
      // The second login gets the same token with a shorter remaining lifetime.
      let credentials = try await authenticator.logIn { [browser] url in
        browser.comeBack(from: url, with: "code=aB3xY9&state=STATE")
      }
      #expect(credentials.accessToken == "access-1")
      #expect(credentials.expiresAt == .moment(end))
    }
    #expect(try await authenticator.accessToken() == "access-1")
    #expect(fixture.server.requests.all.count == 2)
  }

  @Test(
    "is refused before anything is opened when the configuration cannot work",
    arguments: [
      ("https://127.0.0.1:8443/callback", "id", LoginFailure.redirectURIUnusable),
      ("http://grades.example/callback", "id", .redirectURIUnusable),
      ("http://[::1]:8080/callback", "id", .redirectURIUnusable),
      ("http://127.0.0.2:8080/callback", "id", .redirectURIUnusable),
      ("cz.example.grades://callback", "id", .redirectURIUnusable),
      ("http://127.0.0.1:0/callback", nil, .clientMissing),
      ("http://127.0.0.1:0/callback", "", .clientMissing),
    ] as [(String, String?, LoginFailure)])
  func unusable(redirectURI: String, clientID: String?, failure: LoginFailure) async throws {
    var fixture = try LoginFixture([.token("access-1")])
    fixture.redirectURI = try #require(URL(string: redirectURI))
    fixture.clientID = clientID
    let authenticator = fixture.authenticator()
    await #expect(throws: GradesError.login(failure)) {
      try await authenticator.logIn { _ in Issue.record("opened") }
    }
  }
}
