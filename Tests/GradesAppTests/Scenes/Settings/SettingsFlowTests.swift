import AppTestSupport
import Foundation
import TestSupport
import Testing

/// Settings that are changed while the app runs, and hold at once.
@Suite("Changing settings in the app", .inTurn)
struct SettingsFlowTests {
  private func program(as username: String = "zkusade1") async throws -> Program {
    try await Program.signedIn(to: .shared(), as: username)
  }

  /// A student at the demo, whose name does not change from run to run.
  private func demo() async throws -> Program {
    let program = try Program(now: { .usual })
    #expect(await program("login --demo").status == 0)
    return program
  }

  /// The line of a setting.
  private func line(_ name: String, _ frame: String) -> String {
    frame.split(separator: "\n").first { $0.contains(name) }.map(String.init) ?? ""
  }

  @Test("The language changes under the user's eyes, and the focus stays")
  func language() async throws {
    let app = try await demo().open(columns: 60, rows: 20)
    await expectFrame("SettingsFlow/language", app.pressing(",<down><enter>"))
    let czech = await app.pressing("<down><enter>")
    #expect(czech.hasPrefix("  Ukázka · grades · Nastavení"))
    #expect(czech.contains("▌ Jazyk"))
    #expect(line("Jazyk", czech).hasSuffix("Čeština"))
    // The scene behind is in the language too, with the names that the service has in it.
    let courses = await app.pressing("<esc>")
    #expect(courses.contains("Předměty"))
    #expect(courses.contains("Databázové systémy"))
    #expect(await app.pressing(",<down><enter><home><enter>").contains("system default (English)"))
  }

  @Test("A language chosen in the app counts more than the one of the command line")
  func languageOfCommandLine() async throws {
    let app = try await program().open("--lang cs --open settings", columns: 60, rows: 20)
    #expect(await app.frame.contains("Nastavení"))
    #expect(await app.pressing("<down><enter><end><enter>").contains("grades · Settings"))
  }

  @Test("A semester holds for the courses behind, whatever the command line said")
  func semester() async throws {
    let program = try await program()
    let app = program.open("--semester B251", columns: 60, rows: 20)
    #expect(await app.frame.contains("Winter 2025/26"))
    let chosen = await app.pressing(",<enter>B242<enter>")
    #expect(line("Semester", chosen).hasSuffix("Summer 2024/25 (B242)"))
    #expect(chosen.contains("The default; e in Courses shows another semester"))
    #expect(await app.pressing("<esc>").contains("Summer 2024/25"))
    _ = await app.hangUp()
    #expect(await program("settings --json").out.contains("\"semester\": \"B242\""))
  }

  @Test("A semester by its code, or by a word; anything else is refused")
  func anySemester() async throws {
    let program = try await program()
    let app = program.open("--open settings", columns: 80, rows: 20)
    let refused = await app.pressing("<enter><end><enter>winter<enter>")
    #expect(refused.contains("“winter” is not a semester."))
    #expect(
      line("Semester", await app.pressing("<c-u>previous<enter>"))
        .hasSuffix("Previous semester (Summer 2025/26, B252)"))
    #expect(await app.pressing("<enter>").contains("✓ Previous semester"))
  }

  @Test("Switches are turned by one key and kept")
  func switches() async throws {
    let program = try await program()
    let app = program.open("--open settings", columns: 60, rows: 20)
    #expect(line("Hide ungraded", await app.pressing("<down><down><space>")).hasSuffix("● yes"))
    #expect(line("Hide ungraded", await app.pressing("<enter>")).hasSuffix("○ no"))
    #expect(line("Hide ungraded", await app.pressing("<space>")).hasSuffix("● yes"))
    _ = await app.hangUp()
    #expect(await program("settings --json").out.contains("\"hideUngraded\": true"))
  }

  @Test("Notifying is a setting of teachers")
  func notify() async throws {
    let program = try Program(now: { .usual })
    #expect(await program("login --demo --as teacher").status == 0)
    let app = program.open("--open settings", columns: 80, rows: 20)
    #expect(line("Notify", await app.pressing("<down><down><space>")).hasSuffix("○ no"))
    _ = await app.hangUp()
    #expect(await program("settings --json").out.contains("\"notify\": false"))
    #expect(await program("settings").out.contains("\n  notify "))
  }

  @Test("Several courses are hidden at once; those of other semesters can be shown again")
  func hiddenCourses() async throws {
    let program = try await demo()
    #expect(await program("settings set hidden-courses XI-OLD.19").status == 0)
    let app = program.open(columns: 60, rows: 20)
    await expectFrame(
      "SettingsFlow/hiddenCourses", app.pressing(",<down><down><down><enter>"))
    let chosen = await app.pressing("<home><space><down><space>old<space><enter>")
    #expect(line("Hidden", chosen).hasSuffix("XI-BEZ.22, XI-DAT.23"))
    #expect(await app.pressing("<esc>").contains("2 hidden courses."))
  }

  @Test("Without a service everything is there that is known here")
  func offline() async throws {
    let program = try await program()
    let app = program.open("--offline --open settings", columns: 60, rows: 30)
    let frame = await app.frame
    #expect(line("Semester", frame).hasSuffix("Current semester"))
    #expect(line("Roles", frame).hasSuffix("unknown"))
    #expect(
      await app.pressing("<up><down><down><down><down><enter>")
        .contains("No courses to hide."))
  }
}
