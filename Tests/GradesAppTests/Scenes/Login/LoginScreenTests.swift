import AppTestSupport
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

  @Test("Where to log in")
  func choosing() async throws {
    let program = try Program(environment: Self.nowhere)
    let app = program.open(rows: 16)
    #expect(
      await app.text == """
          grades · Log in
        ────────────────────────────────────────────────────────────────────────────────
         Where do you want to log in?
        ▌ Production   grades.fit.cvut.cz  ! not set up
          Development  rozvoj.fit.cvut.cz  ! not set up

         Demo, without an account
          As a student
          As a teacher
          As a student who also teaches

         The login page opens in your browser. If the browser is on another computer,
         its last address can be pasted here.

        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ log in  ? keys  Esc back
        """)
    let unset = await app.type("<enter>")
    #expect(
      unset == """
          grades · Log in                                                   Production
        ────────────────────────────────────────────────────────────────────────────────
         The client id and secret of your application are missing. Register one at
         https://auth.fit.cvut.cz/manager/ and put “client-id” and “client-secret” into
         /invented/grades/config.json, or set GRADES_CLIENT_ID and
         GRADES_CLIENT_SECRET.








        ────────────────────────────────────────────────────────────────────────────────
         ⏎ try again  Esc back  ? keys
        """)
    await app.type("<esc><end>")
    #expect(
      await app.text.contains(
        """
        ▌ As a student who also teaches

         This is a demonstration: the service, its courses and its people are made up
         and run on this computer only.

        """))
    await app.type("<esc>")
    #expect(await app.end().status == 0)
  }

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

  @Test("The address stands whole and without blanks from edge to edge", arguments: [40, 80, 120])
  func address(columns: Int) async throws {
    let desk = try await LoginDesk()
    let opened = Occurrences<URL>()
    let app = desk.program.open(
      columns: columns, rows: 24,
      browser: Browser { url in
        opened.record(url)
        return true
      })
    _ = await app.text
    app.press("<enter>")
    let address = await opened.first(1)[0].absoluteString
    let shown = await app.text(with: "paste the address")
    #expect(shown.split(separator: "\n").joined().contains(address))
    #expect(shown.contains("p paste the address  Esc cancel"))
    if columns == 80 {
      let lines = shown.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(
        lines[..<4].joined(separator: "\n") == """
          ⟳ grades · Log in                                                         Demo
          ────────────────────────────────────────────────────────────────────────────────
           The login page opens in your browser. If it does not, go to this address:

          """)
      // The address above is now longer, now shorter.
      let below = lines.drop { !$0.hasPrefix(" The program") }
      #expect(
        below.filter { !$0.isEmpty }.joined(separator: "\n") == """
           The program waits until you finish there. On another computer, the browser
           ends on a page that cannot be shown; copy that page’s whole address and paste
           it here.
           To select the address with the mouse, hold Shift.
          ────────────────────────────────────────────────────────────────────────────────
           p paste the address  Esc cancel  ? keys  o open again
          """)
      app.press("o")
      _ = await opened.first(2)
    }
    #expect(await app.hangUp().status == 130)
    await desk.service.stop()
  }
}
