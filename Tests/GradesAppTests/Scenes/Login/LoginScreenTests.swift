import Foundation
import GradesApp
import GradesServer
import TestSupport
import Testing

/// The Login scene in a window: what is seen.
@Suite("Logging in in the app, as it looks")
struct LoginScreenTests {
  /// Nobody's place for a configuration, so that its path is always the same.
  private static let nowhere = ["XDG_CONFIG_HOME": "/invented"]

  @Test("In Czech in a narrow, low window; what does not fit is scrolled")
  func narrow() async throws {
    let program = try Program(environment: Self.nowhere)
    let app = program.open("--lang cs", columns: 40, rows: 14)
    #expect(
      await program.plain(app.text) == """
          grades · Přihlášení
        ────────────────────────────────────────
         Kam se chcete přihlásit?
        ▌ Ostrý provoz    grades.fit.cvut.cz
          Vývojová verze  rozvoj.fit.cvut.cz

         Ukázka, bez účtu
          Jako student
          Jako vyučující
          Jako student, který i učí

         Přihlašovací stránka se otevře …
        ────────────────────────────────────────
         ↑↓ pohyb  ⏎ přihlásit  ? klávesy
        """)
    await app.type("<enter>")
    #expect(
      await program.plain(app.resize(columns: 40, rows: 9)) == """
          grades · Přihlášení     Ostrý provoz
        ────────────────────────────────────────
         Chybí identifikátor a tajný klíč vaší
         aplikace. Zaregistrujte ji na
         https://auth.fit.cvut.cz/manager/
         a zapište „client-id“
         a „client-secret“ do souboru          ↓
        ────────────────────────────────────────
         ↑↓ pohyb  ⏎ zkusit znovu  Esc zpět
        """)
    #expect(
      await program.plain(app.type("<end>")) == """
          grades · Přihlášení     Ostrý provoz
        ────────────────────────────────────────
         a zapište „client-id“                 ↑
         a „client-secret“ do souboru
         /invented/grades/config.json, nebo
         nastavte GRADES_CLIENT_ID
         a GRADES_CLIENT_SECRET.
        ────────────────────────────────────────
         ↑↓ pohyb  ⏎ zkusit znovu  Esc zpět
        """)
    _ = await app.hangUp()
  }

  @Test("In a wide window")
  func wide() async throws {
    let program = try Program(environment: Self.nowhere)
    let app = program.open("--lang cs", columns: 120, rows: 15)
    #expect(
      await program.plain(app.type("<end>")) == """
          grades · Přihlášení
        \(String(repeating: "─", count: 120))
         Kam se chcete přihlásit?
          Ostrý provoz    grades.fit.cvut.cz  ! není nastaveno
          Vývojová verze  rozvoj.fit.cvut.cz  ! není nastaveno

         Ukázka, bez účtu
          Jako student
          Jako vyučující
        ▌ Jako student, který i učí

         Toto je ukázka: služba, předměty i lidé jsou vymyšlení a vše běží jen na tomto počítači.

        \(String(repeating: "─", count: 120))
         ↑↓ pohyb  ⏎ přihlásit  ? klávesy  Esc zpět
        """)
    #expect(await app.cursor?.row == 9)
    _ = await app.hangUp()
  }

}
