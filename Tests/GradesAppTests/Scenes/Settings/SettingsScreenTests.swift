import AppTestSupport
import TestSupport
import Testing

/// The Settings scene in a window, at the demo, whose name does not change from run to run.
@Suite("Settings on a screen", .inTurn)
struct SettingsScreenTests {
  private func app(_ arguments: String = "", columns: Int, rows: Int) async throws -> RunningApp {
    let program = try Program(now: { .usual })
    #expect(await program("login --demo --as both").status == 0)
    return program.open(arguments + " --open settings", columns: columns, rows: rows)
  }

  @Test("The system's language is named, not the one that the command line demands")
  func systemLanguage() async throws {
    let czech = try await app("--lang cs", columns: 80, rows: 16)
    #expect(await czech.frame.contains("podle systému (English)"))
    _ = await czech.hangUp()
    let english = try await app("--lang en", columns: 80, rows: 16)
    #expect(
      await english.frame.contains("Language                    system default (English)"))
  }

  @Test("At 40 columns, what is cut stands below")
  func at40() async throws {
    let app = try await app(columns: 40, rows: 16)
    let frame = await app.frame
    expectFrame("SettingsScreen/at40", frame)
    await expectFrame("SettingsScreen/at40-2", app.pressing("<end>"))
    #expect(await app.pressing("<enter>").contains("This is read-only."))
  }

  @Test("At 80 columns") func at80() async throws {
    let app = try await app(columns: 80, rows: 24)
    let frame = await app.frame
    expectFrame("SettingsScreen/at80", frame)
    #expect(await app.cursor?.row == 2)
  }
}
