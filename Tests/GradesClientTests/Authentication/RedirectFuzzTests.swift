import Foundation
import GradesClient
import TestSupport
import Testing

/// Foreign connections to the port of the redirect: none of them ends the login or learns anything.
@Suite("Strangers where the browser comes back", .timeLimit(.minutes(60)), .inTurn)
struct RedirectFuzzTests {
  private static let corpus = [
    "GET /callback?code=a&state=STATE HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "POST /callback HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 12\r\n\r\ncode=a&state=",
    "GET /favicon.ico HTTP/1.0\r\n\r\n", "GET /callback?error=access_denied HTTP/1.1\r\n\r\n",
    "\u{16}\u{3}\u{1}\u{2}\u{0}", "OPTIONS * HTTP/1.1\r\n\r\n",
  ]

  @Test("Are answered or hung up on")
  func strangers() async throws {
    try await FuzzRun.seeds(4, cost: 100) { seed in
      let fixture = try LoginFixture(passesTime: false, [.token("access-1", expiresIn: "3600")])
      let browser = TestBrowser()
      let credentials = try await fixture.authenticator().logIn { url in
        browser.start {
          let redirect = try Redirect(url)
          for number in 0..<20 {
            var damage = ByteDamage(
              seed: seed &* 20 &+ UInt64(number),
              pieces: [
                "GET ", "/callback", "?", "code=", "state=", "HTTP/1.1", "Host: ", "\r\n\r\n",
              ])
            let whole = Self.corpus[number % Self.corpus.count]
            let bytes = damage.damaged(Array(whole.utf8))
            // Some close at once, some stay until the limit.
            let stranger = try IdleConnection(to: redirect.port, saying: bytes)
            if number.isMultiple(of: 2) { withExtendedLifetime(stranger) {} }
          }
          await browser.open(redirect.url("code=right&state=STATE"))
        }
      }
      #expect(credentials.accessToken == "access-1", "seed \(seed)")
      let forms = fixture.server.requests.all.map { items($0.body)["code"] }
      #expect(forms == ["right"], "seed \(seed)")
    }
  }
}
