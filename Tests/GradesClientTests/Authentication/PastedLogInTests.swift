import Foundation
import GradesClient
import TestSupport
import Testing

@Suite("Signing in with a pasted address", .inTurn)
struct PastedLogInTests {
  @Test(
    "takes the whole address or its query",
    arguments: [
      "http://localhost:8080/?code=aB3xY9&state=STATE", "?code=aB3xY9&state=STATE",
      "state=STATE&code=aB3xY9", "  http://127.0.0.1:8765/callback?state=STATE&code=aB3xY9#top \n",
    ])
  func accepted(pasted: String) async throws {
    var fixture = try LoginFixture([.token("access-1", refresh: "refresh-1")])
    fixture.redirectURI = try #require(URL(string: "http://localhost:8080"))
    let authenticator = fixture.authenticator()
    let request = try await authenticator.authorizationRequest()
    let redirect = try Redirect(request.url)
    #expect(redirect.uri.absoluteString == "http://localhost:8080")
    let credentials = try await authenticator.logIn(
      request, pastedRedirect: pasted.replacing("STATE", with: redirect.state))
    #expect(credentials.accessToken == "access-1")
    let form = items(try #require(fixture.server.requests.all.first?.body))
    #expect(form["code"] == "aB3xY9")
    #expect(form["redirect_uri"] == "http://localhost:8080")
    #expect(try await fixture.stored() == credentials)
  }

  @Test(
    "takes nothing else, and never a code without its state",
    arguments: [
      ("http://localhost:8080/?code=aB3xY9&state=wrong", LoginFailure.wrongState),
      ("aB3xY9", .notARedirect), ("code=aB3xY9", .notARedirect), ("", .notARedirect),
      ("http://localhost:8080/?state=STATE", .notARedirect),
      ("https://auth.example/oauth/authorize?response_type=code&state=STATE", .notARedirect),
      ("http://localhost:8080/?error=access_denied&state=STATE", .denied),
    ])
  func refused(pasted: String, failure: LoginFailure) async throws {
    let fixture = try LoginFixture([.token("access-1")])
    let authenticator = fixture.authenticator()
    let request = try await authenticator.authorizationRequest()
    let state = try Redirect(request.url).state
    await #expect(throws: GradesError.login(failure)) {
      try await authenticator.logIn(
        request, pastedRedirect: pasted.replacing("STATE", with: state))
    }
    #expect(fixture.server.requests.all.isEmpty)
    #expect(try await fixture.stored() == nil)
  }

  @Test("draws new secrets for every request and prints none of them")
  func secrets() async throws {
    let fixture = try LoginFixture([.token("access-1")])
    let authenticator = fixture.authenticator()
    let first = try await authenticator.authorizationRequest()
    let second = try await authenticator.authorizationRequest()
    let state = try Redirect(first.url).state
    #expect(state != (try Redirect(second.url).state))
    var printed = "\(first)"
    dump(first, to: &printed)
    #expect(!printed.contains(state))
  }
}

@Suite("What the token endpoint answers to a code", .inTurn)
struct CodeExchangeTests {
  @Test(
    "refusals and failures store nothing",
    arguments: [
      (.refusal(400, "invalid_grant"), GradesError.login(.codeRefused)),
      (.refusal(401, "unauthorized"), .login(.clientRefused)),
      (.refusal(401, "invalid_client"), .login(.clientRefused)),
      (.refusal(401, "invalid_token"), .login(.clientRefused)),
      (.refusal(400, "invalid_scope"), .login(.refused(error: "invalid_scope"))),
      (.answer(401), .login(.clientRefused)), (.answer(403), .login(.clientRefused)),
      (.refusal(405, "method_not_allowed"), .unexpectedStatus(405)),
      (.answer(404), .unexpectedStatus(404)),
      (.answer(302, ["Location": "/login.html"]), .unexpectedStatus(302)),
      (.answer(429, ["Retry-After": "30"]), .tooManyRequests(retryAfter: .seconds(30))),
      (.refusal(500, "server_error"), .serviceFailure(status: 500)),
      (.answer(200, body: "<html>portal</html>"), .unreadable(.html)),
      (.json("{}"), .unreadable(.json(path: "access_token"))),
      (.json(#"{"access_token": ""}"#), .unreadable(.json(path: "access_token"))),
      (.json(#"{"access_token": 7}"#), .unreadable(.json(path: "access_token"))),
      (
        .json(#"{"access_token": "access-1", "token_type": "mac"}"#),
        .unreadable(.json(path: "token_type"))
      ),
      (.json(#"{"access_to"#), .unreadable(.truncated)),
      (.reset, .unreachable(.connectionLost)),
    ] as [(ScriptedServer.Step, GradesError)])
  func refused(answer: ScriptedServer.Step, error: GradesError) async throws {
    let fixture = try LoginFixture([answer])
    let authenticator = fixture.authenticator()
    let request = try await authenticator.authorizationRequest()
    let state = try Redirect(request.url).state
    await #expect(throws: error) {
      try await authenticator.logIn(request, pastedRedirect: "code=aB3xY9&state=\(state)")
    }
    #expect(fixture.server.requests.all.count == 1)
    #expect(try await fixture.stored() == nil)
    #expect(!fixture.log.lines.all.joined().contains("aB3xY9"))
  }

  @Test(
    "the token's life is read from any number there is",
    arguments: [
      ("3421", "2026-11-21T12:57:01Z"), ("3421.0", "2026-11-21T12:57:01Z"),
      (#""3421""#, "2026-11-21T12:57:01Z"), ("0", "2026-11-21T12:00:00Z"),
      ("-5", "2026-11-21T12:00:00Z"), (nil, nil), ("null", nil), ("4294967296", nil),
      ("9223372036854775808", nil), ("1e300", nil), ("99999999", "2030-01-21T21:46:39Z"),
    ] as [(String?, String?)])
  func lifetimes(expiresIn: String?, end: String?) async throws {
    let fixture = try LoginFixture([.token("access-1", expiresIn: expiresIn)])
    let credentials = try await fixture.authenticator().logInAsServiceAccount()
    #expect(credentials.expiresAt == end.map(Date.moment))
  }

  @Test("id and secret are form-encoded before base64")
  func basic() async throws {
    var fixture = try LoginFixture([.token("access-1")])
    fixture.clientID = "id with: ž"
    fixture.clientSecret = "a+b/c%"
    _ = try await fixture.authenticator().logInAsServiceAccount()
    let sent = try #require(fixture.server.requests.all.first?.headers["authorization"])
    let decoded = try #require(Data(base64Encoded: String(sent.dropFirst("Basic ".count))))
    #expect(String(decoding: decoded, as: UTF8.self) == "id%20with%3A%20%C5%BE:a%2Bb%2Fc%25")
  }
}
