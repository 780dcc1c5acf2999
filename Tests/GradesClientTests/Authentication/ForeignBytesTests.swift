import Foundation
import TestSupport
import Testing

@testable import GradesClient

@Suite("Whatever comes from outside")
struct ForeignBytesTests {
  /// Pieces of the readers' own syntax, besides random bytes.
  private static let pieces = [
    "state=", "code=", "error=", "&", "=", "?", "#", "%", "%4", "%FF", "+", "\u{0}", "\r\n", "{",
    "}", "[", "\"access_token\":", "\"expires_in\":", "1e999", "-1e308", "9223372036854775808",
    "null", "Sat, 21 Nov 2026 12:00:20 GMT", " GMT", ":", "99", "Feb", "ž", "\u{202E}", "\u{1B}[2J",
    "\"hosts\":", "\"", ",", "0",
  ]

  private func text(_ generator: inout SeededNumbers) -> String {
    (0..<Int.random(in: 0...12, using: &generator)).map { _ in
      Self.pieces.randomElement(using: &generator) ?? ""
    }.joined()
  }

  @Test("is read or refused, never fatal", arguments: [1, 2, 3, 4] as [UInt64])
  func noise(seed: UInt64) {
    var generator = SeededNumbers(seed)
    for _ in 0..<1000 {
      let text = text(&generator)
      let response = HTTPResponse(
        status: 400, headers: [HTTPHeader("Retry-After", text)], body: Data(text.utf8))
      _ = formDecoded(text)
      _ = try? RedirectAnswer(query: text, state: "state")
      _ = CredentialDocument(Array(text.utf8))
      _ = try? TokenAnswer(response).credentials(kind: .user, now: .moment("2026-11-21T12:00:00Z"))
      _ = try? TokenCheck(response)
      _ = response.retryAfter(now: .moment("2026-11-21T12:00:00Z"))
      let line = response.shortText ?? ""
      #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
      #expect(line.count <= 200)
    }
  }

  @Test(
    "dates of HTTP are read as they are meant",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"),
      ("Thu, 29 Feb 2024 23:59:59 GMT", "2024-02-29T23:59:59Z"),
      ("Fri, 01 Mar 2024 00:00:00 GMT", "2024-03-01T00:00:00Z"),
      ("Thu, 31 Dec 2099 12:00:00 GMT", "2099-12-31T12:00:00Z"),
      ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("06 Nov 1994 08:49:37 GMT", nil),
      ("Sun, 06 Nov 1994 25:00:00 GMT", nil), ("Sun, 06 Foo 1994 08:49:37 GMT", nil),
      ("Sun Nov  6 08:49:37 1994", nil), ("", nil),
    ] as [(String, String?)])
  func dates(text: String, expected: String?) {
    #expect(httpDate(text) == expected.map(Date.moment))
  }

  @Test(
    "The end of a certificate in the forms of TLS libraries",
    arguments: [
      ("Oct  9 07:28:00 2027 GMT", "2027-10-09T07:28:00Z"),
      ("2027-10-09 07:28:00 GMT", "2027-10-09T07:28:00Z"),
      ("2027-13-09 07:28:00 GMT", nil), ("2027-10-09 07:28:00", nil), ("", nil),
      ("Bad 9 07:28:00 2027 GMT", nil), ("--- x GMT", nil),
    ])
  func certificates(text: String, expected: String?) {
    #expect(certificateDate(text) == expected.map(Date.moment))
  }

  @Test(
    "only some failures let stored data answer instead",
    arguments: [
      (GradesError.unreachable(.refused), true), (.unreachable(.timedOut), true),
      (.tooManyRequests(retryAfter: nil), true), (.serviceFailure(status: 503), true),
      (.unreadable(.html), true), (.unreachable(.insecureAddress), false),
      (.unreadable(.json(path: "")), false), (.notPermitted, false), (.cancelled, false),
      (.notSignedIn(.expired), false), (.login(.clientRefused), false),
    ])
  func unavailability(error: GradesError, expected: Bool) {
    #expect((error.scope == .service) == expected)
  }
}
