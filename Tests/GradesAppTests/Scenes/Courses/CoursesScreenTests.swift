import AppTestSupport
import Foundation
import GradesServer
import Testing

/// The Courses scene in a window: both sections, in both languages.
@Suite("Courses on a screen")
struct CoursesScreenTests {
  private func app(_ arguments: String = "", columns: Int, rows: Int = 14) async throws
    -> RunningApp
  {
    let program = try await Program.signedIn(to: .shared(), as: "obojial1")
    return program.open(arguments, columns: columns, rows: rows)
  }

  @Test("At 40 columns") func at40() async throws {
    let app = try await app(columns: 40)
    let picture = await app.picture
    #expect(
      picture == """
          grades · Courses      Winter 2026/27
        ────────────────────────────────────────
         Studying
        ▌ XI-BEZ.22  Health and Safety    16  Z
          XI-LOG.23  Logic and Sets       71  C
          XI-PRJ.22  Software Team Proj…  67  D
          XI-SIT.21  Computer Networks    65  D

         Teaching
          XI-DAT.23  Database Systems


        ────────────────────────────────────────
         ↑↓ move  ⏎ open  ? keys  / find
        """)
    _ = await app.hangUp()
  }

  @Test("At 80 columns") func at80() async throws {
    let app = try await app(columns: 80)
    let picture = await app.picture
    #expect(
      picture == """
          grades · Courses                                as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────────────────────────
         Studying
        ▌ XI-BEZ.22  Health and Safety                                            16  Z
          XI-LOG.23  Logic and Sets                                               71  C
          XI-PRJ.22  Software Team Project                                        67  D
          XI-SIT.21  Computer Networks                                            65  D

         Teaching
          XI-DAT.23  Database Systems


        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ open  ? keys  / find  e semester  (d drafts)  n notifications
        """)
    #expect(await app.cursor?.row == 3)
    _ = await app.hangUp()
  }

  @Test("At 120 columns") func at120() async throws {
    let app = try await app(columns: 120)
    let picture = await app.picture
    #expect(
      picture == """
          grades · Courses                                                                        as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
         Studying
        ▌ XI-BEZ.22  Health and Safety                                                                                    16  Z
          XI-LOG.23  Logic and Sets                                                                                       71  C
          XI-PRJ.22  Software Team Project                                                                                67  D
          XI-SIT.21  Computer Networks                                                                                    65  D

         Teaching
          XI-DAT.23  Database Systems


        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ open  ? keys  / find  e semester  (d drafts)  n notifications  c changes  , settings  Esc back
        """)
    _ = await app.hangUp()
  }

  @Test("At 40 columns in Czech") func czechAt40() async throws {
    let app = try await app("--lang cs", columns: 40)
    let picture = await app.picture
    #expect(
      picture == """
          grades · Předměty       Zima 2026/27
        ────────────────────────────────────────
         Studuji
        ▌ XI-BEZ.22  Bezpečnost a ochra…  16  Z
          XI-LOG.23  Logika a množiny     71  C
          XI-PRJ.22  Softwarový týmový …  67  D
          XI-SIT.21  Počítačové sítě      65  D

         Vyučuji
          XI-DAT.23  Databázové systémy


        ────────────────────────────────────────
         ↑↓ pohyb  ⏎ otevřít  ? klávesy
        """)
    _ = await app.hangUp()
  }

  @Test("At 80 columns in Czech") func czechAt80() async throws {
    let app = try await app("--lang cs", columns: 80)
    let picture = await app.picture
    #expect(
      picture == """
          grades · Předměty                                stav k 13:00 · Zima 2026/27
        ────────────────────────────────────────────────────────────────────────────────
         Studuji
        ▌ XI-BEZ.22  Bezpečnost a ochrana zdraví                                  16  Z
          XI-LOG.23  Logika a množiny                                             71  C
          XI-PRJ.22  Softwarový týmový projekt                                    67  D
          XI-SIT.21  Počítačové sítě                                              65  D

         Vyučuji
          XI-DAT.23  Databázové systémy


        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ pohyb  ⏎ otevřít  ? klávesy  / hledat  e semestr  (d koncepty)  n oznámení
        """)
    _ = await app.hangUp()
  }

  @Test("At 120 columns in Czech") func czechAt120() async throws {
    let app = try await app("--lang cs", columns: 120)
    let picture = await app.picture
    #expect(
      picture == """
          grades · Předměty                                                                        stav k 13:00 · Zima 2026/27
        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
         Studuji
        ▌ XI-BEZ.22  Bezpečnost a ochrana zdraví                                                                          16  Z
          XI-LOG.23  Logika a množiny                                                                                     71  C
          XI-PRJ.22  Softwarový týmový projekt                                                                            67  D
          XI-SIT.21  Počítačové sítě                                                                                      65  D

         Vyučuji
          XI-DAT.23  Databázové systémy


        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
         ↑↓ pohyb  ⏎ otevřít  ? klávesy  / hledat  e semestr  (d koncepty)  n oznámení  c změny  , nastavení  Esc zpět
        """)
    _ = await app.hangUp()
  }

  @Test("A window that is too small says so, and shows the courses again when it grows")
  func small() async throws {
    let app = try await app(columns: 80)
    let before = await app.picture
    #expect(
      await app.resize(columns: 29, rows: 8).contains("too small"))
    #expect(await app.resize(columns: 80, rows: 14).replacing("\u{A0}", with: " ") == before)
    _ = await app.hangUp()
  }
}
