import AppTestSupport
import Foundation
import GradesTesting
import Terminal
import Testing

/// The Group classification scene in a window, as it is seen.
@Suite("A group on a screen")
struct GroupScreenTests {
  private func opened(_ address: String, columns: Int, rows: Int) async throws -> RunningApp {
    let service = try await TestService.shared()
    let program = try await Program.signedIn(to: service, as: "ucitezk1")
    let app = program.open("--open \(address)", columns: columns, rows: rows)
    _ = await app.text
    return app
  }

  @Test("120 columns: names, usernames and the items beside each other")
  func wide() async throws {
    let app = try await opened("group XI-ZPT.23", columns: 120, rows: 12)
    #expect(
      await plain(app.text) == """
          XI-ZPT.23 · all students                                       30 students, all items · as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
         Student           Username  Homework =  Task 1  Task 2  Task 3   Task 4  Tests =   Test A  Test B  projekt  Activity  ›
                                            /40     /10     /10     /10      /10      /30      /15     /15      /30        /5
        ▌Bárta Daniel      bartada1      34.75     7.75    8.75    9.25    9       26       12.5      13.5     29        3.5
         Cibulka Jan       cibulja1      18        3.25    4.75    3.75    6.25    13.5      5         8.5     12        2.25
         Čapek Karel       capekka1      37.75    10      10      10       7.75    26.5     13        13.5     24.5      4.5
         Čapková Jana      capkoja1      28.25     7.75    8       6       6.5     25.5     13        12.5     24        3
         Druhý Stanislav   druhyst2      36        9.75    8.25    8.25    9.75    22.5     11        11.5     24        4.5
         Task 1: 7.75 · bounds 0–10 · ucitezk1 27 Sep 2026 12:20
        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ edit  ? keys  (u undo)  (p review)  g group  i items  / filter  o sort  f fill down  m note  d statistics
        """)
    // The first cell that can be edited is focused.
    #expect(await app.cursor == Position(column: 41, row: 4))
    _ = await app.hangUp()
  }

  @Test("80 columns: the items scroll, the names stay")
  func usual() async throws {
    let app = try await opened("group XI-ZPT.23 PARALLEL_555000115662", columns: 80, rows: 12)
    #expect(
      await plain(app.text) == """
          XI-ZPT.23 · tutorial no. 102 -  (Tuesday 11:0…  as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────────────────────────
         Student           Username  Homework =  Task 1  Task 2  Task 3  Task 4        ›
                                            /40     /10     /10     /10     /10
        ▌Bárta Daniel      bartada1      34.75     7.75    8.75    9.25   9
         Čapková Jana      capkoja1      28.25     7.75    8       6      6.5
         Druhý Stanislav   druhyst2      36        9.75    8.25    8.25   9.75
         Dvořák Tomáš      dvorato1      20        –       4.75    7.75   7.5
         Fialová Adéla     fiaload1      25.5      6.25    6       6.25   7
         Task 1: 7.75 · bounds 0–10 · ucitezk1 27 Sep 2026 12:20
        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ edit  ? keys  (u undo)  (p review)  g group  i items  / filter
        """)
    #expect(
      await plain(app.type("<right><right><right><right><down>")) == """
          XI-ZPT.23 · tutorial no. 102 -  (Tuesday 11:0…  as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────────────────────────
         Student           Username ‹Task 1  Task 2  Task 3  Task 4  Tests =   Test A  ›
                                        /10     /10     /10     /10      /30      /15
         Bárta Daniel      bartada1    7.75    8.75    9.25   9       26       12.5
        ▌Čapková Jana      capkoja1    7.75    8       6      6.5     25.5     13
         Druhý Stanislav   druhyst2    9.75    8.25    8.25   9.75    22.5     11
         Dvořák Tomáš      dvorato1    –       4.75    7.75   7.5     10       10
         Fialová Adéla     fiaload1    6.25    6       6.25   7       13.5      7
         Tests: 25.5 · computed · bounds ≤ 30 · system 15 Nov 2026 11:40
        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  (⏎ edit)  ? keys  (u undo)  (p review)  g group  i items  / filter
        """)
    #expect(
      await plain(app.type("<right><right><right><right><right>")) == """
          XI-ZPT.23 · tutorial no. 102 -  (Tuesday 11:0…  as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────────────────────────
         Student           Username ‹projekt  Activity  Review of the project          ›
                                         /30        /5
         Bárta Daniel      bartada1     29        3.5   Funguje, ale rozdělení …
        ▌Čapková Jana      capkoja1     24        3     Funguje, ale rozdělení …
         Druhý Stanislav   druhyst2     24        4.5   Text má víc řádků. – pr…
         Dvořák Tomáš      dvorato1     23.5      2.5   Pěkné a čitelné řešení.
         Fialová Adéla     fiaload1     18        2.75  Pěkné a čitelné řešení.
         Review of the project: Funguje, ale rozdělení do tříd by sneslo víc péče; viz…
        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ edit  ? keys  (u undo)  (p review)  g group  i items  / filter
        """)
    _ = await app.hangUp()
  }

  @Test("40 columns, in Czech: two lines tell of the cell")
  func narrow() async throws {
    let app = try await opened("group XI-ZPT.23 --lang cs", columns: 40, rows: 14)
    #expect(
      await plain(app.text) == """
          XI-ZPT.23 · všichni studenti
        ────────────────────────────────────────
         Student           ukoly =  Úloha 1    ›
                               /40      /10
        ▌Bárta Daniel       34,75      7,75
         Cibulka Jan        18         3,25
         Čapek Karel        37,75     10
         Čapková Jana       28,25      7,75
         Druhý Stanislav    36         9,75
         Ďurica Martin      23,25      6
         Úloha 1: 7,75 · meze 0–10
         ucitezk1 27. 9. 2026 12:20
        ────────────────────────────────────────
         ↑↓ pohyb  ⏎ upravit  ? klávesy
        """)
    #expect(
      await plain(app.type("<end>7,5")) == """
          XI-ZPT.23 · všichni studenti
        ────────────────────────────────────────
         Student           ukoly =  Úloha 1    ›
                               /40      /10
         Ťoupal Ťapka       21         6
         Ulehlová Uršula    20,5       0
         Úlehlová Úršula    30,25      8,25
         Zach Zbyněk        30,25      9,25
         Zkušební Adéla     30,25      8,75
        ▌Žáčková Žaneta     18,75   7,5
         Úloha 1 (bylo 4,25) · meze 0–10

        ────────────────────────────────────────
         ⏎ dolů  ⇥ doprava  Esc zrušit
        """)
    _ = await app.hangUp()
  }

  @Test("80 columns, in Czech, with decimal commas")
  func czech() async throws {
    let app = try await opened("group XI-ZPT.23 --lang cs", columns: 80, rows: 12)
    #expect(
      await plain(app.type("<down><down><down>")) == """
          XI-ZPT.23 · všichni studenti                     stav k 13:00 · Zima 2026/27
        ────────────────────────────────────────────────────────────────────────────────
         Student           Uživatel  Domácí úlohy =  Úloha 1  Úloha 2  Úloha 3  Úloha 4›
                                                /40      /10      /10      /10      /10
         Bárta Daniel      bartada1          34,75      7,75     8,75     9,25    9
         Cibulka Jan       cibulja1          18         3,25     4,75     3,75    6,25
         Čapek Karel       capekka1          37,75     10       10       10       7,75
        ▌Čapková Jana      capkoja1          28,25      7,75     8        6       6,5
         Druhý Stanislav   druhyst2          36         9,75     8,25     8,25    9,75
         Úloha 1: 7,75 · poznámka: opraveno po reklamaci · meze 0–10
        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ pohyb  ⏎ upravit  ? klávesy  (u vzít zpět)  (p kontrola)  g skupina
        """)
    _ = await app.hangUp()
  }

  @Test("Groups to choose from: the user's own first")
  func groups() async throws {
    let app = try await opened("group XI-ZPT.23", columns: 80, rows: 16)
    #expect(
      await plain(app.type("g")) == """
          XI-ZPT.23 · all students                        as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────────────────────────
         Stude┌─ Group ──────────────────────────────────────────────────────────┐     ›
              │ ›                                                                │
        ▌Bárta│                                                                  │
         Cibul│ ▌✓ all students                                                  │
         Čapek│    all my parallels                                              │
         Čapko│    lecture no. 1 -  (Monday 9:15) Ing. Zdeněk Učitel        mine │
         Druhý│    tutorial no. 101 -  (Monday 9:15) Ing. Zdeněk Učitel     mine │
         Ďuric│    Náhradní test: 01.12.2026                                     │
         Duško│    exam: 12.01.2027 9:00                                         │
         Dvořá│    artificial test students                                      │
         Fialo│    tutorial no. 102 -  (Tuesday 11:00) Ing. Josefína Kolegyňová  │
         Task └─ 8 ──────────────────────────────────────────────────────────────┘
        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ choose  Esc cancel
        """)
    #expect(
      await plain(app.type("102<enter>")).hasPrefix(
        "  XI-ZPT.23 · tutorial no. 102 -  (Tuesday 11:0…"))
    _ = await app.hangUp()
  }

  @Test("Items to choose from, one or several; without any mark all come back")
  func items() async throws {
    let app = try await opened("group XI-ZPT.23", columns: 80, rows: 12)
    #expect(
      await plain(app.type("i")) == """
          XI-ZPT.23 · all students                        as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────────────────────────
         Student           U┌─ Items; none marked means all ───────┐k 3   Task 4       ›
                            │ ›                                    │/10      /10
        ▌Bárta Daniel      b│                                      │.25    9
         Cibulka Jan       c│ ▌[ ] Homework =                ukoly │.75    6.25
         Čapek Karel       c│  [ ]   Task 1                    du1 │       7.75
         Čapková Jana      c│  [ ]   Task 2                    du2 │       6.5
         Druhý Stanislav   d│  [ ]   Task 3                    du3 │.25    9.75
         Task 1: 7.75 · boun└─ 15 ─────────────────────────────────┘
        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  Space mark  ⏎ choose  Esc cancel
        """)
    #expect(
      await plain(app.type("slovne<space><enter>")) == """
          XI-ZPT.23 · all students                        as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────────────────────────
         Student           Username  Review of the project
        ▌Bárta Daniel      bartada1  Funguje, ale rozdělení do tříd by sneslo víc péče…
         Cibulka Jan       cibulja1  Text má víc řádků. – první výtka: chybí jednotky …
         Čapek Karel       capekka1  Řešení splňuje zadání ve všech bodech. Oceňuji te…
         Čapková Jana      capkoja1  Funguje, ale rozdělení do tříd by sneslo víc péče…
         Druhý Stanislav   druhyst2  Text má víc řádků. – první výtka: chybí jednotky …
         Ďurica Martin     duricma1  Funguje, ale rozdělení do tříd by sneslo víc péče…
         Review of the project: Funguje, ale rozdělení do tříd by sneslo víc péče; viz…
        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ edit  ? keys  (u undo)  (p review)  g group  i items  / filter
        """)
    #expect(
      await plain(app.type("islovne<space><enter>")) == """
          XI-ZPT.23 · all students                        as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────────────────────────
         Student           Username ‹projekt  Activity  Review of the project          ›
                                         /30        /5
        ▌Bárta Daniel      bartada1     29        3.5   Funguje, ale rozdělení …
         Cibulka Jan       cibulja1     12        2.25  Text má víc řádků. – pr…
         Čapek Karel       capekka1     24.5      4.5   Řešení splňuje zadání v…
         Čapková Jana      capkoja1     24        3     Funguje, ale rozdělení …
         Druhý Stanislav   druhyst2     24        4.5   Text má víc řádků. – pr…
         Review of the project: Funguje, ale rozdělení do tříd by sneslo víc péče; viz…
        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ edit  ? keys  (u undo)  (p review)  g group  i items  / filter
        """)
    _ = await app.hangUp()
  }

  @Test("Sorted by the focused item, who has no value last; and back by name")
  func order() async throws {
    let app = try await opened("group XI-ZPT.23", columns: 80, rows: 12)
    #expect(
      await plain(app.type("o")) == """
          XI-ZPT.23 · all students                        as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────────────────────────
         Student           U┌─ Sort by ────────────────────────────┐k 3   Task 4       ›
                            │ ›                                    │/10      /10
        ▌Bárta Daniel      b│                                      │.25    9
         Cibulka Jan       c│ ▌✓ name, A to Z                      │.75    6.25
         Čapek Karel       c│    name, Z to A                      │       7.75
         Čapková Jana      c│    Task 1, lowest first              │       6.5
         Druhý Stanislav   d│    Task 1, highest first             │.25    9.75
         Task 1: 7.75 · boun└─ 4 ──────────────────────────────────┘
        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ choose  Esc cancel
        """)
    let lowest = await names(app.type("<down><down><enter>"))
    #expect(
      lowest.prefix(3) == [
        "Ulehlová Uršula",
        "Cibulka Jan",
        "Žáčková Žaneta",
      ])
    let highest = await names(app.type("o<down><enter>"))
    #expect(
      highest.prefix(3) == [
        "Čapek Karel",
        "Druhý Stanislav",
        "Ibrahimová Ivana",
      ])
    #expect(
      await names(app.type("<end>")).last == """
        Matoušek Pavel
        """)
    #expect(await names(app.type("o<home><enter>")).first == "Bárta Daniel")
    _ = await app.hangUp()
  }

  @Test("Typing after / leaves those who match; Escape shows all again")
  func filter() async throws {
    let app = try await opened("group XI-ZPT.23", columns: 80, rows: 12)
    #expect(
      await plain(app.type("/capk")) == """
          XI-ZPT.23 · all students                        as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────────────────────────
         Student           Username  Homework =  Task 1  Task 2  Task 3   Task 4       ›
                                            /40     /10     /10     /10      /10
        ▌Čapková Jana      capkoja1      28.25     7.75    8       6       6.5



         Task 1: 7.75 · note: opraveno po reklamaci · bounds 0–10
         / capk                                                                 1 of 30
        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ accept  Esc cancel
        """)
    // Letters are commands again; the filter stays until it is taken away.
    #expect(
      await names(app.type("<enter>j")) == [
        "Čapková Jana"
      ])
    #expect(
      await plain(app.type("/zz")) == """
          XI-ZPT.23 · all students                        as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────────────────────────
         Student           Username  Homework =  Task 1  Task 2  Task 3   Task 4       ›
                                            /40     /10     /10     /10      /10
         No student matches “capkzz”.




         / capkzz                                                               0 of 30
        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ accept  Esc cancel
        """)
    #expect(await names(app.type("<esc>")).first == "Bárta Daniel")
    #expect(await app.type("<esc>").contains("grades · Courses"))
    _ = await app.hangUp()
  }

  @Test("Line by line, of many items only the totals are said; a chosen student says all")
  func plain() async throws {
    let program = try await Program.signedIn(to: try await .shared(), as: "ucitezk1")
    let run = await program.run(
      ["--plain", "--open", "group", "XI-ZPT.23"], input: ["30", "0", "q"])
    #expect(run.out.contains("\n1. Bárta Daniel (bartada1): Total points: 93.25, Grade: A\n"))
    #expect(run.out.contains("\nXI-ZPT.23 · all students · Winter 2026/27 · as of 13:00"))
    #expect(run.out.contains("Number: Žáčková Žaneta\n1. Homework = (18.75)\n2. Task 1 (4.25)\n"))
  }

  @Test("Line by line, a changed note is said, with the value or alone, in both languages")
  func plainNotes() async throws {
    try await Teacher.working { teacher in
      let app = teacher.program.open("--open group XI-ZPT.23", columns: 80, rows: 12)
      _ = await app.text
      await app.type("mlate<enter>")
      _ = await app.text
      await app.type("<right>5<enter><up>mgood<enter>")
      _ = await app.text
      _ = await app.hangUp()
      let english = await teacher.program.run(
        ["--plain", "--open", "group", "XI-ZPT.23"], input: ["q"])
      let first = english.lines.first { $0.hasPrefix("1. ") } ?? ""
      #expect(
        first == """
          1. Bárta Daniel (bartada1): Task 1: 7.75 (note: late), Task 2: 5 (was 8.75) (note: good), Total points: 93.25, Grade: A
          """)
      let czech = await teacher.program.run(
        ["--plain", "--lang", "cs", "--open", "group", "XI-ZPT.23"], input: ["q"])
      let czechFirst = czech.lines.first { $0.hasPrefix("1. ") } ?? ""
      #expect(
        czechFirst == """
          1. Bárta Daniel (bartada1): Úloha 1: 7,75 (poznámka: late), Úloha 2: 5 (bylo 8,75) (poznámka: good), Body celkem: 93,25, Známka: A
          """)
      let student = await teacher.program.run(
        ["--plain", "--open", "student", "XI-ZPT.23", "bartada1"], input: ["q"])
      let noted = student.lines.filter { $0.contains("note: ") }.joined(separator: "\n")
      #expect(
        noted == """
          2. Task 1: 7.75 / 10 · min 3 ✓ · late · changed 27 Sep 2026 12:20 (Europe/Prague) · (note: late)
          3. Task 2: 5 / 10 · min 3 ✓ · good · changed 2 Oct 2026 12:24 (Europe/Prague) · (was 8.75) · (note: good)
          """)
    }
  }

  @Test("Where there is room, items have their names and the group is named in full")
  func roomy() async throws {
    let app = try await opened("group XI-ZPT.23 PARALLEL_555000115662", columns: 200, rows: 9)
    let shown = await plain(app.text)
    #expect(
      shown == """
          XI-ZPT.23 · tutorial no. 102 -  (Tuesday 11:00) Ing. Josefína Kolegyňová                                                                       15 students, all items · as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
         Student           Username  Homework =  Task 1  Task 2  Task 3  Task 4  Tests =   Test A  Test B  projekt  Activity  Review of the project     Interní poznámka  zapocet =  Total points =  Grade =
        ▌Bárta Daniel      bartada1      34.75     7.75    8.75    9.25   9       26       12.5      13.5     29        3.5   Funguje, ale rozdělení …  bez připomínek          yes          93.25   A
         Čapková Jana      capkoja1      28.25     7.75    8       6      6.5     25.5     13        12.5     24        3     Funguje, ale rozdělení …  ověřit zdroje           yes          80.75   B
         Druhý Stanislav   druhyst2      36        9.75    8.25    8.25   9.75    22.5     11        11.5     24        4.5   Text má víc řádků. – pr…  bez připomínek          yes          87      B
         Task 1: 7.75 · bounds 0–10 · ucitezk1 27 Sep 2026 12:20
        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ edit  ? keys  (u undo)  (p review)  g group  i items  / filter  o sort  f fill down  m note  d statistics  v student  , settings  Esc back
        """)
    let wider = await app.resize(columns: 212, rows: 9)
    #expect(wider.contains("  Semester project  Activity  Review of the project "))
    #expect(wider.contains("  Course credit =  Total points =  Grade ="))
    #expect(await app.resize(columns: 211, rows: 9).contains("  zapocet =  Total points ="))
    _ = await app.hangUp()
  }

  @Test("A group without students says so")
  func empty() async throws {
    let app = try await opened("group XI-BEZ.22 TEST", columns: 80, rows: 9)
    #expect(
      await plain(app.text) == """
          XI-BEZ.22 · artificial test students            as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────────────────────────
         Student       Username  Training  Final test  Attempts  Total points =        ›
        ▌Umělý 1 Test  testst01       yes        11.5         2            11.5
         Umělý 2 Test  testst02        no        10.5         2            10.5
         Umělý 3 Test  testst03        no         9.5         2             9.5
         Training: yes · ucitezk1 10 Oct 2026 12:05
        ────────────────────────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ edit  ? keys  Space yes, no  (u undo)  (p review)  g group  i items
        """)
    _ = await app.hangUp()
  }

  /// The names in the rows of a picture.
  private func names(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(4).map {
      String($0.dropFirst().prefix(18)).trimmingCharacters(in: .whitespaces)
    }.prefix { !$0.isEmpty && !$0.hasPrefix("Task 1:") }
  }

  private func plain(_ text: String) -> String { text.replacing("\u{A0}", with: " ") }
}
