import AppTestSupport
import Foundation
import GradesTesting
import Terminal
import Testing

/// What can be done in a course: to fold its tree, to find an item, to read all about it.
@Suite("Looking around in a course")
struct CourseFlowTests {
  private func app(_ arguments: String, columns: Int = 60, rows: Int = 16) async throws
    -> RunningApp
  {
    try await Program.signedIn(to: .shared()).open(arguments, columns: columns, rows: rows)
  }

  /// The lines of the tree.
  private func tree(_ picture: String) -> String {
    picture.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0.contains("/") && !$0.contains("·") }.joined(separator: "\n")
  }

  @Test("The arrows close and open items, and go to what belongs together")
  func fold() async throws {
    let app = try await app("--open course XI-PRJ.22", rows: 20)
    #expect(await app.pressing("<down><down><down>").contains("▌        Content"))
    #expect(await app.pressing("<left>").contains("▌    ▾ Report"))
    #expect(await app.pressing("<left>").contains("▌    ▸ Report"))
    #expect(await app.pressing("<left><left>").contains("▌  ▸ Iteration 1"))
    #expect(
      await app.pressing("<left><left>") == """
          grades · XI-PRJ.22          as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────
         Software Team Project
         87 of 100 points · grade B · ✓ minimum 50 met

        ▌▸ Project        70.5  /  80  ██████████████░░
           Defence        16.5  /  20  █████████████░░░
           Total points   87    / 100  ██████████████░░  min 50 ✓
           Grade           B





        ────────────────────────────────────────────────────────────
         Project: 70.5 / 80 · computed
         changed 15 Nov 2026 11:44 (Europe/Prague)

        ────────────────────────────────────────────────────────────
         ↑↓ move  ? keys  ←→ fold  ⏎ details  / find  , settings
        """)
    #expect(await app.pressing("<down><space>").contains("Nothing belongs to this item."))
    #expect(await app.pressing("<up><right>").contains("▌▾ Project"))
    #expect(await app.pressing("<right>").contains("▌  ▸ Iteration 1"))
    _ = await app.hangUp()
  }

  @Test("An item is found with all that belongs to it and what it belongs to")
  func find() async throws {
    let app = try await app("--open course XI-PRJ.22", rows: 20)
    #expect(await app.pressing("<left>").contains("▌▸ Project"))
    #expect(
      await app.pressing("/report") == """
          grades · XI-PRJ.22          as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────
         Software Team Project
         87 of 100 points · grade B · ✓ minimum 50 met

        ▌▾ Project        70.5  / 80  ██████████████░░
           ▾ Iteration 1  36.5  / 40  ███████████████░
             ▾ Report     Pěkné a čitelné řešení.
                 Content  15    / 15  ████████████████
                 Form      5    /  5  ████████████████
           ▾ Iteration 2  34    / 40  ██████████████░░
             ▾ Report     Pěkné a čitelné řešení.
                 Content  11.5  / 15  ████████████░░░░
        ────────────────────────────────────────────────────────────
         Project: 70.5 / 80 · computed
         changed 15 Nov 2026 11:44 (Europe/Prague)

         / report
        ────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ accept  Esc cancel
        """)
    #expect(
      await app.pressing("zz") == """
          grades · XI-PRJ.22          as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────
         Software Team Project
         87 of 100 points · grade B · ✓ minimum 50 met

         Nothing matches “reportzz”.











         / reportzz
        ────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ accept  Esc cancel
        """)
    // Escape brings back what was there, folded as it was.
    #expect(await app.pressing("<esc>").contains("▌▸ Project"))
    _ = await app.hangUp()
  }

  @Test("Names of both languages are searched, accents do not matter")
  func findFolding() async throws {
    let app = try await app("--lang cs --open course XI-ZPT.23")
    let found = await app.pressing("/domaci<enter>")
    #expect(found.contains("▌▾ Domácí úlohy"))
    #expect(found.contains("Úloha 4"))
    #expect(!found.contains("Testy"))
    _ = await app.hangUp()
  }

  @Test("Everything about an item, of any length")
  func details() async throws {
    let app = try await app("--open course XI-ZPT.23")
    #expect(
      await app.pressing("<end><up><up><up><enter>") == """
          grades · XI-ZPT.23          as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────
         Basics of Programming Techniques
         80.25 of 100 points · grade B · ✓ minimum 50 met
             Test B                12.5   /  15  ███████░   min 5 ✓
        ┌─ Review of the project ──────────────────────────────────┐
        │ Text má víc řádků. – první výtka: chybí jednotky – druhá │
        │ výtka: graf bez popisku os                               │
        │ changed 9 Nov 2026 11:29 (Europe/Prague)                 │
        └──────────────────────────────────────────────────────────┘
           Grade                    B
        ────────────────────────────────────────────────────────────
         Review of the project: Text má víc řádků. – první výtka:
         chybí jednotky – druhá výtka: graf bez popisku os …
        ────────────────────────────────────────────────────────────
         Esc close
        """)
    #expect(await app.pressing("<esc>").contains("▌  Review of the project"))
    _ = await app.hangUp()
  }

  @Test("What is not graded is hidden and shown at once, and the settings keep it")
  func hideUngraded() async throws {
    let program = try await Program.signedIn(to: .shared())
    let app = program.open(columns: 60, rows: 18)
    _ = await app.pressing("<down><down><down>")
    let all = await app.pressing("<enter>")
    #expect(all.contains("Early exam"))
    #expect(
      await app.pressing("u") == """
          grades · XI-LOG.23          as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────
         Logic and Sets
         93 of 100 points · grade A · ✓ minimum 50 met
         1 ungraded hidden

        ▌▾ Semester                 48  /  50  ███████░
             Semester test          39  /  40  ███████░  min 20 ✓
             Aktivita na cvičeních   9  /  10  ███████░
           kontrola                  1  /   1  ████████
           Exam                     45  /  50  ███████░  min 25 ✓
           Total points             93  / 100  ███████░  min 50 ✓
           Grade                     A
        ────────────────────────────────────────────────────────────
         Semester: 48 / 50 · computed
         changed 15 Nov 2026 11:56 (Europe/Prague)
        ────────────────────────────────────────────────────────────
         ↑↓ move  ? keys  ←→ fold  ⏎ details  / find  , settings
        """)
    #expect(await program("settings --json").out.contains("\"hideUngraded\": true"))
    #expect(await app.pressing("u") == all)
    #expect(await program("settings --json").out.contains("\"hideUngraded\": false"))
    // The courses behind are where they were.
    #expect(await app.pressing("<esc>").contains("▌ XI-LOG.23"))
    _ = await app.hangUp()
  }

  @Test("A zero, a no and nothing at all look different")
  func zero() async throws {
    try await Teacher.working { teacher in
      try await teacher.colleague("zkusade1", "du1", 0)
      try await teacher.colleague("zkusade1", "du2", nil)
      try await teacher.colleague("zkusade1", "projekt", 3)
      try await teacher.program.signIn(to: teacher.service, as: "zkusade1")
      let app = teacher.program.open("--open course XI-ZPT.23", columns: 80, rows: 24)
      #expect(
        await app.picture == """
            grades · XI-ZPT.23                              as of 13:00 · Winter 2026/27
          ────────────────────────────────────────────────────────────────────────────────
           Basics of Programming Techniques
           46 of 100 points · grade F · ✗ minimum 50 not met

          ▌▾ Homework               15    /  40  ██████░░░░░░░░░░
               Task 1                0    /  10  ░░░░░░░░░░░░░░░░   min 3 ✗
               Task 2                –    /  10                     min 3
               Task 3                8.5  /  10  ██████████████░░   min 3 ✓  opraveno po …
               Task 4                6.5  /  10  ██████████░░░░░░   min 3 ✓
           ▾ Tests                  24.5  /  30  █████████████░░░
               Test A               12    /  15  █████████████░░░   min 5 ✓
               Test B               12.5  /  15  █████████████░░░   min 5 ✓
             Semester project        3    /  30  ██░░░░░░░░░░░░░░  min 15 ✗
             Activity                3.5  /   5  ███████████░░░░░
             Review of the project  Text má víc řádků. – první výtka: chybí jednotky – dr…
             Course credit          no
             Total points           46    / 100  ███████░░░░░░░░░  min 50 ✗
             Grade                   F
          ────────────────────────────────────────────────────────────────────────────────
           Homework: 15 / 40 · computed · changed 21 Nov 2026 13:00 (Europe/Prague)

          ────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  ? keys  ←→ fold  ⏎ details  / find  u hide ungraded  n notifications
          """)
      _ = await app.hangUp()
    }
  }

  @Test("Wide and combining letters, escape sequences and very long names keep the columns")
  func hostile() async throws {
    try await Teacher.working { teacher in
      try await teacher.colleague(
        "zkusade1", "du1", 7.5,
        note: "成績 \u{1B}[31mred e\u{301}tude " + String(repeating: "x", count: 90))
      try await teacher.program.signIn(to: teacher.service, as: "zkusade1")
      let app = teacher.program.open("--open course XI-ZPT.23", columns: 80, rows: 16)
      #expect(
        await app.pressing("<down>") == """
            grades · XI-ZPT.23                              as of 13:00 · Winter 2026/27
          ────────────────────────────────────────────────────────────────────────────────
           Basics of Programming Techniques
           79 of 100 points · grade C · ✓ minimum 50 met
           ▾ Homework                29    /  40  ████████████░░░░
          ▌    Task 1                 7.5  /  10  ████████████░░░░   min 3 ✓  成績 ␛[31mr…
               Task 2                 6.5  /  10  ██████████░░░░░░   min 3 ✓
               Task 3                 8.5  /  10  ██████████████░░   min 3 ✓  opraveno po…
               Task 4                 6.5  /  10  ██████████░░░░░░   min 3 ✓
           ▾ Tests                   24.5  /  30  █████████████░░░
               Test A                12    /  15  █████████████░░░   min 5 ✓
          ────────────────────────────────────────────────────────────────────────────────
           Task 1: 7.5 / 10 · min 3 ✓
           成績 ␛[31mred étude …
          ────────────────────────────────────────────────────────────────────────────────
           ↑↓ move  ? keys  ←→ fold  ⏎ details  / find  u hide ungraded  n notifications
          """)
      _ = await app.hangUp()
    }
  }

  @Test("Offline: what is stored, its age with the day, and why there is nothing else")
  func offline() async throws {
    let service = try await TestService.started()
    var program = try await Program.signedIn(to: service)
    #expect(await program("course XI-LOG.23").status == 0)
    #expect(await program("courses").status == 0)
    program.now = { Date.usual.addingTimeInterval(50 * 3600) }
    let app = program.open("--offline --open course XI-LOG.23", columns: 80, rows: 12)
    #expect(
      await app.picture == """
        ! grades · XI-LOG.23        Winter 2026/27 · offline · as of 21 Nov 2026 13:00
        ────────────────────────────────────────────────────────────────────────────────
         Logic and Sets
         93 of 100 points · grade A · ✓ minimum 50 met
        ▌▾ Semester                 48  /  50  ███████████████░
             Semester test          39  /  40  ███████████████░  min 20 ✓
             Aktivita na cvičeních   9  /  10  ██████████████░░            −1 b. za styl
           Early exam                –  /  50
           kontrola                  1  /   1  ████████████████
         Semester: 48 / 50 · computed · changed 15 Nov 2026 11:56 (Europe/Prague)
        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  ? keys  ←→ fold  ⏎ details  / find  u hide ungraded  n notifications
        """)
    #expect(await app.pressing("<esc><end><enter>").contains("Nothing is stored"))
    _ = await app.hangUp()
    await service.stop()
  }

  @Test("A course that the user teaches has no results of theirs, and that is said")
  func taught() async throws {
    let program = try await Program.signedIn(to: try await .shared(), as: "ucitezk1")
    var app = program.open("--open course XI-ZPT.23", columns: 80, rows: 9)
    #expect(
      await app.picture == """
          grades · XI-ZPT.23
        ────────────────────────────────────────────────────────────────────────────────



         You do not study XI-ZPT.23 in B261, you teach it. “grades group XI-ZPT.23”
         shows its students’ results.
        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  ? keys  (←→ fold)  (⏎ details)  / find  u hide ungraded  , settings
        """)
    _ = await app.hangUp()
    app = program.open("--lang cs --open course XI-ZPT.23", columns: 80, rows: 9)
    #expect(
      await app.picture == """
          grades · XI-ZPT.23
        ────────────────────────────────────────────────────────────────────────────────



         Předmět XI-ZPT.23 v semestru B261 nestudujete, ale vyučujete. Výsledky jeho
         studentů ukáže „grades group XI-ZPT.23“.
        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ pohyb  ? klávesy  (←→ sbalit)  (⏎ podrobnosti)  / hledat  n oznámení
        """)
    _ = await app.hangUp()
  }

  @Test("The stored results are shown before the service has answered anything")
  func warm() async throws {
    let service = try await TestService.started()
    let program = try await Program.signedIn(to: service)
    #expect(await program("courses").status == 0)
    #expect(await program("course XI-BEZ.22").status == 0)
    let silence = service.control.add(Fault(nil, "/", times: nil, .hangBeforeHandling))
    let app = program.open(columns: 80, rows: 16)
    _ = await app.text(with: "▌ XI-BEZ.22")
    app.screen.send([.key(.enter)])
    #expect(await app.text(with: "Health and Safety\n 20 of 20 points").contains("⟳"))
    silence.release()
    _ = await app.hangUp()
    await service.stop()
  }
}
