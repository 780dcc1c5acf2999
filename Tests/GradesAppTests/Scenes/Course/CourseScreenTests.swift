import AppTestSupport
import GradesServer
import Testing

/// The Course scene in a window: the totals, the tree, and all about the focused item.
@Suite("A course on a screen")
struct CourseScreenTests {
  private func app(
    _ arguments: String, columns: Int, rows: Int = 16, settings: [String] = []
  ) async throws -> RunningApp {
    let program = try await Program.signedIn(to: .shared())
    for setting in settings { #expect(await program("settings set \(setting)").status == 0) }
    return program.open(arguments, columns: columns, rows: rows)
  }

  @Test("At 40 columns, marks stand for bounds, and what has no room is told below")
  func at40() async throws {
    let app = try await app("--open course XI-ZPT.23", columns: 40)
    #expect(
      await app.pressing("<down><down><down>") == """
          grades · XI-ZPT.23    Winter 2026/27
        ────────────────────────────────────────
         Basics of Programming Techniques
         80.25 of 100 points · grade B
         ✓ minimum 50 met
         ▾ Homework              30.25  /  40
             Task 1               8.75  /  10  ✓
             Task 2               6.5   /  10  ✓
        ▌    Task 3               8.5   /  10  ✓
             Task 4               6.5   /  10  ✓
         ▾ Tests                 24.5   /  30
        ────────────────────────────────────────
         Task 3: 8.5 / 10 · min 3 ✓
         opraveno po reklamaci …
        ────────────────────────────────────────
         ↑↓ move  ? keys  ←→ fold  ⏎ details
        """)
    #expect(await app.cursor?.row == 8)
    _ = await app.hangUp()
  }

  @Test("At 80 columns") func at80() async throws {
    let app = try await app("--open course XI-ZPT.23", columns: 80)
    #expect(
      await app.picture == """
          grades · XI-ZPT.23                              as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────────────────────────
         Basics of Programming Techniques
         80.25 of 100 points · grade B · ✓ minimum 50 met
        ▌▾ Homework                30.25  /  40  ██████░░
             Task 1                 8.75  /  10  ███████░   min 3 ✓
             Task 2                 6.5   /  10  █████░░░   min 3 ✓
             Task 3                 8.5   /  10  ███████░   min 3 ✓  opraveno po reklam…
             Task 4                 6.5   /  10  █████░░░   min 3 ✓
         ▾ Tests                   24.5   /  30  ███████░
             Test A                12     /  15  ██████░░   min 5 ✓
        ────────────────────────────────────────────────────────────────────────────────
         Homework: 30.25 / 40 · computed · changed 15 Nov 2026 11:24 (Europe/Prague)

        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  ? keys  ←→ fold  ⏎ details  / find  u hide ungraded  n notifications
        """)
    _ = await app.hangUp()
  }

  @Test("At 120 columns, with the time of each change") func at120() async throws {
    let app = try await app("--open course XI-ZPT.23", columns: 120)
    #expect(
      await app.picture == """
          grades · XI-ZPT.23                                                                      as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
         Basics of Programming Techniques
         80.25 of 100 points · grade B · ✓ minimum 50 met
        ▌▾ Homework                30.25  /  40  ████████████░░░░                                   15 Nov 2026 11:24
             Task 1                 8.75  /  10  ██████████████░░   min 3 ✓                         27 Sep 2026 12:14
             Task 2                 6.5   /  10  ██████████░░░░░░   min 3 ✓                          2 Oct 2026 12:57
             Task 3                 8.5   /  10  ██████████████░░   min 3 ✓  opraveno po reklamaci   8 Oct 2026 12:28
             Task 4                 6.5   /  10  ██████████░░░░░░   min 3 ✓                         13 Oct 2026 12:21
         ▾ Tests                   24.5   /  30  █████████████░░░                                   15 Nov 2026 11:24
             Test A                12     /  15  █████████████░░░   min 5 ✓                         19 Oct 2026 12:10
        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
         Homework: 30.25 / 40 · computed · changed 15 Nov 2026 11:24 (Europe/Prague)

        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  ? keys  ←→ fold  ⏎ details  / find  u hide ungraded  n notifications  , settings  Esc back
        """)
    _ = await app.hangUp()
  }

  @Test("At 40 columns in Czech") func czechAt40() async throws {
    let app = try await app("--lang cs --open course XI-ZPT.23", columns: 40)
    #expect(
      await app.pressing("<end>") == """
          grades · XI-ZPT.23      Zima 2026/27
        ────────────────────────────────────────
         Základy programovacích technik
         80,25 / 100 bodů · známka B
         ✓ minimum 50 splněno
           Semestrální projekt   22     /  30  ✓
           Aktivita               3,5   /   5
           Slovní hodnocení     Text má víc řád…
           Zápočet              ano
           Body celkem           80,25  / 100  ✓
        ▌  Známka                 B
        ────────────────────────────────────────
         Známka: B · vypočtené
         změněno 15. 11. 2026 11:24 …
        ────────────────────────────────────────
         ↑↓ pohyb  ? klávesy  ←→ sbalit
        """)
    _ = await app.hangUp()
  }

  @Test("At 80 columns in Czech") func czechAt80() async throws {
    let app = try await app("--lang cs --open course XI-ZPT.23", columns: 80)
    #expect(
      await app.pressing("<down><down><down>") == """
          grades · XI-ZPT.23                               stav k 13:00 · Zima 2026/27
        ────────────────────────────────────────────────────────────────────────────────
         Základy programovacích technik
         80,25 / 100 bodů · známka B · ✓ minimum 50 splněno
         ▾ Domácí úlohy          30,25  /  40  ████████████░░░░
             Úloha 1              8,75  /  10  ██████████████░░   min. 3 ✓
             Úloha 2              6,5   /  10  ██████████░░░░░░   min. 3 ✓
        ▌    Úloha 3              8,5   /  10  ██████████████░░   min. 3 ✓  opraveno po…
             Úloha 4              6,5   /  10  ██████████░░░░░░   min. 3 ✓
         ▾ Testy                 24,5   /  30  █████████████░░░
             Test A              12     /  15  █████████████░░░   min. 5 ✓
        ────────────────────────────────────────────────────────────────────────────────
         Úloha 3: 8,5 / 10 · min. 3 ✓ · opraveno po reklamaci
         změněno 8. 10. 2026 12:28 (Europe/Prague)
        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ pohyb  ? klávesy  ←→ sbalit  ⏎ podrobnosti  / hledat  u skrýt nehodnocené
        """)
    _ = await app.hangUp()
  }

  @Test("At 120 columns in Czech, four levels deep") func czechAt120() async throws {
    let app = try await app("--lang cs --open course XI-PRJ.22", columns: 120)
    #expect(
      await app.pressing("<down><down>") == """
          grades · XI-PRJ.22                                                                       stav k 13:00 · Zima 2026/27
        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
         Softwarový týmový projekt
         87 / 100 bodů · známka B · ✓ minimum 50 splněno
         ▾ Projekt      70,5  /  80  ██████████████░░             15. 11. 2026 11:44
           ▾ Iterace 1  36,5  /  40  ███████████████░             15. 11. 2026 11:44
        ▌    ▾ Zpráva   Pěkné a čitelné řešení.
                 Obsah  15    /  15  ████████████████              1. 10. 2026 12:02
                 Forma   5    /   5  ████████████████              6. 10. 2026 12:32
               Kód      16,5  /  20  █████████████░░░   min. 8 ✓  11. 10. 2026 12:37
           ▾ Iterace 2  34    /  40  ██████████████░░             15. 11. 2026 11:44
        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
         Zpráva: Pěkné a čitelné řešení. · změněno 26. 9. 2026 12:02 (Europe/Prague)

        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
         ↑↓ pohyb  ? klávesy  ←→ sbalit  ⏎ podrobnosti  / hledat  u skrýt nehodnocené  n oznámení  , nastavení  Esc zpět
        """)
    _ = await app.hangUp()
  }

  @Test("The least window keeps numbers whole")
  func least() async throws {
    let app = try await app("--open course XI-PRJ.22", columns: 30, rows: 9)
    #expect(
      await app.pressing("<down><down>") == """
          grades · XI-PRJ.22
        ──────────────────────────────
         87 of 100 points · grade B
         ✓ minimum 50 met
         ▾ Project      70.5  /  80
           ▾ Iteratio…  36.5  /  40
        ▌    ▾ Report   Pěkné a čitel…
        ──────────────────────────────
         ↑↓ move  ? keys  ←→ fold
        """)
    _ = await app.hangUp()
  }

  @Test("Nothing is graded: dashes, and no minimum is missed yet")
  func ungraded() async throws {
    let app = try await app("--open course XI-TEO.24", columns: 60)
    #expect(
      await app.picture == """
          grades · XI-TEO.24          as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────
         Game Theory
         no points yet · no grade yet · min 50
        ▌▾ Semester                 –  /  50
             Semester test          –  /  40  min 20
             Aktivita na cvičeních  –  /  10
           Early exam               –  /  50
           kontrola                 –  /   1
           Exam                     –  /  50  min 25
           Total points             –  / 100  min 50
        ────────────────────────────────────────────────────────────
         Semester: not graded · computed

        ────────────────────────────────────────────────────────────
         ↑↓ move  ? keys  ←→ fold  ⏎ details  / find  , settings
        """)
    #expect(
      await app.pressing("u") == """
          grades · XI-TEO.24          as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────
         Game Theory
         no points yet · no grade yet · min 50
         8 items that are not graded yet are left out.









        ────────────────────────────────────────────────────────────
         ↑↓ move  ? keys  (←→ fold)  (⏎ details)  / find  Esc back
        """)
    _ = await app.hangUp()
  }

  @Test("A course without items")
  func empty() async throws {
    let app = try await app("--open course XI-TVA", columns: 60, rows: 10)
    #expect(
      await app.picture == """
          grades · XI-TVA             as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────
         no points yet · no grade yet
         This course has no evaluation items yet.




        ────────────────────────────────────────────────────────────
         ↑↓ move  ? keys  (←→ fold)  (⏎ details)  / find  Esc back
        """)
    #expect(await app.pressing("<enter>").contains("There is no evaluation item."))
    _ = await app.hangUp()
  }
}
