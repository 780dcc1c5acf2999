import AppTestSupport
import GradesServer
import Testing

/// The Settings scene in a window, at the demo, whose name does not change from run to run.
@Suite("Settings on a screen")
struct SettingsScreenTests {
  private func app(_ arguments: String = "", columns: Int, rows: Int) async throws -> RunningApp {
    let program = try Program(now: { .usual })
    #expect(await program("login --demo --as both").status == 0)
    return program.open(arguments + " --open settings", columns: columns, rows: rows)
  }

  @Test("The system's language is named, not the one that the command line demands")
  func systemLanguage() async throws {
    let czech = try await app("--lang cs", columns: 80, rows: 16)
    #expect(await czech.picture.contains("podle systému (English)"))
    _ = await czech.hangUp()
    let english = try await app("--lang en", columns: 80, rows: 16)
    #expect(await english.picture.contains("Language                    as the system (English)"))
    _ = await english.hangUp()
  }

  @Test("At 40 columns, what is cut is told below")
  func at40() async throws {
    let app = try await app(columns: 40, rows: 16)
    let picture = await app.picture
    #expect(
      picture == """
          grades · Settings               demo
        ────────────────────────────────────────
        ▌ Semester            Current semester…
          Language            as the system (E…
          Notify students b…  ● yes
          Hide what is not …  ○ no
          Hidden courses      none

         About
          Host                demo
          Name                Alena Obojí (obo…
        ────────────────────────────────────────
         Semester: Current semester (Winter
         2026/27, B261)
        ────────────────────────────────────────
         ↑↓ move  ⏎ change  ? keys  l log out
        """)
    #expect(
      await app.pressing("<end>") == """
          grades · Settings               demo
        ────────────────────────────────────────
          Licence             Apache-2.0

         Files
          Configuration       …ades/config.json
          Settings            …es/settings.json
          Credentials         …credentials.json
          Stored data         …des/cache.sqlite
          Drafts and history  …es/drafts.sqlite
        ▌ Demo data           …ades/demo.sqlite
        ────────────────────────────────────────
         Demo data:
         ~/.local/state/grades/demo.sqlite
        ────────────────────────────────────────
         ↑↓ move  (⏎ change)  ? keys  l log out
        """)
    #expect(await app.pressing("<enter>").contains("This can only be read."))
    _ = await app.hangUp()
  }

  @Test("At 80 columns") func at80() async throws {
    let app = try await app(columns: 80, rows: 24)
    let picture = await app.picture
    #expect(
      picture == """
          grades · Settings                                                       demo
        ────────────────────────────────────────────────────────────────────────────────
        ▌ Semester                    Current semester (Winter 2026/27, B261)
          Language                    as the system (English)
          Notify students by default  ● yes
          Hide what is not graded     ○ no
          Hidden courses              none

         About
          Host                        demo
          Name                        Alena Obojí (obojial1)
          Roles                       student, teacher
          Version                     0.1.0
          Licence                     Apache-2.0

         Files
          Configuration               ~/.config/grades/config.json
          Settings                    ~/.config/grades/settings.json
          Credentials                 ~/.local/state/grades/credentials.json
          Stored data                 ~/.cache/grades/cache.sqlite
          Drafts and history          ~/.local/state/grades/drafts.sqlite
          Demo data                   ~/.local/state/grades/demo.sqlite
        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ change  ? keys  l log out  L other host  a about  Esc back
        """)
    #expect(await app.cursor?.row == 2)
    _ = await app.hangUp()
  }

  @Test("At 120 columns") func at120() async throws {
    let app = try await app(columns: 120, rows: 16)
    let picture = await app.picture
    #expect(
      picture == """
          grades · Settings                                                                                               demo
        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
        ▌ Semester                    Current semester (Winter 2026/27, B261)
          Language                    as the system (English)
          Notify students by default  ● yes
          Hide what is not graded     ○ no
          Hidden courses              none

         About
          Host                        demo
          Name                        Alena Obojí (obojial1)
          Roles                       student, teacher
          Version                     0.1.0
          Licence                     Apache-2.0
        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ change  ? keys  l log out  L other host  a about  Esc back
        """)
    _ = await app.hangUp()
  }

  @Test("At 40 columns in Czech") func czechAt40() async throws {
    let app = try await app("--lang cs", columns: 40, rows: 16)
    #expect(
      await app.pressing("<down><down>") == """
          grades · Nastavení              demo
        ────────────────────────────────────────
          Semestr             Aktuální semestr…
          Jazyk               podle systému (E…
        ▌ Upozorňovat stude…  ● ano
          Skrývat nehodnoce…  ○ ne
          Skryté předměty     žádné

         O programu
          Server              demo
          Jméno               Alena Obojí (obo…
        ────────────────────────────────────────
         Upozorňovat studenty: ● ano

        ────────────────────────────────────────
         ↑↓ pohyb  ⏎ změnit  ? klávesy
        """)
    _ = await app.hangUp()
  }

  @Test("At 80 columns in Czech") func czechAt80() async throws {
    let app = try await app("--lang cs", columns: 80, rows: 24)
    let picture = await app.picture
    #expect(
      picture == """
          grades · Nastavení                                                      demo
        ────────────────────────────────────────────────────────────────────────────────
        ▌ Semestr               Aktuální semestr (Zima 2026/27, B261)
          Jazyk                 podle systému (English)
          Upozorňovat studenty  ● ano
          Skrývat nehodnocené   ○ ne
          Skryté předměty       žádné

         O programu
          Server                demo
          Jméno                 Alena Obojí (obojial1)
          Role                  student, vyučující
          Verze                 0.1.0
          Licence               Apache-2.0

         Soubory
          Konfigurace           ~/.config/grades/config.json
          Nastavení             ~/.config/grades/settings.json
          Přihlašovací údaje    ~/.local/state/grades/credentials.json
          Uložená data          ~/.cache/grades/cache.sqlite
          Koncepty a historie   ~/.local/state/grades/drafts.sqlite
          Ukázková data         ~/.local/state/grades/demo.sqlite
        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ pohyb  ⏎ změnit  ? klávesy  l odhlásit se  L jiný server  a o programu
        """)
    _ = await app.hangUp()
  }

  @Test("At 120 columns in Czech") func czechAt120() async throws {
    let app = try await app("--lang cs", columns: 120, rows: 16)
    let picture = await app.picture
    #expect(
      picture == """
          grades · Nastavení                                                                                              demo
        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
        ▌ Semestr               Aktuální semestr (Zima 2026/27, B261)
          Jazyk                 podle systému (English)
          Upozorňovat studenty  ● ano
          Skrývat nehodnocené   ○ ne
          Skryté předměty       žádné

         O programu
          Server                demo
          Jméno                 Alena Obojí (obojial1)
          Role                  student, vyučující
          Verze                 0.1.0
          Licence               Apache-2.0
        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
         ↑↓ pohyb  ⏎ změnit  ? klávesy  l odhlásit se  L jiný server  a o programu  Esc zpět
        """)
    _ = await app.hangUp()
  }
}
