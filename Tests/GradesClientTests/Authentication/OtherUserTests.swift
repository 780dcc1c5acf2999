import Foundation
import GradesClient
import TestSupport
import Testing

/// An authenticator serves one user, also after another user signs in elsewhere.
@Suite("While another user logs in in another process", .inTurn)
struct OtherUserTests {
  private static let other = GradesError.notSignedIn(.otherUser)

  /// A login whose user is the authenticator's.
  private func loggedIn() async throws -> (LoginFixture, Authenticator) {
    let fixture = try LoginFixture([.answer(500)])
    try fixture.store("access-1", endsIn: 600)
    let authenticator = fixture.authenticator()
    #expect(try await authenticator.accessToken() == "access-1")
    return (fixture, authenticator)
  }

  @Test("their token is not used in the name of the user before, and stays theirs")
  func tokenEnds() async throws {
    let (fixture, authenticator) = try await loggedIn()
    #expect(await authenticator.otherUser() == nil)
    try fixture.store("access-9", endsIn: 6000, username: "druhyst2")
    let file = try Data(contentsOf: fixture.file)
    // The user's own token is used until it expires.
    #expect(try await authenticator.accessToken() == "access-1")
    #expect(await authenticator.otherUser() == Username("druhyst2"))
    fixture.clock.advance(by: .seconds(700))
    for _ in 0..<2 {
      await #expect(throws: Self.other) { try await authenticator.accessToken() }
    }
    await #expect(throws: Self.other) { try await authenticator.credentials() }
    #expect(try Data(contentsOf: fixture.file) == file)
    #expect(fixture.server.requests.all.isEmpty)
    #expect(try await fixture.authenticator().accessToken() == "access-9")
  }

  @Test("and after a logout there, no token is used any more")
  func loggedOut() async throws {
    let (fixture, authenticator) = try await loggedIn()
    try await fixture.authenticator().logOut()
    await #expect(throws: GradesError.notSignedIn(.noCredentials)) {
      try await authenticator.accessToken()
    }
  }

  @Test("a refused token is not replaced by theirs")
  func refused() async throws {
    let (fixture, authenticator) = try await loggedIn()
    try fixture.store("access-9", endsIn: 6000, username: "druhyst2")
    await #expect(throws: Self.other) { try await authenticator.replacement(for: "access-1") }
  }

  @Test("another login of the same person is gone on with")
  func samePerson() async throws {
    let (fixture, authenticator) = try await loggedIn()
    try fixture.store("access-2", endsIn: 6000)
    #expect(await authenticator.otherUser() == nil)
    #expect(try await authenticator.replacement(for: "access-1") == "access-2")
    #expect(try await authenticator.accessToken() == "access-2")
  }

  @Test(
    "of a login that does not say yet whose it is, the server is asked",
    arguments: [("zkusade1", true), ("druhyst2", false)])
  func unnamed(username: String, isSame: Bool) async throws {
    var fixture = try LoginFixture([.json(#"{"user_name": "\#(username)"}"#)])
    fixture.hasCheckToken = true
    try fixture.store("access-1", endsIn: 600)
    let authenticator = fixture.authenticator()
    #expect(try await authenticator.accessToken() == "access-1")
    try fixture.store("access-2", endsIn: 6000, username: nil)
    if isSame {
      #expect(try await authenticator.replacement(for: "access-1") == "access-2")
    } else {
      await #expect(throws: Self.other) { try await authenticator.replacement(for: "access-1") }
    }
    #expect(fixture.server.requests.all.map(\.target) == ["/oauth/check_token"])
  }

  @Test("logging out leaves their login alone, and so does the name of the user before")
  func leftAlone() async throws {
    let (fixture, authenticator) = try await loggedIn()
    try fixture.store("access-9", endsIn: 6000, username: "druhyst2")
    try await authenticator.remember(
      user: UserInfo(username: Username("zkusade1"), firstName: "Adéla", lastName: "Zkušební"))
    #expect(try await fixture.stored()?.username == Username("druhyst2"))
    try await authenticator.logOut()
    #expect(try await fixture.stored()?.accessToken == "access-9")
  }
}
