import AppTestSupport
import Testing

/// The About scene in a window.
@Suite("About on a screen")
struct AboutScreenTests {
  private func app(_ arguments: String = "", columns: Int, rows: Int) async throws -> RunningApp {
    let program = try await Program.signedIn(to: .shared())
    return program.open(arguments + " --open about", columns: columns, rows: rows)
  }

  @Test("At 40 columns it scrolls, to the end and no further")
  func at40() async throws {
    let app = try await app(columns: 40, rows: 16)
    #expect(
      await app.picture == """
          grades · About                 0.1.0
        ────────────────────────────────────────
         grades 0.1.0
         Results of courses at FIT CTU in the
         terminal: students see theirs in every
         semester, teachers edit those of their
         students without overwriting a
         colleague’s work.
         It is not an official product of the
         faculty or of the university.

         Licence
         Apache-2.0: you may use, change and
         pass it on; there is no warranty.
        ────────────────────────────────────────
         ↑↓ move  ? keys  , settings  Esc back
        """)
    #expect(
      await app.pressing("<end><down>") == """
          grades · About                 0.1.0
        ────────────────────────────────────────
           ~/.config/grades/config.json
         Settings
           ~/.config/grades/settings.json
         Credentials
           ~/.local/state/grades/credentials.js
           on
         Stored data
           ~/.cache/grades/cache.sqlite
         Drafts and history
           ~/.local/state/grades/drafts.sqlite
         Demo data
           ~/.local/state/grades/demo.sqlite
        ────────────────────────────────────────
         ↑↓ move  ? keys  , settings  Esc back
        """)
    #expect(await app.pressing("<home>").contains("grades 0.1.0"))
    _ = await app.hangUp()
  }

  @Test("At 80 columns") func at80() async throws {
    let app = try await app(columns: 80, rows: 30)
    #expect(
      await app.picture == """
          grades · About                                                         0.1.0
        ────────────────────────────────────────────────────────────────────────────────
         grades 0.1.0
         Results of courses at FIT CTU in the terminal: students see theirs in every
         semester, teachers edit those of their students without overwriting a
         colleague’s work.
         It is not an official product of the faculty or of the university.

         Licence
         Apache-2.0: you may use, change and pass it on; there is no warranty.

         Your data
         Kept on this computer are your login, what the service answered last, your
         drafts, the history of what you published, and the settings.
         Logging out erases all of it except the settings; the drafts and the history
         stay if you wish.
         The program talks only to Grades and to the login server of the faculty.

         Files
         Configuration       ~/.config/grades/config.json
         Settings            ~/.config/grades/settings.json
         Credentials         ~/.local/state/grades/credentials.json
         Stored data         ~/.cache/grades/cache.sqlite
         Drafts and history  ~/.local/state/grades/drafts.sqlite
         Demo data           ~/.local/state/grades/demo.sqlite



        ────────────────────────────────────────────────────────────────────────────────
         (↑↓ move)  ? keys  , settings  Esc back
        """)
    #expect(await app.pressing("<down>").contains("The whole text is visible."))
    _ = await app.hangUp()
  }

  @Test("At 120 columns in Czech") func czechAt120() async throws {
    let app = try await app("--lang cs", columns: 120, rows: 30)
    #expect(
      await app.picture == """
          grades · O programu                                                                                            0.1.0
        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
         grades 0.1.0
         Výsledky předmětů na FIT ČVUT v terminálu: studenti vidí své ve všech
         semestrech, vyučující upravují výsledky svých studentů, aniž by přepsali
         práci kolegů.
         Není to oficiální produkt fakulty ani univerzity.

         Licence
         Apache-2.0: program smíte používat, měnit a šířit; je bez záruky.

         Vaše data
         Na tomto počítači se ukládá vaše přihlášení, poslední odpovědi služby,
         koncepty, historie toho, co jste zveřejnili, a nastavení.
         Odhlášení to všechno smaže kromě nastavení; koncepty a historie zůstanou,
         pokud chcete.
         Program komunikuje jen s Grades a s přihlašovacím serverem fakulty.

         Soubory
         Konfigurace          ~/.config/grades/config.json
         Nastavení            ~/.config/grades/settings.json
         Přihlašovací údaje   ~/.local/state/grades/credentials.json
         Uložená data         ~/.cache/grades/cache.sqlite
         Koncepty a historie  ~/.local/state/grades/drafts.sqlite
         Ukázková data        ~/.local/state/grades/demo.sqlite



        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
         (↑↓ pohyb)  ? klávesy  , nastavení  Esc zpět
        """)
    _ = await app.hangUp()
  }

  @Test("At 40 columns in Czech") func czechAt40() async throws {
    let app = try await app("--lang cs", columns: 40, rows: 16)
    #expect(
      await app.pressing("<pagedown>") == """
          grades · O programu            0.1.0
        ────────────────────────────────────────
         měnit a šířit; je bez záruky.

         Vaše data
         Na tomto počítači se ukládá vaše
         přihlášení, poslední odpovědi služby,
         koncepty, historie toho, co jste
         zveřejnili, a nastavení.
         Odhlášení to všechno smaže kromě
         nastavení; koncepty a historie
         zůstanou, pokud chcete.
         Program komunikuje jen s Grades
         a s přihlašovacím serverem fakulty.
        ────────────────────────────────────────
         ↑↓ pohyb  ? klávesy  , nastavení
        """)
    _ = await app.hangUp()
  }
}
