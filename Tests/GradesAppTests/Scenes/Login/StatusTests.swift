import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// `grades status`: what is stored on this machine, without a request.
@Suite("Status", .inTurn)
struct StatusTests {
  @Test("Nobody is signed in")
  func signedOut() async throws {
    let program = try Program()
    let run = await program("status")
    #expect(run.status == 77)
    #expect(run.out == "Host  production\nUser  not logged in\n")
    let document = await program("status --json --host development")
    #expect(
      document.out == """
        {
          "host": "development",
          "profile": null,
          "signedIn": false,
          "user": null,
          "tokenExpiresAt": null,
          "credentials": null,
          "cachedAt": null,
          "drafts": 0,
          "structureDrafts": [],
          "logins": []
        }

        """)
  }

  @Test("Just signed in, then with stored data, then long after")
  func signedIn() async throws {
    let service = try await TestService.shared()
    var program = try await Program.signedIn(to: service)
    let fresh = await program("status")
    #expect(
      program.plain(fresh.out, service) == """
        Host         demo (127.0.0.1:PORT)
        User         unknown
        Token        valid until 21 Nov 2026 14:00 (Europe/Prague)
        Credentials  HOME/.local/state/grades/credentials.json
        Stored data  none yet

        """)

    #expect(await program("login --help").status == 0)
    #expect(await program("courses").status == 0)
    #expect(await program("settings").status == 0)
    program.now = { Date.usual.addingTimeInterval(1800) }
    let later = await program("status")
    #expect(
      program.plain(later.out, service) == """
        Host         demo (127.0.0.1:PORT)
        User         Adéla Zkušební (zkusade1)
        Roles        student
        Token        valid until 21 Nov 2026 14:00 (Europe/Prague)
        Credentials  HOME/.local/state/grades/credentials.json
        Stored data  30 minutes ago
        Drafts       0

        """)
    let document = await program("status --json --lang cs")
    #expect(
      program.plain(document.out, service) == """
        {
          "host": "demo api=http://127.0.0.1:PORT/api/v1",
          "profile": null,
          "signedIn": true,
          "user": {
            "username": "zkusade1",
            "firstName": "Adéla",
            "lastName": "Zkušební",
            "roles": [
              "student"
            ]
          },
          "tokenExpiresAt": "2026-11-21T13:00:00Z",
          "credentials": "HOME/.local/state/grades/credentials.json",
          "cachedAt": "2026-11-21T12:00:00Z",
          "drafts": 0,
          "structureDrafts": [],
          "logins": [
            {
              "profile": null,
              "username": "zkusade1",
              "used": true
            }
          ]
        }

        """)

    program.now = { Date.usual.addingTimeInterval(3 * 86_400) }
    let expired = await program("status --lang cs")
    #expect(
      program.plain(expired.err, service) == "")
    #expect(
      program.plain(expired.out, service) == """
        Server              demo (127.0.0.1:PORT)
        Uživatel            Adéla Zkušební (zkusade1)
        Role                student
        Token               vypršel; obnoví se příštím příkazem
        Přihlašovací údaje  HOME/.local/state/grades/credentials.json
        Uložená data        před 3 dny
        Koncepty            0

        """)
  }

  @Test("In a narrow window")
  func narrow() async throws {
    let program = try Program(now: { .usual })
    #expect(await program("login --demo").status == 0)
    let run = await program("status", width: 40)
    let lines = run.lines.prefix(6)
    #expect(
      lines.joined(separator: "\n") == """
        Host         demo
        User         Adéla Zkušební (zkusade1)
        Roles        student
        Access       read-only
        Token        valid until 21 Nov 2026
                     14:00 (Europe/Prague)
        """)
    #expect(run.lines.allSatisfy { $0.count <= 40 })
  }
}
