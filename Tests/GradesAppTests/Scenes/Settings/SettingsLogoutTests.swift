import AppTestSupport
import GradesTesting
import TestSupport
import Testing

/// Logging out in the app: never without a question, never losing drafts without a word.
@Suite("Logging out in the app", .inTurn)
struct SettingsLogoutTests {
  private func isSignedIn(_ program: Program) async -> Bool {
    await program("status --json").out.contains("\"signedIn\": true")
  }

  @Test("The key that asks is not the key that answers; then the program returns to the login")
  func withoutDrafts() async throws {
    let program = try Program(now: { .usual })
    #expect(await program("login --demo").status == 0)
    let app = program.open("--open settings", columns: 80, rows: 16)
    // Elsewhere this key opens what is focused: here a setting.
    #expect(await app.pressing("l").contains("┌─ Semester"))
    await expectFrame("SettingsLogout/withoutDrafts", app.pressing("<esc>o"))
    #expect(await app.pressing("o").contains("┌─ Log out?"))
    #expect(await !app.pressing("n").contains("┌─ Log out?"))
    #expect(await isSignedIn(program))
    _ = await app.pressing("oy")
    #expect(await !isSignedIn(program))
    // Nothing of the user is left to go back to.
    _ = await app.pressing("<esc>")
    #expect(await app.end().status == 0)
  }

  @Test("A token from the environment cannot be logged out, and the key says so")
  func givenToken() async throws {
    let service = try await TestService.shared()
    let token = try await service.control.issueTokens(username: "zkusade1").access
    let program = try Program(at: service, environment: ["GRADES_TOKEN": token])
    let app = program.open("--open settings", columns: 80, rows: 16)
    #expect(
      await app.pressing("o").contains(
        "You are logged in through GRADES_TOKEN; unset it to log out."))
  }

  @Test("Another host: the login, from which one can go back")
  func elsewhere() async throws {
    let program = try await Program.signedIn(to: .shared())
    let app = program.open("--open settings", columns: 80, rows: 16)
    #expect(await !app.pressing("L").contains("grades · Settings"))
    #expect(await app.pressing("<esc>").contains("grades · Settings"))
    #expect(await isSignedIn(program))
  }
}
